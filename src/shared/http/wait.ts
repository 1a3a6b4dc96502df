const LONGEST_TIMER = 2 ** 31 - 1;

/** setTimeout that takes Infinity for never. */
export function after(milliseconds: number, run: () => void): NodeJS.Timeout | undefined {
  return milliseconds > LONGEST_TIMER ? undefined : setTimeout(run, Math.max(0, milliseconds));
}

/** Resolves when the time is over; rejects with the reason of the first signal that aborts. */
export function pause(milliseconds: number, signals: (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signals.find((signal) => signal?.aborted)!.reason));
    const timer = after(milliseconds, () => end(resolve));
    for (const signal of signals) signal?.addEventListener('abort', onAbort, { once: true });
    if (signals.some((signal) => signal?.aborted)) onAbort();
  });
}
