import { ANYTHING, type Change } from './changes.ts';
import type { Notices } from './notices.ts';

const LOOK_MS = 1_000;

/**
 * Changes by other processes on the same data. Nobody tells of them, so while somebody listens `look` is asked now
 * and then whether there was any; what changed it cannot say, so everything may have.
 */
export function otherProcesses(look: () => Promise<boolean>): Pick<Notices, 'subscribe'> {
  const listeners = new Set<(change: Change) => void>();
  let timer: NodeJS.Timeout | undefined;
  const lookNow = async () => {
    if (await look()) for (const listener of listeners) listener(ANYTHING);
  };
  return {
    subscribe(_userId, listener) {
      listeners.add(listener);
      timer ??= setInterval(() => void lookNow(), LOOK_MS).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** Two sources of changes as one. */
export const withOthers = (own: Notices, others: Pick<Notices, 'subscribe'>): Notices => ({
  publish: own.publish,
  subscribe(userId, listener) {
    const ends = [own.subscribe(userId, listener), others.subscribe(userId, listener)];
    return () => {
      for (const end of ends) end();
    };
  },
});
