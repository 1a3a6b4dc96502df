import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { neverAnswered } from '../support/virtual-clock.ts';
import { type WireTimes, watchWire } from '../support/wire-times.ts';

// A proxy between the client and the service, over real sockets, that breaks requests and responses as networks and
// overloaded servers do. A seed decides which request meets which fault.

export const FAULTS = {
  none: 'passed on',
  latency: 'answered late',
  resetBefore: 'reset before the request went on',
  resetAfter: 'reset after the service had answered',
  halfOpen: 'never answered, the service had',
  cutBody: 'answer cut in the middle',
  badJson: 'answer is half a JSON text',
  drip: 'answer dripped too slowly',
  duplicate: 'request delivered twice',
  unavailable: '503 without Retry-After',
  badGateway: '502 page of a proxy',
  storm429: '429 with Retry-After',
  storm429Bare: '429 without Retry-After',
  storm503: '503 with Retry-After',
  serverError: "answered 500 in the service's own shape, the service had answered",
  timeoutPage: "a gateway's 408 after the service had answered",
  tooEarly: '425 after the service had answered',
  forbiddenPage: "a gateway's 403 page after the service had answered",
  strangerJson: '200 with JSON of something else',
  portalPage: '200 with a page',
  nullData: '200 with {"data":null}',
  empty: '200 with nothing in it',
  huge: 'answer larger than the client reads',
  seeOther: '303 after the service had answered',
  moved: '307 to another origin after the service had answered',
  gzipped: 'answer compressed unasked',
  deflated: 'answer compressed unasked, the bare format',
  brotli: 'answer compressed unasked',
  unknownCoding: 'answer in a coding nobody knows',
  continued: '100 and 103 before the answer, unasked',
} as const;

export type Fault = keyof typeof FAULTS;

/** One request as the proxy handled it. */
export interface ProxiedRequest {
  /** The socket to its client. */
  times: WireTimes;
  fault: Fault;
  /** Seconds to wait, from the response. */
  retryAfter?: number;
}

/** The service's own response. */
export interface Forwarded {
  method: string;
  /** The request's path, query, and body. */
  asked: string;
  status: number;
  remaining?: number;
  /** A replay from the service's record, without a new effect. */
  replayed: boolean;
}

export interface FaultProxy {
  baseUrl: string;
  met: ProxiedRequest[];
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/**
 * `next` names the fault of the next request, `watch` receives each response of the service, and `now` is the client's
 * clock.
 */
export async function startFaultProxy(
  target: string,
  next: () => Fault,
  watch: (answer: Forwarded) => void = () => {},
  now = () => performance.now(),
): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const met: ProxiedRequest[] = [];
  const wire = watchWire(now);
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    async stop() {
      wire.stop();
      server.closeAllConnections();
      agent.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const entry: ProxiedRequest = { times: wire.timesOf(incoming.headers), fault: next() };
    met.push(entry);
    if (entry.fault === 'resetBefore') return void outgoing.socket?.resetAndDestroy();
    const refusal = refusals[entry.fault];
    if (refusal) {
      incoming.resume();
      await once(incoming, 'end');
      if (refusal.retryAfter) entry.retryAfter = refusal.retryAfter;
      const wait = refusal.retryAfter ? { 'retry-after': String(refusal.retryAfter) } : {};
      outgoing.writeHead(refusal.status, { 'content-type': refusal.type, ...wait });
      return void outgoing.end(refusal.body);
    }
    const body = await read(incoming);
    const forward = () => deliver(incoming, body);
    const [answer] = await Promise.all(entry.fault === 'duplicate' ? [forward(), forward()] : [forward()]);
    if (ENDLESS.includes(entry.fault)) neverAnswered(incoming.headers);
    await give(entry.fault, answer!, outgoing);
  }

