import { type McpRequestContext, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Client } from '../client/client.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { everything, type Offer } from './offer.ts';
import { contactsResource, resourceTemplates } from './resource-list.ts';
import { addToolHandlers } from './tool-handlers.ts';

export interface ServerOptions {
  version: string;
  /** The tools of this process; everything unless filters were given. A request's own headers can only narrow it. */
  offer?: Offer;
  /** Gives the client; the service behind it opens on the first call, not at start. */
  client(): Promise<Client>;
  /** Told of faults that are ours, by a number the caller is given too. */
  onFault(id: string, error: unknown): void;
}

/** Builds servers over one client. Each only wires handlers: lists are made once, at build time. */
export function serverFactory(options: ServerOptions) {
  return async ({ era, requestInfo }: McpRequestContext): Promise<Server> => {
    const offer = await offerTo(requestInfo?.headers, options.offer ?? everything);
    // A list that hangs on the headers of one request must not be kept for another.
    const cacheScope = offer === (options.offer ?? everything) ? 'public' : 'private';
    // The high-level class builds every schema anew for each list; ours are frozen, so the low-level one it is.
    const server = new Server(
      { name: 'kith', title: 'kith', version: options.version },
      {
        capabilities: { tools: {}, resources: {}, completions: {} },
        instructions: INSTRUCTIONS,
        cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope } },
      },
    );

    addToolHandlers(server, { offer, client: options.client, shaped });

    server.setRequestHandler('resources/list', () => ({ resources: [contactsResource] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      const { readResource } = await import('./resources.ts');
      try {
        const contents = await readResource(await options.client(), params.uri);
        if (contents) return { contents: [contents] };
      } catch (error) {
        throw shaped(error);
      }
      const code = era === 'modern' ? ProtocolErrorCode.InvalidParams : LEGACY_RESOURCE_NOT_FOUND;
      throw new ProtocolError(code, `Resource not found: ${params.uri}`, { uri: params.uri });
    });
    server.setRequestHandler('completion/complete', async ({ params }) => {
      const { completeContact } = await import('./resources.ts');
      const values =
        params.ref.type === 'ref/resource' ? await completeContact(await options.client(), params.argument.value) : [];
      return { completion: { values, hasMore: false } };
    });
    return server;
  };

  /** The SDK sends a thrown error's message out as it is, so every one passes through here. */
  function shaped(error: unknown): Error {
    if (error instanceof ProtocolError) return error;
    const { code, message, hint } = error as { code?: string; message?: string; hint?: string };
    if ((error as Error).name === 'KithError') {
      return new ProtocolError(
        ProtocolErrorCode.InternalError,
        [`${code}: ${message}`, hint].filter(Boolean).join(' '),
      );
    }
    const id = crypto.randomUUID();
    options.onFault(id, error);
    return new ProtocolError(ProtocolErrorCode.InternalError, `Something went wrong here; the log has it under ${id}.`);
  }
}

const LEGACY_RESOURCE_NOT_FOUND = -32002;

/** The offer as the filter headers of a request leave it. The entry has checked them: a bad one was answered 400. */
async function offerTo(headers: Headers | undefined, offer: Offer): Promise<Offer> {
  if (!headers || ![...headers.keys()].some((name) => name.startsWith('x-kith-'))) return offer;
  const { filterOfHeaders, narrow } = await import('./filters.ts');
  const filter = filterOfHeaders(headers);
  return filter ? narrow(offer, filter) : offer;
}
