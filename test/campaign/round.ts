import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, randomFaults, startFaultProxy } from '../client/fault-proxy.ts';
import { loseUnsynced, tracedWrites } from '../support/power-cut.ts';
import type { RedisServer } from '../support/redis.ts';
import { recording } from '../support/trace.ts';
import { type Break, breakAfter, breakBefore } from './breaks.ts';
import { checkHistory } from './check.ts';
import { Clients } from './clients.ts';
import { drawEvents, type EventName, type EventTargets, RUN, revive } from './events.ts';
import { digestOf, readFinalState } from './final-state.ts';
import type { Violation } from './history.ts';
import { readLedger } from './ledger.ts';
import type { SessionSpec } from './session.ts';
import { startStaleProxy } from './stale-proxy.ts';
import type { Subject } from './subject.ts';

export interface RoundOptions {
  number: number;
  writes: number;
  kills: number;
  random: () => number;
  /** Whether each kill of the service is a power cut. */
  cuts: boolean;
  bulkShare: number;
  folder: string;
  program: string;
  broken?: Break | undefined;
  /** Ends the round early with the results so far. */
  signal: AbortSignal;
  onWrites(writes: number): void;
}

export interface RoundResult {
  tally: Tally;
  events: Partial<Record<EventName, number>>;
  met: Partial<Record<Fault, number>>;
  violations: Violation[];
  users: { apiKey: string; digest: string }[];
}

export const TALLY = {
  acknowledged: 'writes acknowledged',
  single: 'of these, alone or in a call of up to ten',
  open: 'writes left without an answer',
  refused: 'writes refused, as the record was gone',
  reads: 'reads checked',
  replayed: 'calls answered from the record of an earlier try',
  again: 'acknowledged calls sent once more under their key',
  users: 'users',
} as const;
export type Tally = Record<keyof typeof TALLY, number>;

export const noTally = (): Tally => Object.fromEntries(Object.keys(TALLY).map((name) => [name, 0])) as Tally;

const PROCESSES = 2;
const OWN_CLIENTS = 3;
const SHARED_CLIENTS = 2;

