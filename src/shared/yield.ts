/** Maximum duration of long work in one turn of the event loop. */
const SLICE_MS = 12;

/** When long work first checked in this turn of the event loop; undefined before that. */
let since: number | undefined;
const waiting: (() => void)[] = [];

/**
 * Long work checks this often, and yields (`giveWay`) if it is true. All long work in one turn is counted together, so
 * that many long requests do not delay others more than one does.
 */
export function shouldYield(): boolean {
  if (since === undefined) {
    since = performance.now();
    setImmediate(forget).unref();
    return false;
  }
  return performance.now() - since > SLICE_MS;
}

function forget(): void {
  since = undefined;
}

/** Yields to other work. Of the waiting tasks, one continues per turn, in order. */
export function yieldToOthers(): Promise<void> {
  // Other work until then gets its own slice.
  since = undefined;
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextOne);
  });
}

function nextOne(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(nextOne);
  since = undefined;
  next?.();
}
