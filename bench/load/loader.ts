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
      const answer = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (typeof answer[0] !== 'object' || answer[0] === null) throw new Error('the loader ended');
      return answer[0] as Loaded;
    },
    stop: () => void child.kill(),
  };
}
