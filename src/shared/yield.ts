/** How long one turn of the event loop may belong to long work. */
const SLICE_MS = 12;

/** When long work first asked in this turn of the event loop; undefined before it has. */
let since: number | undefined;
const waiting: (() => void)[] = [];

/**
 * Long work asks this often, and gives way (`giveWay`) when it is true. All such work of one turn of the event loop is
 * counted together, so that many long requests hold others up no longer than one.
 */
export function isTimeToGiveWay(): boolean {
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

/** Lets other work have its turn. Of the tasks that wait here one goes on in each turn, in the order they came. */
export function giveWay(): Promise<void> {
  // Other work that runs until then has a slice of its own.
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
