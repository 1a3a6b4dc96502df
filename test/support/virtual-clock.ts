import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/shared/http/wait.ts';

/** A clock for a client that leaves out every wait in which nothing is on the wire; what goes on takes its real time. */
export interface VirtualClock extends Clock {
  /** Milliseconds left out so far. */
  readonly skipped: number;
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
  const onWire = new Set<object>();
  let skipped = 0;
  let running = false;
  const begun = (message: unknown) => void onWire.add((message as { request: object }).request);
  const over = (message: unknown) => void onWire.delete((message as { request: object }).request);
  subscribe('undici:request:create', begun);
  for (const end of ENDS) subscribe(end, over);
  const now = () => performance.now() + skipped;

  /** Runs the timers in their order, each when nothing else goes on any more. */
  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (timers.size > 0) {
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
      const [next] = [...timers].sort((a, b) => a.due - b.due);
      if (!next || (onWire.size > 0 && next.due > now())) continue;
      skipped += Math.max(0, next.due - now());
      timers.delete(next);
      next.run();
    }
    running = false;
  }

  return {
    now,
    after(milliseconds, callback) {
      const timer = { due: now() + Math.max(0, milliseconds), run: callback };
      if (milliseconds !== Number.POSITIVE_INFINITY) timers.add(timer);
      void run();
      return () => void timers.delete(timer);
    },
    get skipped() {
      return skipped;
    },
    advance(milliseconds) {
      skipped += milliseconds;
    },
    stop() {
      timers.clear();
      unsubscribe('undici:request:create', begun);
      for (const end of ENDS) unsubscribe(end, over);
    },
  };
}

const ENDS = ['undici:request:trailers', 'undici:request:error'];
