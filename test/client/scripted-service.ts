import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { ClientEvent, ClientOptions } from '../../src/client/options.ts';
import { remoteClient } from '../../src/client/remote.ts';
import type { Clock } from '../../src/shared/http/wait.ts';
import { neverAnswered, type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

/** A request as the scripted service received it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** On the client's clock. */
  at: number;
  /** Whether an earlier request used the same socket. */
  reused: boolean;
}

/** How the scripted service handles one request. */
export type Step = (outgoing: ServerResponse, got: ReceivedRequest) => void;

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (outgoing) =>
    void outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const data = (content: unknown, headers?: Record<string, string>): Step => json(200, { data: content }, headers);

export const refusal = (status: number, code: string, headers?: Record<string, string>): Step =>
  json(status, { error: { code, message: `refused with ${code}` } }, headers);

/** Closes the connection without a response. */
export const reset: Step = (outgoing) => void outgoing.socket!.resetAndDestroy();

/** Never responds. */
export const silence: Step = (_, { headers }) => neverAnswered(headers);

export interface ScriptedService {
  client: Client;
  got: ReceivedRequest[];
  events: ClientEvent[];
  baseUrl: string;
  /** The client's clock, which skips waits between requests. */
  clock: VirtualClock;
  /** Resolves once `count` requests have arrived. */
  arrived(count: number): Promise<void>;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export const API_KEY = 'kith_test-key-that-must-not-be-seen';

/**
 * Starts a service that handles its first request with the first step, and so on. The last step handles all further
 * ones.
 */
export async function scripted(steps: Step[], options: Partial<ClientOptions> = {}): Promise<ScriptedService> {
  const clock = virtualClock();
  closers.push(async () => clock.stop());
  const got: ReceivedRequest[] = [];
  const sockets = new WeakSet<object>();
  const arrivals = new Set<() => void>();
  const listener: RequestListener = async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const reused = sockets.has(incoming.socket);
    sockets.add(incoming.socket);
    const { method = '', url = '', headers } = incoming;
    const one: ReceivedRequest = {
      method,
      url,
      headers,
      body: Buffer.concat(chunks).toString(),
      at: clock.now(),
      reused,
    };
    got.push(one);
    const step = steps[Math.min(got.length, steps.length) - 1]!;
    step(outgoing, one);
    for (const tell of arrivals) tell();
  };
  const baseUrl = await listen(listener);
  const events: ClientEvent[] = [];
  const client = connect({ baseUrl, onEvent: (event) => events.push(event), ...options }, clock);
  return { client, got, events, baseUrl, clock, arrived };

  function arrived(count: number): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (got.length < count) return;
        arrivals.delete(check);
        resolve();
      };
      arrivals.add(check);
      check();
    });
  }
}

/** A client that is closed after the test. */
export function connect(options: Partial<ClientOptions> & { baseUrl: string }, clock?: Clock): Client {
  const client = remoteClient({ apiKey: API_KEY, ...options }, clock);
  closers.push(() => client.close());
  return client;
}

/** Starts a server that is closed after the test. Returns its URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const closeAfterTest = (close: () => Promise<unknown>): void => void closers.push(close);

/** The error that a call rejects with. */
export const errorOf = (call: Promise<unknown>): Promise<KithErrorLike> =>
  call.then(
    (value) => {
      throw new Error(`answered ${JSON.stringify(value)}`);
    },
    (error) => error,
  );

type KithErrorLike = Error & {
  code: string;
  status: number;
  hint?: string;
  retryAfter?: number;
  details?: Record<string, unknown>;
};
