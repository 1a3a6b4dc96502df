import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openData } from '../../src/service/data/open-data.ts';
import { saveSettings } from '../../src/service/messages/settings.ts';
import { querying } from '../../test/support/postgres.ts';
import { type Spread, short, spread, table } from '../figures.ts';
import type { Kind } from '../load/kinds.ts';
import { startLoader } from '../load/loader.ts';
import { type AddedUser, addUsers, SECRET, startDatabase, startNodes } from '../load/nodes.ts';
import type { Loaded } from '../load/worker.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type State, stateOf } from './state.ts';

const HOUR_MS = 3_600_000;
/** Two days: what is kept for one is full after the first, and must not grow in the second. */
const HOURS = 48;
const PEOPLE = 10;
const CONNECTIONS = 24;
/** Of so many users one has messages sent. */
const MESSAGED = 50;

/** What people do in a day, and how often beside each other. */
const MIX: Partial<Record<Kind, number>> = {
  ...{ 'read a contact': 30, 'list contacts': 10, 'find by name': 10, 'search notes': 8, briefing: 6 },
  ...{
    'write a note': 10,
    'change a contact': 5,
    'create a contact': 3,
    'set a reminder': 3,
    'import 100 contacts': 1,
  },
  ...{ 'assistant: tool list': 3, 'assistant: read': 8, 'assistant: note': 3 },
};

export interface DayFigures {
  users: number;
  /** By kind, of the first day and the second. */
  took: { kind: string; days: (Spread | undefined)[] }[];
  refused: Record<string, number>;
  states: State[];
  messages: { kind: string; expected: number | undefined; messages: number; again: number }[];
}

