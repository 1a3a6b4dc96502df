import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Client } from '../../client/client.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import type { Subscriptions } from '../notifications/streams.ts';
import { resources, resourceTemplates } from './list.ts';

export interface ResourceOptions {
  era: 'legacy' | 'modern';
  client(): Promise<Client>;
  /** Set on a lasting connection. Clients of the 2026 protocol listen instead of subscribing. */
  subscriptions: Subscriptions | undefined;
  shaped(error: unknown): Error;
  /** Whether the client of a request displays views. */
  shows(context: ServerContext): boolean;
}

/** Serves resources, templates and completions. */
export function serveResources(server: Server, { era, client, subscriptions, shaped, shows }: ResourceOptions): void {
  const absences = new WeakSet<object>();
  if (era === 'legacy') sayAbsentAsIn2025(server, absences);
  server.setRequestHandler('resources/list', async (_request, context) => {
    if (!shows(context)) return { resources };
    const { viewResource } = await import('../views/view.ts');
    return { resources: [...resources, viewResource], cacheScope: 'private' as const };
  });
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    if (uri.startsWith('ui:') && shows(context)) {
      const view = await (await import('../views/view.ts')).readView(uri);
      if (view) return { contents: [view] };
      throw notFound(uri);
    }
    const { readResource } = await import('./read.ts');
    try {
      const contents = await readResource(await client(), uri);
      if (contents) return { contents: [contents] };
    } catch (error) {
      throw shaped(error);
    }
    throw notFound(uri);
  });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const { completeArgument, completeVariable } = await import('./complete.ts');
    try {
      const completion =
        ref.type === 'ref/resource'
          ? await completeVariable(client, argument.name, argument.value)
          : await completeArgument(client, ref.name, argument.name, argument.value);
      return { completion: { ...completion } };
    } catch (error) {
      throw shaped(error);
    }
  });
  if (!subscriptions || era === 'modern') return;
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const { parseResourceUri } = await import('../addresses/resource-uri.ts');
    if (!parseResourceUri(uri)) throw notFound(uri);
    subscriptions.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscriptions.remove(uri);
    return {};
  });

  function notFound(uri: string): ProtocolError {
    const data = { uri };
    absences.add(data);
    return new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${sanitize(uri)}`, data);
  }
}

const LEGACY_RESOURCE_NOT_FOUND = -32002;

/** Maps the SDK's 2026 error code for a missing resource to the code that 2025 clients expect. */
function sayAbsentAsIn2025(server: Server, absences: WeakSet<object>): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ('error' in message && message.error.data instanceof Object && absences.has(message.error.data)) {
        message.error.code = LEGACY_RESOURCE_NOT_FOUND;
      }
      return send(message, options);
    };
    return connect(transport);
  };
}
