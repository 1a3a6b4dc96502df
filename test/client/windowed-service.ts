import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { limitHeaders } from '../../src/service/limits.ts';

/** What became of the requests within one window of the limit. */
export interface Window {
  taken: number;
  refused: number;
}

export interface WindowedService {
  baseUrl: string;
  windows: Window[];
  stop(): Promise<void>;
}

const EMPTY_PAGE = JSON.stringify({ data: { tags: [], pagination: { nextCursor: null, count: 0 } } });

/**
 * A service whose windows are shorter than the real one's minute, counted and told the way the real one does: with the
 * same library and the same headers. Answers any request with an empty page.
 */
export async function startWindowedService(
  limit: number,
  windowSeconds: number,
  /** Told when a window begins, with its number from 0. */
  onWindow: (number: number) => void = () => {},
): Promise<WindowedService> {
  const counter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  const windows: Window[] = [];
  const server = createServer(async (incoming, outgoing) => {
    incoming.resume();
    const [result, allowed] = await counter.consume('key').then(
      (taken) => [taken, true] as const,
      (refused: RateLimiterRes) => [refused, false] as const,
    );
    if (allowed && result.consumedPoints === 1) {
      windows.push({ taken: 0, refused: 0 });
      onWindow(windows.length - 1);
    }
    windows.at(-1)![allowed ? 'taken' : 'refused']++;
    const reset = Math.ceil(result.msBeforeNext / 1000);
    const headers = limitHeaders({ limit, remaining: allowed ? result.remainingPoints : 0, reset, allowed });
    const retry = allowed ? {} : { 'retry-after': String(Math.max(1, reset)) };
    outgoing.writeHead(allowed ? 200 : 429, { 'content-type': 'application/json', ...headers, ...retry });
    outgoing.end(allowed ? EMPTY_PAGE : JSON.stringify({ error: { code: 'rate_limited', message: 'too many' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    windows,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
