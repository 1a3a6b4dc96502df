import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import { openData } from '../service/data.ts';
import { type Limiter, noLimit } from '../service/limits.ts';
import { createService } from '../service/service.ts';
import { authenticateByKey } from '../service/users.ts';
import { listen, portNumber } from './listen.ts';
import { logFault, logLimitsAlone, logRedis } from './log.ts';
import { dataDirectory, version } from './settings.ts';

/** `kith serve`: the REST service on a port, until SIGTERM. Answers requests under way before it goes. */
export async function runServe(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string', default: '8334' }, host: { type: 'string', default: '127.0.0.1' } },
  });
  const port = portNumber(values.port);
  const { store, secret } = openData(dataDirectory(), process.env.KITH_SECRET, process.env.KITH_DATABASE_URL);
  // A database that cannot be opened is told here, not to the first caller.
  await store.read('', async () => undefined);
  const limiter = await chooseLimiter();
  const service = createService({
    store,
    secret,
    version,
    authenticate: authenticateByKey(store, secret),
    onFault: logFault,
    limiter,
  });
  await listen(service.fetch, port, values.host);
  await service.idle();
  await limiter.close();
  await store.close();
  return 0;
}

const DEFAULT_PER_MINUTE = 600;

/** KITH_RATE_LIMIT: requests per minute and key, 0 for none. KITH_REDIS_URL: where several nodes count them together. */
async function chooseLimiter(): Promise<Limiter> {
  const { KITH_RATE_LIMIT: setting, KITH_REDIS_URL: redis, KITH_DATABASE_URL: database } = process.env;
  const perMinute = setting === undefined ? DEFAULT_PER_MINUTE : Number(setting);
  if (!Number.isInteger(perMinute) || perMinute < 0) {
    throw new KithError(
      'BadRequest',
      'KITH_RATE_LIMIT must be a whole number of requests per minute, or 0 for no limit.',
    );
  }
  if (perMinute === 0) return noLimit();
  if (redis) return (await import('../service/redis-limiter.ts')).redisLimiter(redis, perMinute, logRedis);
  if (database) logLimitsAlone();
  return (await import('../service/memory-limiter.ts')).memoryLimiter(perMinute);
}
