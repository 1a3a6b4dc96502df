import { type McpRequestContext, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Client } from '../client/client.ts';
import { instructionsFor } from './instructions.ts';
import type { Subscriptions } from './notifications/streams.ts';
import { type Observer, observeHandlers } from './observe.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources/handlers.ts';
import { withoutHidden } from './sanitize.ts';
import { handleInTurn, type Turns } from './serial-queue.ts';
import { everything, type Offer } from './tools/enabled-tools.ts';
import { addToolHandlers } from './tools/handlers.ts';

export interface ServerOptions {
  version: string;
  /** The tools of this process; everything unless filters were given. A request's own headers can only narrow it. */
  offer?: Offer;
  /** Gives the client; the service behind it opens on the first call, not at start. */
  client(): Promise<Client>;
  /** Sees every request that does work. */
  observer?: Observer | undefined;
  /** Notices on a connection that lasts. Over HTTP each stream brings its own. */
  subscriptions?: Subscriptions;
  /** The turns of what is under way, where one message may hold many requests. */
  turns?: () => Turns;
  /** Told of faults that are ours, by a number the caller is given too. */
  onFault(id: string, error: unknown): void;
}

/** The same for everyone until kith is updated. */
const FOR_ALL = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Builds servers over one client. Each only wires handlers: lists are made once, at build time. */
export function serverFactory(options: ServerOptions) {
  const { subscriptions: lasting } = options;
  return async (context: McpRequestContext): Promise<Server> => {
    const { era, requestInfo } = context;
    const offer = await offerTo(requestInfo?.headers, options.offer ?? everything);
    // A list that hangs on the headers of one request must not be kept for another.
    const toolScope = offer === (options.offer ?? everything) ? 'public' : 'private';
    // A 2025 host over stateless HTTP has no stream that a notice could come on.
    const notices = !!lasting || era === 'modern';
    // The high-level class builds every schema anew for each list; ours are frozen, so the low-level one it is.
    const server = new Server(
      { name: 'kith', title: 'kith', version: options.version },
      {
        capabilities: {
          tools: {},
          resources: { subscribe: notices, listChanged: notices },
          prompts: {},
          completions: {},
        },
        instructions: instructionsFor(offer),
        cacheHints: {
          'tools/list': { ...FOR_ALL, cacheScope: toolScope },
          'prompts/list': FOR_ALL,
          'resources/list': FOR_ALL,
          'resources/templates/list': FOR_ALL,
        },
      },
    );

    if (options.turns) handleInTurn(server, options.turns);
    if (options.observer) observeHandlers(server, options.observer, context);
    addToolHandlers(server, { offer, client: options.client, shaped });

    serveResources(server, { era, client: options.client, subscriptions: lasting, shaped });
    servePrompts(server);
    lasting?.attach(server);
    return server;
  };

  /** The SDK sends a thrown error's message out as it is, so every one passes through here. */
  function shaped(error: unknown): Error {
    if (error instanceof ProtocolError) return error;
    const { code, message, hint } = error as { code?: string; message?: string; hint?: string };
    if ((error as Error).name === 'KithError') {
      return new ProtocolError(
        ProtocolErrorCode.InternalError,
        withoutHidden([`${code}: ${message}`, hint].filter(Boolean).join(' ')),
      );
    }
    const id = crypto.randomUUID();
    options.onFault(id, error);
    return new ProtocolError(ProtocolErrorCode.InternalError, `Something went wrong here; the log has it under ${id}.`);
  }
}

/** The offer as the filter headers of a request leave it. The entry has checked them: a bad one was answered 400. */
async function offerTo(headers: Headers | undefined, offer: Offer): Promise<Offer> {
  if (!headers || ![...headers.keys()].some((name) => name.startsWith('x-kith-'))) return offer;
  const { filterOfHeaders, narrow } = await import('./tools/filters.ts');
  const filter = filterOfHeaders(headers);
  return filter ? narrow(offer, filter) : offer;
}
