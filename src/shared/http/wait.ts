const LONGEST_TIMER = 2 ** 31 - 1;

/** setTimeout that takes Infinity for never. */
export function after(milliseconds: number, run: () => void): NodeJS.Timeout | undefined {
  return milliseconds > LONGEST_TIMER ? undefined : setTimeout(run, Math.max(0, milliseconds));
}

/** Where waits take their time from; tests give one of their own. Times are milliseconds. */
export interface Clock {
  /** Never goes back. */
  now(): number;
  /** Runs it once, so much later; Infinity is never. Answers how to call it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = after(milliseconds, run);
    return () => clearTimeout(timer);
  },
};

/** Resolves when the time is over; rejects with the reason of the first signal that aborts. */
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
