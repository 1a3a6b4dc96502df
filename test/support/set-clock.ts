import type { Clock } from '../../src/shared/http/wait.ts';

/** A clock that a test sets: time passes by `advance` alone, and what is due by then runs, in its order. */
export interface SetClock extends Clock {
  date(): Date;
  advance(milliseconds: number): void;
  /** How many wait for it. */
  waiting(): number;
}

export function setClock(start: string): SetClock {
  const timers = new Set<{ due: number; run(): void }>();
  let time = Date.parse(start);
  return {
    now: () => time,
    date: () => new Date(time),
    after(milliseconds, run) {
      const timer = { due: time + milliseconds, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    waiting: () => timers.size,
    advance(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (!next) break;
        timers.delete(next);
        time = Math.max(time, next.due);
        next.run();
      }
      time = end;
    },
  };
}
