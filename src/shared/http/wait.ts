const MAX_TIMER_MS = 2 ** 31 - 1;

/** setTimeout that accepts Infinity for never. */
export function after(milliseconds: number, run: () => void): NodeJS.Timeout | undefined {
  return milliseconds > MAX_TIMER_MS ? undefined : setTimeout(run, Math.max(0, milliseconds));
}

/** Clock for waits, in milliseconds. Tests use their own. */
export interface Clock {
  /** Monotonic time. */
  now(): number;
  /** Calls `run` once after a delay, or never for Infinity. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = after(milliseconds, run);
    return () => clearTimeout(timer);
  },
};

/** Resolves after a delay; rejects with the reason of the first aborted signal. */
export function pause(milliseconds: number, signals: (AbortSignal | undefined)[], clock = realClock): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      callOff();
      for (const signal of signals) signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signals.find((signal) => signal?.aborted)!.reason));
    const callOff = clock.after(milliseconds, () => end(resolve));
    for (const signal of signals) signal?.addEventListener('abort', onAbort, { once: true });
    if (signals.some((signal) => signal?.aborted)) onAbort();
  });
}
