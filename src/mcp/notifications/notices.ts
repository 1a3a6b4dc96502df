import type { Change } from './changes.ts';

/** Carries changes from where data is written to the hosts that asked to be told. One process, or several nodes. */
export interface Notices {
  /** `change` is only worked out when somebody may be listening. */
  publish(userId: string, change: () => Change): void;
  /** Tells of a user's changes until the function it answers is called. */
  subscribe(userId: string, listener: (change: Change) => void): () => void;
}

/** Notices within this process. */
export function localNotices(): Notices {
  const listeners = new Map<string, Set<(change: Change) => void>>();
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
