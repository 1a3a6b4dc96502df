/** Takes a turn, which ends with the call of what it gives. */
type Take = () => Promise<() => void>;

/** A semaphore: so many work at a time, others wait in order. */
export function turns(most: number): Take {
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

/** The same for each name by itself, one at a time. */
export function turnsOfEach(): (name: string) => ReturnType<Take> {
  const queues = new Map<string, { take: Take; size: number }>();
  return async (name) => {
    const queue = queues.get(name) ?? { take: turns(1), size: 0 };
    queues.set(name, queue);
    queue.size++;
    const leave = await queue.take();
    return () => {
      leave();
      if (--queue.size === 0) queues.delete(name);
    };
  };
}