/** Runs a round: new users, clients that write for them during faults, and a check of the result. */
export async function runRound(
  subject: Subject,
  redis: RedisServer | undefined,
  options: RoundOptions,
): Promise<RoundResult> {
  const { random, signal, broken } = options;
  const folder = join(options.folder, `round-${options.number}`);
  mkdirSync(folder, { recursive: true });
  const users = await makeUsers(subject, options);
  const service = serviceOf(subject, options, folder);
  await service.start();
  if (options.number === 0) await breakBefore(broken, subject);
  const stale = broken === 'stale' ? await startStaleProxy(subject.baseUrl) : undefined;
  const direct = stale?.baseUrl ?? subject.baseUrl;
  const proxy = await startFaultProxy(direct, randomFaults(random, 1_000));
  const specs = sessionSpecs(users, folder, [proxy.baseUrl, direct], options.bulkShare);

  let progress = 0;
  let wake = () => {};
  const clients = new Clients(options.program, specs, random, (writes) => {
    progress += writes;
    options.onWrites(writes);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  const reached = async (wanted: number) => {
    while (progress < wanted && !signal.aborted) {
      clients.check();
      await new Promise<void>((resolve, reject) => {
        const stuck = setTimeout(
          () => reject(new Error(`no write was acknowledged in ${STUCK_MS / 1000} s`)),
          STUCK_MS,
        );
        const looksAfter = setTimeout(() => void revive(subject).catch(reject), QUIET_MS);
        wake = () => {
          clearTimeout(stuck);
          clearTimeout(looksAfter);
          resolve();
        };
      });
    }
  };
  const scene: EventTargets = { subject, redis, random, restart: service.restart, killClient: () => clients.killOne() };
  const events: RoundResult['events'] = {};
  for (const { at, event } of drawEvents(scene, options.kills, options.cuts)) {
    await reached(at * options.writes);
    if (signal.aborted) break;
    await RUN[event](scene);
    events[event] = (events[event] ?? 0) + 1;
  }
  await reached(options.writes);
  signal.removeEventListener('abort', onAbort);
  await clients.stop();
  if (options.cuts) await service.restart();
  await proxy.stop();
  await stale?.stop();
  await breakAfter(broken, subject, users);

  const result: RoundResult = { tally: noTally(), events, met: {}, violations: [], users: [] };
  for (const { fault } of proxy.met) result.met[fault] = (result.met[fault] ?? 0) + 1;
  for (const user of users) await judge(user, specs.flat(), subject, result);
  await subject.kill();
  if (result.violations.length === 0) rmSync(folder, { recursive: true });
  return result;
}

const STUCK_MS = 900_000;
/** After this long without a write, checks the database, which may have exited after a fault. */
const QUIET_MS = 10_000;

interface RoundUser {
  id: string;
  apiKey: string;
}

/** One user per process, plus one for clients of all processes. */
async function makeUsers(subject: Subject, { number }: RoundOptions): Promise<RoundUser[]> {
  const users: RoundUser[] = [];
  for (let index = 0; index <= PROCESSES; index++) {
    users.push(await subject.newUser(`round${number}user${index}@example.com`));
  }
  return users;
}

function sessionSpecs(users: RoundUser[], folder: string, addresses: string[], bulkShare: number): SessionSpec[][] {
  return Array.from({ length: PROCESSES }, (_, index) => {
    const owners = [...Array(OWN_CLIENTS).fill(index), ...Array(SHARED_CLIENTS).fill(PROCESSES)] as number[];
    return owners.map((owner, session) => ({
      baseUrl: addresses[index % addresses.length]!,
      apiKey: users[owner]!.apiKey,
      ledger: join(folder, `process-${index}-client-${session}.jsonl`),
      // User ids are random: no two campaigns, rounds, or users share a word.
      prefix: `w${users[owner]!.id.replaceAll('-', '').slice(-12)}p${index}l${session}`,
      bulkShare,
    }));
  });
}

/** Starts and restarts the service, in a round of power cuts under a tracer that records syncs. */
function serviceOf(subject: Subject, { random, cuts, broken }: RoundOptions, folder: string) {
  const log = join(subject.dataDir, 'kith.db-wal');
  const trace = join(folder, 'trace');
  const start = async () => {
    rmSync(trace, { force: true });
    const fault = broken === 'fsync' ? 'retval=0' : undefined;
    const under = cuts ? recording(trace, 'pwrite64,fsync,fdatasync', fault) : [];
    await subject.start({ under, clock: Array.from({ length: 20 }, () => Math.round((random() - 0.5) * CLOCK_MS)) });
  };
  const restart = async () => {
    await subject.kill();
    if (cuts) loseUnsynced(subject.dataDir, tracedWrites(trace, log).unsynced);
    await start();
  };
  return { start, restart };
}

/** The service's wall clock is off by up to half an hour. */
const CLOCK_MS = 3_600_000;

/** Reads a user's final data, and checks it and all earlier reads against the acknowledged writes. */
async function judge(user: RoundUser, specs: SessionSpec[], subject: Subject, result: RoundResult): Promise<void> {
  const final = await readFinalState(subject.baseUrl, user.apiKey);
  const ledgers = specs.filter(({ apiKey }) => apiKey === user.apiKey).map(({ ledger }) => readLedger(ledger));
  const writes = ledgers.flatMap((ledger) => ledger.writes);
  const reads = ledgers.flatMap((ledger) => ledger.reads);
  result.violations.push(...checkHistory({ writes, reads, final }));
  const refusals = ledgers.flatMap((ledger) => ledger.refusals);
  result.violations.push(...refusals.map((text): Violation => ({ kind: 'refused', text })));
  result.users.push({ apiKey: user.apiKey, digest: digestOf(final) });

  const { tally } = result;
  for (const { weight, acknowledged, refused, again = [] } of writes) {
    if (refused) tally.refused += weight;
    else if (acknowledged === undefined) tally.open += weight;
    else {
      tally.acknowledged += weight;
      if (weight <= 10) tally.single += weight;
    }
    tally.again += again.length;
  }
  tally.reads += reads.length;
  tally.replayed += ledgers.reduce((sum, { replayed }) => sum + replayed, 0);
  tally.users++;
}
