import type { Clock } from '../../src/shared/http/wait.ts';

/** A test clock: time passes only with `advance`, which runs due timers in order. */
export interface SetClock extends Clock {
  date(): Date;
  advance(milliseconds: number): void;
  /** Number of waiting timers. */
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