  function deliver({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ hostname, port, agent, method, path: url, headers }, (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        const remaining = Number(answered['ratelimit-remaining']);
        const replayed = answered['idempotent-replayed'] === 'true';
        watch({ method: method!, asked: `${url} ${body}`, status, remaining, replayed });
        read(response).then((content) => resolve({ status, headers: answered, body: content }), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

const HTML = { 'content-type': 'text/html' };

const jsonAnswer = (content: unknown): Pick<Answer, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(content)),
});

const json = (code: string) => ({
  type: 'application/json',
  body: JSON.stringify({ error: { code, message: 'from the proxy' } }),
});

const refusals: Partial<Record<Fault, { status: number; type: string; body: string; retryAfter?: number }>> = {
  unavailable: { status: 503, ...json('ServiceUnavailable') },
  badGateway: { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
  storm429: { status: 429, ...json('rate_limited'), retryAfter: 1 },
  storm429Bare: { status: 429, ...json('rate_limited') },
  storm503: { status: 503, ...json('ServiceUnavailable'), retryAfter: 1 },
};

/** Replaces the service's response after it was produced. */
const spoiled: Partial<Record<Fault, Answer>> = {
  serverError: { status: 500, ...jsonAnswer({ error: { code: 'InternalServerError', message: 'from the proxy' } }) },
  timeoutPage: { status: 408, headers: HTML, body: Buffer.from('<h1>Request Timeout</h1>') },
  tooEarly: { status: 425, headers: HTML, body: Buffer.from('<h1>Too Early</h1>') },
  forbiddenPage: { status: 403, headers: HTML, body: Buffer.from('<h1>Forbidden</h1>') },
  strangerJson: { status: 200, ...jsonAnswer({ hello: 'world' }) },
  portalPage: { status: 200, headers: HTML, body: Buffer.from('<h1>Welcome</h1>') },
  nullData: { status: 200, ...jsonAnswer({ data: null }) },
  empty: { status: 200, headers: { 'content-length': '0' }, body: Buffer.alloc(0) },
  seeOther: { status: 303, headers: { location: '/elsewhere' }, body: Buffer.alloc(0) },
  moved: { status: 307, headers: { location: 'https://elsewhere.example/' }, body: Buffer.alloc(0) },
};

const PACKED: Partial<Record<Fault, [coding: string, pack: (body: Buffer) => Buffer]>> = {
  gzipped: ['gzip', gzipSync],
  deflated: ['deflate', deflateRawSync],
  brotli: ['br', brotliCompressSync],
  unknownCoding: ['rot13', (body) => body],
};

/** More than any client in these tests reads. */
const HUGE_BYTES = 2 ** 20;

/** Faults that only a timeout ends. */
const ENDLESS: Fault[] = ['halfOpen', 'drip'];

/** Forwards the service's response, or whatever the fault leaves of it. */
async function give(fault: Fault, answer: Answer, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = spoiled[fault] ?? answer;
  const packed = PACKED[fault];
  if (packed) {
    const content = packed[1](body);
    outgoing.writeHead(status, { ...headers, 'content-encoding': packed[0], 'content-length': content.length });
    return void outgoing.end(content);
  }
  if (fault === 'huge') {
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    return void outgoing.end(' '.repeat(HUGE_BYTES));
  }
  if (fault === 'continued') {
    outgoing.writeContinue();
    outgoing.writeEarlyHints({ link: '</style.css>; rel=preload' });
    outgoing.writeContinue();
  }
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (fault === 'resetAfter') return void outgoing.socket?.resetAndDestroy();
  if (fault === 'halfOpen') return;
  if (fault === 'latency') await sleep(50);
  if (fault === 'badJson') {
    outgoing.writeHead(status, { ...headers, 'content-length': half.length });
    return void outgoing.end(half);
  }
  outgoing.writeHead(status, headers);
  if (fault === 'cutBody') {
    outgoing.write(half);
    return void setImmediate(() => outgoing.destroy());
  }
  if (fault === 'drip') {
    for (const byte of body) {
      if (outgoing.destroyed) return;
      outgoing.write(Buffer.of(byte));
      await sleep(40);
    }
  }
  outgoing.end(fault === 'drip' ? undefined : body);
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Percentage of requests for each fault. All others pass. */
const SINGLE: [Fault, number][] = [
  ['latency', 3],
  ['resetBefore', 3],
  ['resetAfter', 3],
  ['cutBody', 2],
  ['badJson', 2],
  ['duplicate', 4],
  ['unavailable', 2],
  ['badGateway', 1],
  ['halfOpen', 0.3],
  ['drip', 0.3],
];
const STORMS: Fault[] = ['storm429', 'storm429Bare', 'storm503'];

/** Draws single faults, and sometimes a storm that refuses every request for up to a second. */
export function randomFaults(random: () => number, stormEvery: number, now = () => performance.now()): () => Fault {
  let storm: { fault: Fault; until: number } | undefined;
  return () => {
    if (storm && now() < storm.until) return storm.fault;
    storm = undefined;
    if (random() * stormEvery < 1) {
      const fault = STORMS[Math.floor(random() * STORMS.length)]!;
      storm = { fault, until: now() + 1_000 * random() };
      return fault;
    }
    let drawn = random() * 100;
    for (const [fault, share] of SINGLE) {
      drawn -= share;
      if (drawn < 0) return fault;
    }
    return 'none';
  };
}
