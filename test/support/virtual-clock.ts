import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/shared/http/wait.ts';
import { idIn, idOf, type WireMessage } from './wire-ids.ts';

/**
 * A clock that stops while a request is in flight, however long its response takes on a busy computer, and otherwise
 * jumps to the next moment that anyone waits for. A request reported with `neverAnswered` does not stop it, so its
 * timeout passes.
 */
export interface VirtualClock extends Clock {
  /** Advances the clock by this many milliseconds. */
  advance(milliseconds: number): void;
  stop(): void;
}

interface Timer {
  due: number;
  run(): void;
}

/** Turns until a received response has reached its consumer. */
const TURNS = 10;

export function virtualClock(): VirtualClock {
  const timers = new Set<Timer>();
  const onWire = new Set<string>();
  // A clock that has run before.
  let time = 1;
  let quiet = 0;
  let running = false;
  const begun = (message: unknown) => void onWire.add(idOf((message as WireMessage).request));
  const ended = (message: unknown) => off(idOf((message as WireMessage).request));
  const given = (message: unknown) => off(message as string);
  const listeners = [
    ['undici:request:create', begun],
    ['undici:request:trailers', ended],
    ['undici:request:error', ended],
    [unanswered.name, given],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);

  return {
    now: () => time,
    after(milliseconds, callback) {
      const timer = { due: time + Math.max(0, milliseconds), run: callback };
      if (milliseconds !== Number.POSITIVE_INFINITY) timers.add(timer);
      void run();
      return () => void timers.delete(timer);
    },
    advance(milliseconds) {
      time += milliseconds;
      void run();
    },
    stop() {
      timers.clear();
      for (const [name, listener] of listeners) unsubscribe(name, listener);
    },
  };

  function off(id: string): void {
    onWire.delete(id);
    quiet = 0;
    void run();
  }

  /** Runs the timers in order: due ones, and the next one once nothing else is active. */
  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (;;) {
      await nextTurn();
      const [next] = [...timers].sort((a, b) => a.due - b.due);
      if (!next || (next.due > time && onWire.size > 0)) break;
      if (next.due > time && ++quiet < TURNS) continue;
      quiet = 0;
      time = Math.max(time, next.due);
      timers.delete(next);
      next.run();
    }
    running = false;
  }
}

const unanswered = channel('kith-test:request:unanswered');

/** Called by a server for a request that it will not answer, or not completely. */
export const neverAnswered = (headers: IncomingHttpHeaders): void => unanswered.publish(idIn(headers));
