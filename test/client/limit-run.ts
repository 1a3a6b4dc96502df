import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from '../support/service.ts';
import type { WindowedService } from './windowed-service.ts';

export interface LimitRun {
  /** Calls that were answered. */
  done: number;
  /** Why calls failed; none should. */
  failed: string[];
}

export interface LimitOptions {
  service: WindowedService;
  processes: number;
  redisUrl?: string;
  /** What happens meanwhile; the run ends with it. */
  story(run: RunningLimit): Promise<void>;
}

export interface RunningLimit {
  /** What each process has said of Redis so far, in order. */
  said: string[][];
  /** Waits until it holds, looking when a window begins and when a process has said something. */
  until(holds: () => boolean): Promise<void>;
}

/** Processes that share one key send all they can while the story lasts. */
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
  // A script that was bundled has left its place.
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

/** What part of the budget was used in the last `count` whole windows, and how many requests were refused. */
export function use({ windows, limit }: WindowedService, count: number): { used: number; refused: number } {
  const looked = windows.slice(0, -1).slice(-count);
  if (looked.length < count) return { used: 0, refused: 0 };
  const sum = (part: 'taken' | 'refused') => looked.reduce((total, window) => total + window[part], 0);
  return { used: sum('taken') / (limit * looked.length), refused: sum('refused') };
}
