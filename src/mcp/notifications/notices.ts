import { PAGE_KINDS, type PageKind } from '../../../tools/definition.ts';
import type { Address } from '../addresses/address.ts';

/** Which resources a write may have changed. It carries ids only, and nothing of what was written. */
export interface ResourceChange {
  kinds: readonly PageKind[];
  /** The contacts concerned; absent when they are not known. */
  ids?: string[];
  /** Contacts or groups came or went: there are other addresses to read now. */
  list: boolean;
}

/** The change to publish where something changed and nobody knows what. */
export const ANYTHING: ResourceChange = { kinds: PAGE_KINDS, list: true };

/** Whether a read of the address may answer something else after the change. */
export function touches({ kinds, ids }: ResourceChange, { kind, id }: Address): boolean {
  if (kind === 'photo' || !kinds.includes(kind)) return false;
  const ofOneContact = kind === 'contact' || kind === 'timeline';
  return !ofOneContact || ids === undefined || ids.includes(id!);
}

/** Carries changes from where data is written to the hosts that asked to be told. One process, or several nodes. */
export interface Notices {
  /** `change` is only called when somebody may be listening. */
  publish(userId: string, change: () => ResourceChange): void;
  /** Tells the listener of a user's changes until the returned function is called. */
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

const POLL_MS = 1_000;

/**
 * Changes by other processes on the same data. Nobody announces them, so while somebody listens, `hasChanged` is asked every
 * second. It cannot say what changed, so anything may have.
 */
export function otherProcesses(hasChanged: () => Promise<boolean>): Pick<Notices, 'subscribe'> {
  const listeners = new Set<(change: ResourceChange) => void>();
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    if (await hasChanged()) for (const listener of listeners) listener(ANYTHING);
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
