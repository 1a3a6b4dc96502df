import type { Server } from '@modelcontextprotocol/server';

/** Runs tasks one after the other. A failed task does not affect the next. */
export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>;

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}

type Handler = (request: unknown, context: unknown) => unknown;

/**
 * Handles the requests of a batch one after the other. In parallel, 100 pages of long notes would exhaust the
 * memory. Must run before the handlers are set.
 */
export function handleInSeries(server: Server, queue: () => SerialQueue): void {
  const set = server.setRequestHandler.bind(server) as (method: string, handler: Handler) => void;
  const inSeries = (method: string, handler: Handler) =>
    set(method, (request, context) => queue()(async () => handler(request, context)));
  server.setRequestHandler = inSeries as never;
}
