import { PAGE_KINDS, type PageKind } from '../../../tools/definition.ts';
import type { ResourceUri } from '../addresses/resource-uri.ts';

/** Resources that a write may have changed. It contains ids, never content. */
export interface ResourceChange {
  kinds: readonly PageKind[];
  /** The affected contacts; absent if unknown. */
  ids?: string[];
  /** Contacts or groups were added or deleted, so the list of resources changed. */
  list: boolean;
}

/** An unknown change. */
export const UNKNOWN_CHANGE: ResourceChange = { kinds: PAGE_KINDS, list: true };

/** Returns whether the change can affect the resource at an address. */
export function affects({ kinds, ids }: ResourceChange, { kind, id }: ResourceUri): boolean {
  // It counts everything.
  if (kind === 'overview') return true;
  if (kind === 'photo' || !kinds.includes(kind)) return false;
  const ofOneContact = kind === 'contact' || kind === 'timeline';
  return !ofOneContact || ids === undefined || ids.includes(id!);
}

/** Publishes changes to subscribed clients, within one process or across nodes. */
export interface ChangePublisher {
  /** Calls `change` only if there may be a subscriber. */
  publish(userId: string, change: () => ResourceChange): void;
  /** Calls the listener for a user's changes until the returned function is called. */
  subscribe(userId: string, listener: (change: ResourceChange) => void): () => void;
}

/** Notices within one process. */
export function localNotices(): ChangePublisher {
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

const POLL_MS = 1_000;

/**
 * Changes by other processes on the same data. Nothing announces them, so `hasChanged` is polled every second while there is
 * a subscriber. It does not report what changed.
 */
export function otherProcesses(hasChanged: () => Promise<boolean>): Pick<ChangePublisher, 'subscribe'> {
  const listeners = new Set<(change: ResourceChange) => void>();
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    if (await hasChanged()) for (const listener of listeners) listener(UNKNOWN_CHANGE);
  };
  return {
    subscribe(_userId, listener) {
      listeners.add(listener);
      timer ??= setInterval(() => void poll(), POLL_MS).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** Combines two sources of changes. */
export const withOthers = (own: ChangePublisher, others: Pick<ChangePublisher, 'subscribe'>): ChangePublisher => ({
  publish: own.publish,
  subscribe(userId, listener) {
    const ends = [own.subscribe(userId, listener), others.subscribe(userId, listener)];
    return () => {
      for (const end of ends) end();
    };
  },
});
