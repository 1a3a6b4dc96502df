import { remoteClient } from '../../src/client/remote.ts';
import { randomFrom } from '../support/random.ts';
import { startService } from '../support/service.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { isEarly } from '../support/wire-times.ts';
import {
  FAULTS,
  type Fault,
  type FaultProxy,
  type Forwarded,
  type ProxiedRequest,
  randomFaults,
  startFaultProxy,
} from './fault-proxy.ts';
import { RandomWrites, stored, type WriteTally } from './random-writes.ts';

export interface FaultRun {
  seed: number;
  writes: number;
  tally: WriteTally;
  /** Number of requests that met each fault. */
  met: Record<Fault, number>;
  /** Requests that had an effect twice. The run ends at the first one. */
  doubled: string[];
  /** Lines that were acknowledged and are not stored. */
  lost: string[];
  /** Lines that are stored and were not acknowledged: done twice, or without a reply. */
  surplus: string[];
  /** Requests sent before the end of a requested wait. */
  early: number;
  milliseconds: number;
}

/** Sends random writes through the fault proxy to a new service, then checks the result. */
export async function runFaults(options: { writes: number; seed: number; stormEvery: number }): Promise<FaultRun> {
  const { writes, seed, stormEvery } = options;
  const service = await startService();
  const { apiKey } = await service.user();
  const random = randomFrom(seed);
  const clock = virtualClock();
  const doubled: string[] = [];
  const watch = effectsOnce((asked) => {
    doubled.push(asked);
    run.stop();
  });
  const faults = randomFaults(random, stormEvery, clock.now);
  const proxy = await startFaultProxy(service.baseUrl, faults, watch, clock.now);
  const connect = (baseUrl: string) =>
    remoteClient({ baseUrl, apiKey, timeoutMs: 1_000, retries: 6, maxConcurrent: CONCURRENT }, clock);
  const [client, direct] = [connect(proxy.baseUrl), connect(service.baseUrl)];
  const run = new RandomWrites(client, random);
  try {
    const started = performance.now();
    await run.run(writes);
    const milliseconds = performance.now() - started;
    const [expected, found] = [run.expected(), await stored(direct)];
    return {
      seed,
      writes,
      tally: run.tally,
      met: countMet(proxy),
      doubled,
      lost: without(expected, found),
      surplus: without(found, expected),
      early: earlyRequests(proxy.met),
      milliseconds,
    };
  } finally {
    await Promise.all([client.close(), direct.close()]);
    await proxy.stop();
    await service.stop();
    clock.stop();
  }
}

/** Reports the second effect of a request. Every word is used once, so no two requests are equal. */
function effectsOnce(onDouble: (asked: string) => void): (answer: Forwarded) => void {
  const seen = new Set<string>();
  return ({ method, asked, status, replayed }) => {
    if (method === 'GET' || status >= 300 || replayed) return;
    const request = `${method} ${asked}`;
    if (seen.has(request)) onDouble(request);
    seen.add(request);
  };
}

const CONCURRENT = 10;

/** Elements of `a` that are not in `b`, with multiplicity. */
function without(a: string[], b: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of b) left.set(line, (left.get(line) ?? 0) + 1);
  return a.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function countMet({ met }: FaultProxy): Record<Fault, number> {
  const counts = Object.fromEntries(Object.keys(FAULTS).map((fault) => [fault, 0])) as Record<Fault, number>;
  for (const { fault } of met) counts[fault]++;
  return counts;
}

/** Requests sent although their client knew about a longer wait. */
function earlyRequests(met: ProxiedRequest[]): number {
  const asked = met.filter(({ retryAfter }) => retryAfter !== undefined);
  const early = ({ times }: ProxiedRequest) =>
    asked.some((answer) => isEarly(times, answer.times, answer.retryAfter! * 1000));
  return met.filter(early).length;
}
