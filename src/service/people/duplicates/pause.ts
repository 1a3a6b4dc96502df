import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long it works before others get their turn. */
const SLICE_MS = 12;

/** For long work in slices, so that others are served meanwhile. */
export interface Pause {
  isDue(): boolean;
  now(): Promise<void>;
}

export function makePause(): Pause {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > SLICE_MS,
    async now() {
      await nextTurn();
      since = performance.now();
    },
  };
}
