import { querying } from '../support/postgres.ts';
import type { RedisServer } from '../support/redis.ts';
import { canTrace } from '../support/trace.ts';
import { failCalls, type Subject } from './subject.ts';

// Events for the processes during their work.

export const EVENTS = {
  service: 'service killed',
  client: 'client process killed',
  database: 'database killed',
  cut: 'power cut',
  clock: 'clock stepped',
  redis: 'Redis gone and back',
  full: 'disk full for a moment',
  sync: 'sync that fails',
} as const;

export type EventName = keyof typeof EVENTS;
export const KILLS: EventName[] = ['service', 'client', 'database', 'cut'];

/** Targets of events. */
export interface EventTargets {
  subject: Subject;
  redis: RedisServer | undefined;
  random: () => number;
  killClient(): Promise<void>;
  /** Kills the service, or cuts its power in a round of power cuts, and starts it again. */
  restart(): Promise<void>;
}

const DATABASE: EventName[] = ['database'];

/**
 * The given number of kills, plus a tenth as many other faults, each with the share of the round's writes before
 * it.
 */
export function drawEvents(scene: EventTargets, kills: number, cuts: boolean): { at: number; event: EventName }[] {
  const { random, subject, redis } = scene;
  const pick = (list: EventName[]) => list[Math.floor(random() * list.length)]!;
  const killed: EventName[] = [cuts ? 'cut' : 'service', 'service', 'client', ...(subject.database ? DATABASE : [])];
  if (cuts) killed[1] = 'cut';
  const others: EventName[] = [
    'clock',
    ...(redis ? (['redis'] as const) : []),
    ...(canTrace && !cuts ? (['full', 'sync'] as const) : []),
  ];
  const drawn = [
    ...Array.from({ length: kills }, () => pick(killed)),
    ...Array.from({ length: Math.round(kills / 8 + random()) }, () => pick(others)),
  ];
  return drawn.map((event) => ({ at: 0.95 * random(), event })).sort((a, b) => a.at - b.at);
}

export const RUN: Record<EventName, (scene: EventTargets) => Promise<void>> = {
  service: ({ restart }) => restart(),
  cut: ({ restart }) => restart(),
  client: ({ killClient }) => killClient(),
  async database({ subject: { database } }) {
    if (database!.isRunning()) await database!.kill();
    await database!.start();
  },
  async clock({ subject }) {
    subject.stepClock();
  },
  async redis({ redis, random }) {
    await redis!.stop();
    await pause(500 * random());
    await redis!.start();
  },
  async full(scene) {
    await failCalls(await scene.subject.pids(), 'pwrite64', 'error=ENOSPC', 200);
    await revive(scene.subject);
  },
  // After a failed sync, the service on SQLite stops writing until a restart. PostgreSQL restarts by itself.
  async sync(scene) {
    await failCalls(await scene.subject.pids(), 'fsync,fdatasync', 'error=EIO', 200);
    await revive(scene.subject);
    if (!scene.subject.database) await scene.restart();
  },
};

/**
 * Waits until the database responds. A server whose recovery fails exits, and is started again as a supervisor
 * would.
 */
export async function revive({ database }: Subject): Promise<void> {
  for (let answers = !database; !answers; ) {
    if (!database!.isRunning()) await database!.start();
    answers = await querying(database!.url('postgres'), (client) => client.query('select 1')).then(
      () => true,
      () => false,
    );
    if (!answers) await pause(100);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
