/** Waits for a turn. Call the result to end the turn. */
type Acquire = () => Promise<() => void>;

/** A semaphore: `most` callers work at a time, and others wait in order. */
export function semaphore(most: number): Acquire {
  let working = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else working--;
  };
  return async () => {
    if (working < most) working++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return leave;
  };
}

/** Turns per name, one at a time for each. */
export function semaphorePerKey(): (name: string) => ReturnType<Acquire> {
  const queues = new Map<string, { take: Acquire; size: number }>();
  return async (name) => {
    const queue = queues.get(name) ?? { take: semaphore(1), size: 0 };
    queues.set(name, queue);
    queue.size++;
    const leave = await queue.take();
    return () => {
      leave();
      if (--queue.size === 0) queues.delete(name);
    };
  };
}
