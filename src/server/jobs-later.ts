import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerLocation } from '../service/runtime/handler.ts';
import { logFault } from './composition/log.ts';
import type { RunnerData } from './jobs/runner.ts';

export interface LaterJobs {
  /** Stops running jobs and releases them, within half a second. */
  stop(): Promise<void>;
}

/** Starts the job runner after the process is ready, because its code loads later. */
export function jobsLater(open: () => Promise<RunnerData>, place: ServerLocation): LaterJobs {
  const started = (async () => {
    await nextTurn();
    const [{ startRunner }, { JOB_KINDS }] = await Promise.all([import('./jobs/runner.ts'), import('./job-kinds.ts')]);
    return startRunner({ open, kinds: JOB_KINDS, place, onFault });
  })();
  return { stop: async () => (await started).stop() };
}

function onFault(error: unknown): string {
  const id = randomUUID();
  logFault(id, error);
  return id;
}
