import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { limitHeaders } from '../../src/service/runtime/limits.ts';
import type { Clock } from '../../src/shared/http/wait.ts';
import { startService } from '../support/service.ts';
import { type Forwarded, startFaultProxy } from './fault-proxy.ts';

/** Outcomes of the requests within one limit window. */
export interface Window {
  taken: number;
  refused: number;
}

/** A rate-limited service, with its record of each window. */
export interface WindowedService {
  baseUrl: string;
  apiKey: string;
  limit: number;
  windows: Window[];
  /** Called when a window begins. */
  onWindow(): void;
  stop(): Promise<void>;
}

const EMPTY_PAGE = JSON.stringify({ data: { tags: [], pagination: { nextCursor: null, count: 0 } } });

interface LimitResult {
  allowed: boolean;
  remaining: number;
  msBeforeNext: number;
}

/** Windows of real seconds, counted with the real service's library. */
function realWindows(limit: number, seconds: number): () => Promise<LimitResult> {
  const counter = new RateLimiterMemory({ points: limit, duration: seconds });
  return () =>
    counter.consume('key').then(
      ({ remainingPoints: remaining, msBeforeNext }) => ({ allowed: true, remaining, msBeforeNext }),
      ({ msBeforeNext }: RateLimiterRes) => ({ allowed: false, remaining: 0, msBeforeNext }),
    );
}

/** The same on the client's clock. */
function windowsOn({ now }: Clock, limit: number, seconds: number): () => Promise<LimitResult> {
  let [taken, ends] = [0, 0];
  return async () => {
    if (now() >= ends) [taken, ends] = [0, now() + seconds * 1_000];
    taken++;
    return { allowed: taken <= limit, remaining: Math.max(0, limit - taken), msBeforeNext: ends - now() };
  };
}

/**
 * Starts a service with windows shorter than a minute, counted and reported as the real one does. Every response is an
 * empty page. Without `tells`, only a refusal reports the limit, in Retry-After. With its client's clock, the
 * computer's speed does not matter.
 */
export async function startWindowedService(
  limit: number,
  windowSeconds: number,
  clock?: Clock,
  { tells = true } = {},
): Promise<WindowedService> {
  const take = clock ? windowsOn(clock, limit, windowSeconds) : realWindows(limit, windowSeconds);
  const server = createServer(async (incoming, outgoing) => {
    incoming.resume();
    const { allowed, remaining, msBeforeNext } = await take();
    count(service, allowed, remaining);
    const reset = Math.ceil(msBeforeNext / 1000);
    const headers = limitHeaders({ limit, remaining, reset, allowed });
    const retry = allowed ? {} : { 'retry-after': String(Math.max(1, reset)) };
    const told = { ...(tells && headers), ...retry };
    outgoing.writeHead(allowed ? 200 : 429, { 'content-type': 'application/json', ...told });
    outgoing.end(allowed ? EMPTY_PAGE : JSON.stringify({ error: { code: 'rate_limited', message: 'too many' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: WindowedService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'kith_shared',
    limit,
    windows: [],
    onWindow() {},
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

/** The real service with its one-minute window, through a transparent proxy. */
export async function startLimitedService(limit: number): Promise<WindowedService> {
  const running = await startService(undefined, { KITH_RATE_LIMIT: String(limit) });
  const { apiKey } = await running.user();
  const watch = ({ status, remaining = 0 }: Forwarded) => count(service, status === 200, remaining);
  const proxy = await startFaultProxy(running.baseUrl, () => 'none', watch);
  const service: WindowedService = {
    baseUrl: proxy.baseUrl,
    apiKey,
    limit,
    windows: [],
    onWindow() {},
    async stop() {
      await proxy.stop();
      await running.stop();
    },
  };
  return service;
}

function count(service: WindowedService, allowed: boolean, remaining: number): void {
  const { windows, limit } = service;
  const begins = allowed && remaining === limit - 1;
  if (begins) windows.push({ taken: 0, refused: 0 });
  windows.at(-1)![allowed ? 'taken' : 'refused']++;
  if (begins) service.onWindow();
}
