import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { operations } from '../../src/contract/operations.ts';

/** The answer of an operation in place of the service's own; undefined to pass the request on. */
type Answering = (operation: string, number: number) => { status: number; retryAfter?: number } | undefined;

export interface SourceProxy {
  url: string;
  /** The operations that were asked for, in their order. */
  asked: string[];
  answering: Answering;
  stop(): Promise<void>;
}

const ROUTES = Object.entries(operations).map(([name, { method, path }]) => ({
  name,
  method,
  // Fixed paths before those with an id in them.
  rank: (path.match(/\{/g) ?? []).length,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));
ROUTES.sort((a, b) => a.rank - b.rank);

/** So that few records make several pages. */
const PAGE = 5;

/** A service of this API that has only some of the operations, or is in trouble now and then. */
export async function startSourceProxy(target: string): Promise<SourceProxy> {
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: SourceProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answering: () => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const path = new URL(url, target).pathname;
    const name = ROUTES.find((route) => route.method === method && route.pattern.test(path))?.name ?? '';
    const number = proxy.asked.filter((one) => one === name).length;
    proxy.asked.push(name);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const instead = proxy.answering(name, number);
    if (instead) {
      const { status, retryAfter } = instead;
      const error = { error: { code: status === 404 ? 'NotFound' : 'other', message: `Answered with ${status}.` } };
      outgoing.writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      });
      outgoing.end(JSON.stringify(error));
      return;
    }
    const asked = new URL(url, target);
    if (asked.searchParams.has('take')) asked.searchParams.set('take', String(PAGE));
    const answer = await request(asked, {
      method: method as 'GET',
      headers: {
        authorization: headers.authorization ?? '',
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
        ...(headers['idempotency-key'] && { 'idempotency-key': headers['idempotency-key'] as string }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    outgoing.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) });
    outgoing.end(Buffer.from(await answer.body.arrayBuffer()));
  }
  return proxy;
}

/** The operations for reading that every service of this API has; some have no others. */
const SPECIFIED = [
  ...['check_service', 'get_contact', 'get_contact_v1', 'filter_contacts', 'count_contacts', 'list_group_contacts'],
  ...['count_group_contacts', 'search_notes', 'list_meeting_types', 'get_reminder', 'list_recurring_reminders'],
  ...['get_favorite', 'search_emails', 'list_calendar_events', 'get_calendar_event'],
];

/** Only these operations are there. */
export const specifiedOnly: Answering = (operation) =>
  SPECIFIED.includes(operation) ? undefined : { status: operation.startsWith('list_') ? 404 : 405 };
