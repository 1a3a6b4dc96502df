import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from '../targets.ts';
import type { Load, Loaded } from './worker.ts';

/** The process that loads nodes. */
export interface Loader {
  run(load: Load): Promise<Loaded>;
  stop(): void;
}

export function startLoader(): Loader {
  const child: ChildProcess = fork(bundled('load/worker'), { execArgv: [] });
  return {
    async run(load) {
      child.send(load);
      const answered = new AbortController();
      const ended = once(child, 'exit', answered).then(() => Promise.reject(new Error('the loader ended')));
      // Aborted, which is no failure.
      ended.catch(() => {});
      try {
        const [loaded] = await Promise.race([once(child, 'message', answered), ended]);
        return loaded as Loaded;
      } finally {
        answered.abort();
      }
    },
    stop: () => void child.kill(),
  };
}
