import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/shared/http/wait.ts';
import { idIn, idOf, type WireMessage } from './wire-ids.ts';

/**
 * A clock that stands still while a request is on the wire, however long its answer takes on a busy machine, and
 * otherwise goes at once to the next moment that somebody waits for. A request that `neverAnswered` was told of holds
 * nothing up: whoever gives it a time limit sees this limit pass.
 */
export interface VirtualClock extends Clock {
  /** Lets so many milliseconds pass at once. */
  advance(milliseconds: number): void;
  stop(): void;
}

interface Timer {
  due: number;
  run(): void;
}

/** Turns in which an answer that is off the wire has reached whoever acts on it. */
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

  /** Runs the timers in their order: what is due, and the next one when nothing else goes on any more. */
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

/** Said by a server about a request that it will not answer, or never to its end. */
export const neverAnswered = (headers: IncomingHttpHeaders): void => unanswered.publish(idIn(headers));
