import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { temporaryFolder } from '../support/service.ts';
import type { WindowedService } from './windowed-service.ts';

export interface LimitRun {
  /** Calls that were answered. */
  done: number;
  /** Why calls failed; none should. */
  failed: string[];
  /** What each process said of Redis, in order. */
  redis: string[][];
}

export interface LimitOptions {
  service: WindowedService;
  processes: number;
  /** How many windows to keep it up. */
  windows: number;
  redisUrl?: string;
  /** Called when a window begins, with its number from 0. */
  onWindow?(number: number): void;
}

/** Processes that share one key send all they can for some windows of its limit. */
export async function runLimit(options: LimitOptions): Promise<LimitRun> {
  const { service, processes, windows, redisUrl = '', onWindow = () => {} } = options;
  const folder = temporaryFolder();
  const program = await buildWorker(folder.path);
  const over = new Promise<void>((resolve) => {
    service.onWindow = (number) => (number === windows ? resolve() : onWindow(number));
  });
  const args = [service.baseUrl, service.apiKey, redisUrl];
  const workers = Array.from({ length: processes }, () => fork(program, args));
  await over;
  const tallies = await Promise.all(workers.map(finish));
  folder.remove();
  return {
    done: tallies.reduce((sum, { done }) => sum + done, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    redis: tallies.map(({ redis }) => redis),
  };
}

async function buildWorker(folder: string): Promise<string> {
  const outfile = `${folder}/worker.mjs`;
  const beside = new URL('limit-worker.ts', import.meta.url).pathname;
  // A script that was bundled has left its place.
  const entry = existsSync(beside) ? beside : 'test/client/limit-worker.ts';
  const js = "import { createRequire as $r } from 'node:module';const require=$r(import.meta.url);";
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', banner: { js } });
  return outfile;
}

async function finish(worker: ChildProcess): Promise<LimitRun & { redis: string[] }> {
  worker.send('stop');
  for (;;) {
    const [message] = await once(worker, 'message');
    if (typeof message === 'object') return message;
  }
}

/** What part of the budget was used in the windows from `first` up to `end`, and how many requests were refused. */
export function use(
  { windows, limit }: WindowedService,
  first: number,
  end: number,
): { used: number; refused: number } {
  const looked = windows.slice(first, end);
  const sum = (part: 'taken' | 'refused') => looked.reduce((total, window) => total + window[part], 0);
  return { used: sum('taken') / (limit * looked.length), refused: sum('refused') };
}
