import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './service.ts';

/**
 * The longest time that a request may delay others, in milliseconds of the main thread's CPU time. On an idle computer
 * the longest is about 150. With processes sharing a core, the same work counted as 760. The faults it guards against
 * take seconds.
 */
export const MAX_STRETCH_MS = 1_500;

/** Between two requests of `pollWhile`: otherwise, polling costs more than the work it watches. */
const PAUSE_MS = 10;

interface LoopProbe {
  /** Start the watched process with these: `startService(undefined, probe.env)`. */
  env: Record<string, string>;
  /**
   * The longest CPU time that the main thread took between two event loop turns, in milliseconds, since the last call.
   * Time spent waiting for a processor does not count, so it is valid on a busy computer.
   */
  longest(): Promise<number>;
}

/** Watches a process's event loop from inside. */
export function loopProbe(): LoopProbe {
  const place = process.platform === 'win32' ? String.raw`\\.\pipe` : tmpdir();
  const socketPath = join(place, `kith-probe-${randomUUID().slice(0, 8)}.sock`);
  const preload = new URL('../../test/support/loop-probe-preload.mjs', import.meta.url).href;
  const options = [process.env.NODE_OPTIONS, `--import=${preload}`].filter(Boolean).join(' ');
  return {
    env: { NODE_OPTIONS: options, KITH_TEST_PROBE_SOCKET: socketPath },
    longest: async () => Number(await text(connect(socketPath))),
  };
}

/**
 * Requests `GET /v2/users/me` every few milliseconds until `work` is done. Returns the duration of each, in
 * milliseconds.
 */
export async function pollWhile(user: Api, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let isDone = false;
  const worked = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const since = performance.now();
    const { status } = await user.get('/v2/users/me');
    if (status !== 200) throw new Error(`GET /v2/users/me was answered ${status}`);
    took.push(performance.now() - since);
    await sleep(PAUSE_MS);
  }
  await worked;
  return took;
}

/** The duration that 99 of 100 stay under. */
export const p99 = (durations: readonly number[]): number =>
  [...durations].sort((a, b) => a - b)[Math.ceil(durations.length * 0.99) - 1] ?? 0;
