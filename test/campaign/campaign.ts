import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../client/fault-proxy.ts';
import { damage } from '../support/data-folder.ts';
import { randomFrom } from '../support/random.ts';
import { canStartRedis, startRedis } from '../support/redis.ts';
import { canTrace } from '../support/trace.ts';
import type { Break } from './breaks.ts';
import { buildWorker } from './clients.ts';
import { type EventName, KILLS } from './events.ts';
import { digestOf, readFinalState } from './final-state.ts';
import type { Violation } from './history.ts';
import { noTally, type RoundResult, runRound, type Tally } from './round.ts';
import { type EngineName, startSubject } from './subject.ts';

export interface CampaignOptions {
  engine: EngineName;
  writes: number;
  kills: number;
  seed: number;
  /** Folder for data and ledgers. Ledgers of a round without violations are removed. */
  folder: string;
  /** Writes of one round. */
  roundWrites?: number;
  /** Initial share of bulk creates among the calls. */
  bulkShare?: number;
  /** Seconds for the whole campaign. If the writes would take longer, larger calls send them. */
  seconds?: number;
  /** Rounds with power cuts (default: one in ten if system calls can be traced). */
  cuts?: boolean;
  redis?: boolean;
  broken?: Break | undefined;
  signal: AbortSignal;
  onProgress?(campaign: CampaignResult): void;
}

export interface CampaignResult {
  engine: EngineName;
  seed: number;
  /** Stopped before all requested writes were done. */
  stopped: boolean;
  rounds: number;
  /** Acknowledged writes, as reported by the clients. */
  progress: number;
  tally: Tally;
  events: Partial<Record<EventName, number>>;
  met: Partial<Record<Fault, number>>;
  violations: Violation[];
  /** Users of earlier rounds, read once more at the end. */
  readAgain: number;
  seconds: number;
}

/** Runs rounds on one database until enough was written and killed, then reads everything once more. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { engine, seed, signal, broken } = options;
  const { roundWrites = 10_000, cuts } = options;
  let { bulkShare = 0.05 } = options;
  const folder = join(options.folder, engine);
  if (existsSync(folder)) throw new Error(`${folder} is there already, from another campaign: give a new folder`);
  mkdirSync(folder, { recursive: true });
  // The database server may run as another user.
  for (const path of [options.folder, folder]) chmodSync(path, 0o711);
  const redis = options.redis !== false && canStartRedis() ? await startRedis() : undefined;
  const postgresSettings = broken === 'fsync' ? ['synchronous_commit=off'] : [];
  const subject = await startSubject({ engine, folder, redisUrl: redis?.url, postgresSettings });
  const result = emptyResult(options);
  const started = performance.now();
  const users: RoundResult['users'] = [];
  const rounds = Math.max(1, Math.round(options.writes / roundWrites));
  try {
    const program = await buildWorker(folder);
    for (let number = 0; number < rounds && !signal.aborted; number++) {
      const roundStarted = performance.now();
      const share = (total: number) =>
        Math.floor((total * (number + 1)) / rounds) - Math.floor((total * number) / rounds);
      const round = await runRound(subject, redis, {
        number,
        writes: share(options.writes),
        kills: share(options.kills),
        random: randomFrom(seed * 1_000 + number),
        cuts: engine === 'sqlite' && canTrace && (cuts ?? (broken === 'fsync' || number % 10 === 5)),
        bulkShare,
        folder,
        program,
        broken,
        signal,
        onWrites(writes) {
          result.progress += writes;
        },
      });
      add(result, round);
      users.push(...round.users);
      result.seconds = (performance.now() - started) / 1000;
      bulkShare = paced(bulkShare, {
        now: round.tally.acknowledged / ((performance.now() - roundStarted) / 1000),
        wanted: (options.writes - result.progress) / ((options.seconds ?? Number.POSITIVE_INFINITY) - result.seconds),
      });
      options.onProgress?.(result);
      if (result.violations.length > 0) break;
      if (engine === 'sqlite' && number % 10 === 9) reportDamage(subject.dataDir, result);
    }
    result.stopped = result.rounds < rounds || signal.aborted;
    if (engine === 'sqlite') reportDamage(subject.dataDir, result);
    if (result.violations.length === 0) {
      await subject.start();
      for (const { apiKey, digest } of users) {
        const same = digestOf(await readFinalState(subject.baseUrl, apiKey)) === digest;
        if (!same) result.violations.push({ kind: 'lost', text: 'the data of a user changed after its round' });
        result.readAgain++;
      }
    }
  } catch (error) {
    result.stopped = true;
    result.violations.push({ kind: 'broken', text: String((error as Error).stack) });
  } finally {
    await subject.stop();
    await redis?.remove();
  }
  result.seconds = (performance.now() - started) / 1000;
  return result;
}

/**
 * Adjusts the share of bulk creates: more if calls are too slow, fewer if they are fast enough. Rates are writes per
 * second.
 */
function paced(bulkShare: number, { now, wanted }: { now: number; wanted: number }): number {
  if (wanted < 0 || wanted > now) return Math.min(0.5, (bulkShare || 0.01) * 1.5);
  return wanted < 0.8 * now ? Math.max(0.01, bulkShare / 1.5) : bulkShare;
}

const emptyResult = ({ engine, seed }: CampaignOptions): CampaignResult => ({
  ...{ engine, seed, stopped: false, rounds: 0, progress: 0, tally: noTally() },
  ...{ events: {}, met: {}, violations: [], readAgain: 0, seconds: 0 },
});

function add(result: CampaignResult, { tally, events, met, violations }: RoundResult): void {
  result.rounds++;
  result.violations.push(...violations);
  const sum = (into: Record<string, number>, from: Record<string, number>) => {
    for (const [name, count] of Object.entries(from)) into[name] = (into[name] ?? 0) + count;
  };
  sum(result.tally, tally);
  sum(result.events, events);
  sum(result.met, met);
  // The clients' last report may be older than their ledgers.
  result.progress = result.tally.acknowledged;
}

function reportDamage(dataDir: string, { violations }: CampaignResult): void {
  violations.push(...damage(dataDir).map((text): Violation => ({ kind: 'damage', text })));
}

export const killsOf = ({ events }: CampaignResult): number =>
  KILLS.reduce((sum, name) => sum + (events[name] ?? 0), 0);
