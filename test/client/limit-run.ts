import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from '../support/service.ts';
import type { WindowedService } from './windowed-service.ts';

export interface LimitRun {
  /** Calls that succeeded. */
  done: number;
  /** Why calls failed. None should. */
  failed: string[];
}

export interface LimitOptions {
  service: WindowedService;
  processes: number;
  redisUrl?: string;
  /** Events of the run, which ends with the story. */
  story(run: RunningLimit): Promise<void>;
}

export interface RunningLimit {
  /** Messages of each process about Redis so far, in order. */
  said: string[][];
  /** Waits for a condition, checked at each new window and each message of a process. */
  until(holds: () => boolean): Promise<void>;
}

/** Runs processes that share one key and send as fast as they can while the story runs. */
export async function runLimit({ service, processes, redisUrl = '', story }: LimitOptions): Promise<LimitRun> {
  const folder = temporaryFolder();
  const program = await buildWorker(folder.path);
  const news = new EventEmitter();
  service.onWindow = () => news.emit('news');
  const workers = Array.from({ length: processes }, () => fork(program, [service.baseUrl, service.apiKey, redisUrl]));
  const said = workers.map((worker) => {
    const words: string[] = [];
    worker.on('message', (word) => {
      if (typeof word === 'string') words.push(word);
      news.emit('news');
    });
    return words;
  });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(news, 'news');
  };
  await story({ said, until });
  const tallies = await Promise.all(workers.map(finish));
  folder.remove();
  return {
    done: tallies.reduce((sum, { done }) => sum + done, 0),
    failed: tallies.flatMap(({ failed }) => failed),
  };
}

async function buildWorker(folder: string): Promise<string> {
  const outfile = `${folder}/worker.mjs`;
  const beside = fileURLToPath(new URL('limit-worker.ts', import.meta.url));
  // A bundled script is no longer in its own folder.
  const entry = existsSync(beside) ? beside : 'test/client/limit-worker.ts';
  const js = "import { createRequire as $r } from 'node:module';const require=$r(import.meta.url);";
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', banner: { js } });
  return outfile;
}

async function finish(worker: ChildProcess): Promise<LimitRun> {
  worker.send('stop');
  for (;;) {
    const [message] = await once(worker, 'message');
    if (typeof message === 'object') return message;
  }
}

/** The share of the budget used in the last `count` complete windows, and the number of refused requests. */
export function use({ windows, limit }: WindowedService, count: number): { used: number; refused: number } {
  const looked = windows.slice(0, -1).slice(-count);
  if (looked.length < count) return { used: 0, refused: 0 };
  const sum = (part: 'taken' | 'refused') => looked.reduce((total, window) => total + window[part], 0);
  return { used: sum('taken') / (limit * looked.length), refused: sum('refused') };
}
