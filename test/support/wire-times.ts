import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idIn, idOf, type WireMessage, type WireRequest } from './wire-ids.ts';

/** One request as its client in this process experienced it. Times are of the client's clock. */
export interface WireTimes {
  sent?: Moment;
  /** When the whole response had arrived, and when the client had acted on it. */
  read?: Moment;
  acted?: Moment;
}

/** A time, and an order for events while the clock stands still. */
interface Moment {
  at: number;
  order: number;
}

/**
 * Only the client's own clock shows whether it obeyed a response: a server also sees requests sent before the client
 * could know, more of them on a busy computer. Returns a request's times by its headers.
 */
export function watchWire(now = () => performance.now()): {
  timesOf(headers: IncomingHttpHeaders): WireTimes;
  stop(): void;
} {
  const byId = new Map<string, WireTimes>();
  const byRequest = new WeakMap<WireRequest, WireTimes>();
  let order = 0;
  const moment = (): Moment => ({ at: now(), order: ++order });
  const made = (message: unknown) => {
    const { request } = message as WireMessage;
    const times = {};
    byId.set(idOf(request), times);
    byRequest.set(request, times);
  };
  const sent = (message: unknown) => {
    const times = byRequest.get((message as WireMessage).request);
    if (times) times.sent = moment();
  };
  const answered = async (message: unknown) => {
    const times = byRequest.get((message as WireMessage).request);
    if (!times) return;
    times.read = moment();
    // Its text is assembled in the next turn, and read in the one after that.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    times.acted = moment();
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

/** Whether a request was sent although its client knew about a response that asked to wait `ms`. */
export function isEarly({ sent }: WireTimes, { read, acted }: WireTimes, ms: number): boolean {
  if (!sent || !read || !acted) return false;
  return sent.order > acted.order && sent.at < read.at + ms - CLOCK_GRAIN_MS;
}

const CLOCK_GRAIN_MS = 2;
