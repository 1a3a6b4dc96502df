import { pino } from 'pino';
import type { ClientEvent } from '../../client/options.ts';
import type { Observer } from '../../mcp/observe.ts';
import { settings } from '../../process/environment.ts';
import type { RedisWatch } from '../../service/runtime/redis-limiter.ts';
import { KithError } from '../../shared/error.ts';

/** Structured lines on stderr: stdout belongs to the protocol and to a command's own output. */
const log = pino({ level: settings.KITH_LOG_LEVEL, base: null }, pino.destination({ dest: 2, sync: true }));

/** Logs the location of an internal error, without its message, which can quote user content. */
export function logFault(requestId: string, error: unknown): void {
  const { name, code, stack } = error as { name?: string; code?: unknown; stack?: string };
  const frames = stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  log.error({ requestId, name, code, frames }, 'unexpected fault');
}

/** Logs a failed write to the security log. A known reason has no stack trace. */
export function logJournal(error: unknown): void {
  if (error instanceof KithError) log.warn({ message: error.message }, 'could not write to the security log');
  else logFault('security log', error);
}

/** Logs each request with its name, outcome and duration. */
export const logRequests =
  (level: 'info' | 'debug'): Observer =>
  ({ method, name, era, transport }) =>
  ({ ms, bytes, error }) =>
    log[level]({ method, name, era, transport, ms: Math.round(ms * 10) / 10, bytes, error }, 'request');

const WRONG_TOKEN_MS = 60_000;
let wrongTokenLoggedAt = Number.NEGATIVE_INFINITY;

/** Logs a wrong token at `kith http`, at most once a minute, so that guessing can't fill the log. */
export function logWrongToken(address: string | undefined): void {
  if (performance.now() - wrongTokenLoggedAt < WRONG_TOKEN_MS) return;
  wrongTokenLoggedAt = performance.now();
  log.warn({ address }, 'rejected a request with a wrong token');
}

export const logRedis: RedisWatch = {
  away: (code) => log.warn({ code }, 'Redis is down: until it is back, this node counts limits on its own'),
  back: () => log.info('Redis is back: nodes share their limits again'),
};

/** Always warns, because a node can't know whether others use the same database. */
export const logUnsharedLimits = (): void =>
  log.warn(
    'This node counts limits on its own. If several nodes share a database, set the same KITH_REDIS_URL on all of them',
  );

/** Logs an event that a remote service's client reports during its calls. */
export function logClientEvent({ kind, ...event }: ClientEvent): void {
  const usual = kind === 'waiting' || ('state' in event && event.state === 'joined');
  log[usual ? 'info' : 'warn'](event, MESSAGES[kind]);
}

const MESSAGES: Record<ClientEvent['kind'], string> = {
  waiting: 'waiting for the service',
  deprecated: 'the service will remove an operation',
  incomplete: 'a response lacks fields of the contract',
  redis: 'sharing the rate limit over Redis',
};
