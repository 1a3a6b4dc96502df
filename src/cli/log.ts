import { pino } from 'pino';
import type { RedisWatch } from '../service/redis-limiter.ts';

/** Structured lines on stderr: stdout belongs to the protocol and to a command's own output. */
const log = pino(
  { level: process.env.KITH_LOG_LEVEL ?? 'info', base: null },
  pino.destination({ dest: 2, sync: true }),
);

/** Says where a fault happened, and not its message: that may quote what a person wrote. */
export function logFault(requestId: string, error: unknown): void {
  const { name, code, stack } = error as { name?: string; code?: unknown; stack?: string };
  const frames = stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  log.error({ requestId, name, code, frames }, 'unexpected fault');
}

export const logRedis: RedisWatch = {
  away: (code) => log.warn({ code }, 'Redis is away: until it is back this node counts its limits alone'),
  back: () => log.info('Redis is back: limits are counted together again'),
};

/** Whether there are other nodes on the database nobody here can know. */
export const logLimitsAlone = (): void =>
  log.warn('This node counts its limits alone; where several serve one database, give them all one KITH_REDIS_URL');