/** Two days of many users against two nodes: an hour goes by in some seconds, and at its end the nodes' clocks are set on. */
export async function measureDay(
  folder: string,
  { users, minutes }: { users: number; minutes: number },
  tell: (what: string) => void,
): Promise<DayFigures> {
  const { url, server } = await startDatabase(folder);
  const added = await addUsers(url, { users, people: PEOPLE }, tell);
  const midnight = Math.ceil(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const receiver = await startReceiver();
  await sendMessages(
    url,
    added.filter((_, index) => index % MESSAGED === 0),
    receiver,
    new Date(midnight),
  );
  const offsets = Array.from({ length: HOURS + 1 }, (_, hour) => midnight - Date.now() + hour * HOUR_MS);
  const probe = join(folder, 'probe-');
  const nodes = await startNodes(url, 2, {
    node: ['--expose-gc', '--require', './test/campaign/clock.cjs', '--require', './bench/day/probe.cjs'],
    env: { KITH_CAMPAIGN_CLOCK: offsets.join(','), KITH_BENCH_PROBE: probe },
  });
  const loader = startLoader();
  const states: State[] = [];
  const days: Loaded[][] = [[], []];
  const pids = nodes.map(({ pid }) => pid);
  try {
    for (let hour = 0; hour < HOURS; hour++) {
      const loaded = await loader.run({
        ...{ ports: nodes.map(({ port }) => port), connections: CONNECTIONS, mix: MIX, seed: hour },
        users: added.map(({ key, contactIds }) => ({ key, contactIds })),
        ...{ seconds: (minutes * 60) / HOURS, offset: offsets[hour]! },
      });
      days[Math.floor(hour / 24)]!.push(loaded);
      for (const pid of pids) process.kill(pid, 'SIGUSR2');
      for (const pid of pids) await untilTold(probe + pid, hour + 1);
      if ([0, 5, 11, 23, 35, HOURS - 1].includes(hour)) states.push(await stateOf(url, pids, probe, hour + 1));
      if (hour % 6 === 5) tell(`${hour + 1} hours have gone by`);
    }
    // What follows from writes is done soon after them: the last state is that at rest.
    await untilDone(url);
    states.push(await stateOf(url, pids, probe, HOURS));
    const messaged = Math.ceil(users / MESSAGED);
    return {
      ...{ users, states, took: tookOf(days), refused: refusedOf(days.flat()) },
      messages: [
        { kind: 'morning', expected: messaged * (HOURS / 24), ...receiver.counts('morning') },
        { kind: 'reminder', expected: undefined, ...receiver.counts('reminder') },
      ],
    };
  } finally {
    loader.stop();
    for (const node of nodes) await node.stop();
    receiver.close();
    await server.remove();
  }
}

/** A node has collected its memory and told what is left, as often as this. */
async function untilTold(file: string, times: number): Promise<void> {
  for (let tries = 0; tries < 200 && (!existsSync(file) || linesOf(file) < times); tries++) await sleep(50);
}

async function untilDone(url: string): Promise<void> {
  await querying(url, async (client) => {
    const left = async () => (await client.query('select from outbox limit 1')).rows.length > 0;
    for (let tries = 0; tries < 60 && (await left()); tries++) await sleep(1_000);
  });
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

/** Every morning, and reminders at their time, from then on. */
async function sendMessages(url: string, users: AddedUser[], receiver: Receiver, now: Date): Promise<void> {
  const data = openData('', SECRET, url);
  for (const { user } of users) {
    const channel = { kind: 'webhook', url: receiver.url(user.user_id) } as const;
    const settings = { time: '07:00', channel, reminders: true, whenEmpty: true };
    await saveSettings(data, user, settings, { now, allowHttp: true });
  }
  await data.store.close();
}

function tookOf(days: Loaded[][]): DayFigures['took'] {
  const kinds = Object.keys(MIX) as Kind[];
  return kinds.map((kind) => ({
    kind,
    days: days.map((hours) => {
      const all = hours.flatMap(({ took }) => took[kind] ?? []);
      return all.length > 0 ? spread(all) : undefined;
    }),
  }));
}

function refusedOf(hours: Loaded[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { refused } of hours) {
    for (const [what, count] of Object.entries(refused)) sum[what] = (sum[what] ?? 0) + count;
  }
  return sum;
}

export function dayTables({ users, took, refused, states, messages }: DayFigures): string {
  const cells = ({ p50, p99, samples } = { p50: 0, p99: 0, samples: 0 }) => [short(samples), short(p50), short(p99)];
  const column = (name: string, value: (state: State) => number) => [
    name,
    ...states.map((state) => short(value(state))),
  ];
  const nodes = states[0]!.nodes.flatMap((_, index) => [
    column(`node ${index + 1}: resident, MB`, (state) => state.nodes[index]!.resident),
    column(`node ${index + 1}: heap after a collection, MB`, (state) => state.nodes[index]!.heap),
    column(`node ${index + 1}: outside the heap, MB`, (state) => state.nodes[index]!.external),
    column(`node ${index + 1}: timers`, (state) => state.nodes[index]!.timers),
    column(`node ${index + 1}: open files and sockets`, (state) => state.nodes[index]!.files),
  ]);
  const rows = Object.keys(states[0]!.rows).map((name) => column(`rows of ${name}`, (state) => state.rows[name]!));
  return [
    table(
      `Two days of ${short(users)} users against two nodes`,
      ['', 'day 1', 'p50 ms', 'p99 ms', 'day 2', 'p50 ms', 'p99 ms'],
      took.map(({ kind, days }) => [kind, ...days.flatMap((day) => cells(day))]),
    ),
    table(
      'What is held, after so many hours',
      ['', ...states.map(({ hour }) => String(hour))],
      [
        ...nodes,
        column('connections of the database', ({ connections }) => connections),
        ...rows,
        column('database, MB', ({ megabytes }) => megabytes),
      ],
    ),
    table(
      'Sent by the clock',
      ['', 'expected', 'messages', 'sent again'],
      messages.map(({ kind, expected, messages: count, again }) => [
        ...[kind, expected === undefined ? '' : short(expected), short(count), short(again)],
      ]),
    ),
    ...Object.entries(refused).map(([what, count]) => `${count} × ${what}`),
  ].join('\n');
}
