import type { Server } from '@modelcontextprotocol/server';

/** Runs one piece of work after the other; what one throws is no matter to the next. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function makeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

type Handler = (request: unknown, context: unknown) => unknown;

/**
 * Lets the requests of one batch be worked on one after the other: together, a hundred pages of long notes would take
 * all memory there is. Call before the handlers are set.
 */
export function handleInTurn(server: Server, turns: () => Turns): void {
  const set = server.setRequestHandler.bind(server) as (method: string, handler: Handler) => void;
  const inTurn = (method: string, handler: Handler) =>
    set(method, (request, context) => turns()(async () => handler(request, context)));
  server.setRequestHandler = inTurn as never;
}
