import { randomUUID } from 'node:crypto';
import { version } from '../process/environment.ts';
import { errorResponse } from '../service/runtime/respond.ts';
import { KithError } from '../shared/error.ts';
import { type Clock, pause, realClock } from '../shared/http/wait.ts';
import { logFault } from './composition/log.ts';

/** How long a response of /ready is cached, so that the database is checked at most once a second. */
const STANDS_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** Returns the response on /health and /ready; undefined on other paths. Neither needs a key or counts against limits. */
export type Health = (request: Request) => Promise<Response> | undefined;

/** /health checks the process, /ready also its database. `ready` throws if the database does not respond. */
export function makeHealth(ready: () => Promise<void>, clock: Clock = realClock): Health {
  let standing: { until: number; trouble: Promise<KithError | undefined> } | undefined;
  const trouble = (): Promise<KithError | undefined> => {
    if (!standing || clock.now() > standing.until) {
      const asked = { until: Number.POSITIVE_INFINITY, trouble: troubleOf(ready, clock) };
      standing = asked;
      void asked.trouble.then(() => {
        asked.until = clock.now() + STANDS_MS;
      });
    }
    return standing.trouble;
  };
  return (request) => {
    const path = new URL(request.url).pathname.replace(/\/$/, '');
    if (path !== '/health' && path !== '/ready') return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return Promise.resolve(otherMethod());
    if (path === '/health') return Promise.resolve(fine('ok'));
    return trouble().then((found) => (found ? errorResponse(found, {}) : fine('ready')));
  };
}

async function troubleOf(ready: () => Promise<void>, clock: Clock): Promise<KithError | undefined> {
  const end = new AbortController();
  const late = pause(TIMEOUT_MS, [end.signal], clock).then(() => {
    throw unavailable(`The database did not respond within ${TIMEOUT_MS / 1000} seconds.`);
  });
  try {
    await Promise.race([ready(), late]);
    return undefined;
  } catch (error) {
    if (error instanceof KithError && error.status === 503) return error;
    logFault(randomUUID(), error);
    return unavailable('The database check failed. See the log for the reason.');
  } finally {
    late.catch(() => {});
    end.abort();
  }
}

const unavailable = (message: string) => new KithError('ServiceUnavailable', message, { retryAfter: 1 });

const fine = (status: 'ok' | 'ready') =>
  Response.json({ status, version }, { headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } });

const otherMethod = () =>
  errorResponse(
    new KithError('MethodNotAllowed', 'This path accepts only GET, HEAD.', { details: { allow: ['GET', 'HEAD'] } }),
    {},
  );
