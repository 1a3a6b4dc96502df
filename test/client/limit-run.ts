import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { build } from 'esbuild';
import { temporaryFolder } from '../support/service.ts';
import { startWindowedService, type Window } from './windowed-service.ts';

export interface LimitRun {
  limit: number;
  windowSeconds: number;
  /** Whole windows after the first, in which the processes get to know the limit. */
  steady: Window[];
  first: Window;
  done: number;
  failed: string[];
  /** What each process said of Redis. */
  redis: string[][];
}

interface Tally {
  done: number;
  failed: string[];
  redis: string[];
}

export interface LimitOptions {
  limit: number;
  windowSeconds: number;
  /** Windows to look at, the first included. */
  windows: number;
  processes: number;
  redisUrl?: string;
  /** Called when a window begins, with its number from 0. */
  onWindow?(number: number, workers: ChildProcess[]): void;
}

/** Processes that share one key send all they can for some windows of the limit. */
export async function runLimit(options: LimitOptions): Promise<LimitRun> {
  const { limit, windowSeconds, windows, processes, redisUrl = '' } = options;
  const folder = temporaryFolder();
  const outfile = `${folder.path}/worker.mjs`;
  const source = new URL(import.meta.url).pathname.includes('.cache')
    ? 'test/client'
    : new URL('.', import.meta.url).pathname;
  const banner = { js: "import { createRequire as $r } from 'node:module';const require=$r(import.meta.url);" };
  await build({
    entryPoints: [`${source}/limit-worker.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner,
  });

  let ended!: () => void;
  const done = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const workers: ChildProcess[] = [];
  const service = await startWindowedService(limit, windowSeconds, (number) => {
    if (number === windows) ended();
    else options.onWindow?.(number, workers);
  });
  for (let count = 0; count < processes; count++) workers.push(fork(outfile, [service.baseUrl, redisUrl]));
  await done;
  // What the next window has begun with is no longer looked at.
  const [first, ...steady] = service.windows.slice(0, windows).map((window) => ({ ...window }));
  const tallies = await Promise.all(workers.map(finish));
  await service.stop();
  folder.remove();
  return {
    limit,
    windowSeconds,
    first: first!,
    steady,
    done: tallies.reduce((sum, tally) => sum + tally.done, 0),
    failed: tallies.flatMap((tally) => tally.failed),
    redis: tallies.map((tally) => tally.redis),
  };
}

async function finish(worker: ChildProcess): Promise<Tally> {
  worker.send('stop');
  for (;;) {
    const [message] = await once(worker, 'message');
    if (typeof message === 'object') return message as Tally;
  }
}

/** What part of the steady windows' budget was used, and how many requests were refused in them. */
export function steadyUse({ limit, steady }: LimitRun): { used: number; refused: number } {
  const taken = steady.reduce((sum, window) => sum + window.taken, 0);
  return { used: taken / (limit * steady.length), refused: steady.reduce((sum, window) => sum + window.refused, 0) };
}
