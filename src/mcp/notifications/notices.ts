import { ANYTHING, type ResourceChange } from './changes.ts';

/** Carries changes from where data is written to the hosts that asked to be told. One process, or several nodes. */
export interface Notices {
  /** `change` is only worked out when somebody may be listening. */
  publish(userId: string, change: () => ResourceChange): void;
  /** Tells of a user's changes until the function it answers is called. */
  subscribe(userId: string, listener: (change: ResourceChange) => void): () => void;
}

/** Notices within this process. */
export function localNotices(): Notices {
  const listeners = new Map<string, Set<(change: ResourceChange) => void>>();
  return {
    publish(userId, change) {
      const own = listeners.get(userId);
      if (!own) return;
      const happened = change();
      for (const listener of own) listener(happened);
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
  };
}

const LOOK_MS = 1_000;

/**
 * Changes by other processes on the same data. Nobody tells of them, so while somebody listens `look` is asked now
 * and then whether there was any; what changed it cannot say, so everything may have.
 */
export function otherProcesses(look: () => Promise<boolean>): Pick<Notices, 'subscribe'> {
  const listeners = new Set<(change: ResourceChange) => void>();
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
