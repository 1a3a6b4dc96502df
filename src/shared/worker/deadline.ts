import { readFileSync } from 'node:fs';

/** Calls back once when a thread has computed for too long. */
export interface Deadline {
  /** While the thread waits for somebody else, the clock stands still. */
  pause(): void;
  resume(): void;
  end(): void;
}

/** Where a thread's computing time is counted, the clock still ends a job that only waits. */
const CLOCK_FACTOR = 3;

/**
 * Counts the thread's own computing time where the system reports it, so that small jobs survive on a busy machine; else
 * the time by the clock. `thread` is the system's number of the thread.
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

/** Seconds that a thread of this process has computed (Linux, the first field of schedstat in ns). */
function computed(thread: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    return undefined;
  }
}
