import { readFileSync } from 'node:fs';

/** Calls back once if a thread computes for too long. */
export interface Deadline {
  /** Stops the clock while the thread waits for another. */
  pause(): void;
  resume(): void;
  end(): void;
}

/** If computing time is measured, elapsed time is limited too, so that a job that only waits also ends. */
const CLOCK_FACTOR = 3;

/**
 * Measures the thread's computing time if the system reports it, so that small jobs succeed on a busy computer.
 * Otherwise measures elapsed time. `thread` is the system's thread number.
 */
export function startDeadline(seconds: number, thread: string | undefined, onEnd: () => void): Deadline {
  let begun = performance.now();
  let paused: number | undefined;
  const used = () => (thread === undefined ? undefined : computed(thread));
  const before = used();
  const left = (): number => {
    const clock = (performance.now() - begun) / 1000;
    const now = used();
    if (before === undefined || now === undefined) return seconds - clock;
    return Math.min(seconds - (now - before), seconds * CLOCK_FACTOR - clock);
  };
  let timer: NodeJS.Timeout;
  const check = () => {
    const rest = left();
    if (rest <= 0) return onEnd();
    timer = setTimeout(check, Math.min(Math.ceil(rest * 1000), 2 ** 31 - 1));
  };
  check();
  return {
    pause() {
      clearTimeout(timer);
      paused = performance.now();
    },
    resume() {
      if (paused !== undefined) begun += performance.now() - paused;
      paused = undefined;
      check();
    },
    end: () => clearTimeout(timer),
  };
}

/** Computing time of a thread of this process in seconds (Linux: the first field of schedstat, in ns). */
function computed(thread: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    return undefined;
  }
}
