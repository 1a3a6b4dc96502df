import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idIn, idOf, type WireMessage, type WireRequest } from './wire-ids.ts';

/** One request as its client, which runs in this process too, went through it. Times are of the client's clock. */
export interface WireTimes {
  sentAt?: number;
  /** When the whole answer was there, and when the client had acted on it. */
  readAt?: number;
  actedAt?: number;
}

/**
 * Whether a client kept to what it was told shows only on its own clock: of what a server sees in the meantime some was
 * sent before the client could know, the more the busier the machine. Gives the times of a request by its headers.
 */
export function watchWire(now = () => performance.now()): {
  timesOf(headers: IncomingHttpHeaders): WireTimes;
  stop(): void;
} {
  const byId = new Map<string, WireTimes>();
  const byRequest = new WeakMap<WireRequest, WireTimes>();
  const made = (message: unknown) => {
    const { request } = message as WireMessage;
    const times = {};
    byId.set(idOf(request), times);
    byRequest.set(request, times);
  };
  const sent = (message: unknown) => {
    const times = byRequest.get((message as WireMessage).request);
    if (times) times.sentAt = now();
  };
  const answered = async (message: unknown) => {
    const times = byRequest.get((message as WireMessage).request);
    if (!times) return;
    times.readAt = now();
    // Its text is put together in the next turn, and looked at in the one after that.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    times.actedAt = now();
  };
  const listeners = [
    ['undici:request:create', made],
    ['undici:client:sendHeaders', sent],
    ['undici:request:trailers', answered],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return {
    timesOf: (headers) => byId.get(idIn(headers)) ?? {},
    stop() {
      for (const [name, listener] of listeners) unsubscribe(name, listener);
    },
  };
}

/** Whether a request was sent although its client knew of an answer that asked to wait `ms`. */
export function isEarly({ sentAt = 0 }: WireTimes, { readAt = 0, actedAt }: WireTimes, ms: number): boolean {
  return actedAt !== undefined && sentAt > actedAt && sentAt < readAt + ms - CLOCK_GRAIN_MS;
}

const CLOCK_GRAIN_MS = 2;
