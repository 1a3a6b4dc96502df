import type { Server, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { once } from '../../shared/once.ts';
import { parseResourceUri } from '../addresses/resource-uri.ts';
import { affects, type ChangePublisher, type ResourceChange } from './notices.ts';

/** Returns the subscribed addresses that a change affects, exactly as the client wrote them. */
const touched = (change: ResourceChange, uris: Iterable<string>): string[] =>
  [...uris].filter((uri) => {
    const address = parseResourceUri(uri);
    return address && affects(change, address);
  });

/** Limits the memory and work that a broken client can cause. */
const MAX_URIS = 10_000;

/** Returns the addresses in a `subscriptions/listen`; undefined for any other message. The message is not validated yet. */
export function listenedUris(message: unknown): string[] | undefined {
  const { method, params } = (message ?? {}) as Partial<Record<'method' | 'params', unknown>>;
  if (method !== 'subscriptions/listen') return undefined;
  const { notifications } = (params ?? {}) as { notifications?: { resourceSubscriptions?: unknown } };
  const uris = notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string').slice(0, MAX_URIS) : [];
}

export interface ListenRequest {
  userId: string;
  uris: string[];
  stillAllowed(): Promise<boolean>;
  /** Ends the stream. */
  end(): void;
}

export interface ListenBus {
  /** Event bus for `subscriptions/listen`. A subscription gets only the changes of its request's user. */
  bus: ServerEventBus;
  /** Returns the number of a user's open streams. */
  streamsOf(userId: string): number;
}

export function listenBus(notices: ChangePublisher, listening: () => ListenRequest): ListenBus {
  const streams = new Map<string, number>();
  const add = (userId: string, change: number) => {
    const count = (streams.get(userId) ?? 0) + change;
    if (count > 0) streams.set(userId, count);
    else streams.delete(userId);
  };
  return {
    streamsOf: (userId) => streams.get(userId) ?? 0,
    bus: {
      publish() {
        // Only writes publish changes, never the protocol.
      },
      subscribe(tell) {
        const { userId, uris, stillAllowed, end } = listening();
        add(userId, 1);
        const leave = notices.subscribe(userId, async (change) => {
          if (!(await stillAllowed().catch(() => false))) return end();
          for (const event of eventsOf(change, uris)) tell(event);
        });
        return once(() => {
          leave();
          add(userId, -1);
        });
      },
    },
  };
}

function eventsOf(change: ResourceChange, uris: string[]): ServerEvent[] {
  const updates = touched(change, uris).map((uri): ServerEvent => ({ kind: 'resource_updated', uri }));
  return change.list ? [{ kind: 'resources_list_changed' }, ...updates] : updates;
}

/** The subscriptions of one lasting connection (stdio). */
export interface Subscriptions {
  add(uri: string): void;
  remove(uri: string): void;
  /** Sets the current server of the connection. */
  attach(server: Server): void;
  end(): void;
}

/**
 * Notifications on one user's connection. With modern clients, the SDK sends only those that the client listens for.
 * Other processes are polled only while there is a subscription.
 */
export function connectionSubscriptions(
  notices: ChangePublisher,
  userId: string,
  others: Pick<ChangePublisher, 'subscribe'>,
): Subscriptions {
  const uris = new Set<string>();
  let server: Server | undefined;
  const tell = (change: ResourceChange) => {
    const gone = () => {
      // The client may have disconnected.
    };
    if (change.list) server?.sendResourceListChanged().catch(gone);
    for (const uri of touched(change, uris)) server?.sendResourceUpdated({ uri }).catch(gone);
  };
  const end = notices.subscribe(userId, tell);
  let endOthers: (() => void) | undefined;
  return {
    add(uri) {
      if (uris.size < MAX_URIS) uris.add(uri);
      endOthers ??= others.subscribe(userId, tell);
    },
    remove(uri) {
      uris.delete(uri);
      if (uris.size > 0) return;
      endOthers?.();
      endOthers = undefined;
    },
    attach(next) {
      server = next;
    },
    end() {
      end();
      endOthers?.();
    },
  };
}
