import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WireTimes, watchWire } from '../support/wire-times.ts';

// A proxy between the client and the service, over real sockets, that does to requests and answers what networks
// and overloaded servers do. Which request meets what is drawn from a seed.

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
} as const;

export type Fault = keyof typeof FAULTS;

/** One request as the proxy met it. */
export interface Met {
  /** On its client's side. */
  times: WireTimes;
  fault: Fault;
  /** Seconds the answer asked to wait. */
  retryAfter?: number;
}

export interface FaultProxy {
  baseUrl: string;
  met: Met[];
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** `next` says what the coming request meets; `watch` is told of each of the service's answers. */
export async function startFaultProxy(
  target: string,
  next: () => Fault,
  watch: (answer: { status: number; remaining?: number }) => void = () => {},
): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const met: Met[] = [];
  const wire = watchWire();
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
    const entry: Met = { times: wire.timesOf(incoming.headers), fault: next() };
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
    await give(entry.fault, answer!, outgoing);
  }

  function deliver({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ hostname, port, agent, method, path: url, headers }, (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        watch({ status, remaining: Number(answered['ratelimit-remaining']) });
        read(response).then((content) => resolve({ status, headers: answered, body: content }), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

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

/** Hands the service's answer on, or what the fault leaves of it. */
async function give(fault: Fault, { status, headers, body }: Answer, outgoing: ServerResponse): Promise<void> {
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

/** What of a hundred requests meets each fault; the rest is passed on. */
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

/** Draws single faults, and now and then a storm, in which every request is refused for up to a second. */
export function randomFaults(random: () => number, stormEvery: number): () => Fault {
  let storm: { fault: Fault; until: number } | undefined;
  return () => {
    if (storm && performance.now() < storm.until) return storm.fault;
    storm = undefined;
    if (random() * stormEvery < 1) {
      const fault = STORMS[Math.floor(random() * STORMS.length)]!;
      storm = { fault, until: performance.now() + 1_000 * random() };
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
