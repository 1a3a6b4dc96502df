import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { KithError } from '../../contract/error.ts';
import { changeBy } from '../../mcp/changes.ts';
import { filterFlags, offerOfProcess } from '../../mcp/filters.ts';
import { localNotices, type Notices } from '../../mcp/notices.ts';
import { makeJournal } from '../../service/runtime/journal.ts';
import { noLimit, type RateLimiter } from '../../service/runtime/limits.ts';
import { createService } from '../../service/service.ts';
import { authenticateByKey } from '../../service/users/api-keys.ts';
import { processEnvironment } from '../environment.ts';
import { makeHealth } from '../health.ts';
import { listen, listenOptions, portNumber } from '../listen.ts';
import { logFault, logJournal, logLimitsAlone, logRedis } from '../log.ts';
import { mcpForUsers } from '../mcp-endpoint.ts';
import { observation } from '../observers.ts';
import { openOwnData } from '../own-data.ts';
import { version } from '../settings.ts';

/** How long the end of the security log may take. */
const LAST_WORD_MS = 300;

/** `kith serve`: the REST service and MCP on a port, until SIGTERM. Answers requests under way before it goes. */
export async function runServe(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { ...listenOptions('8334'), ...filterFlags } });
  const port = portNumber(values.port);
  const offer = offerOfProcess(values);
  const { store, secret } = openOwnData();
  // A database that cannot be opened is told here, not to the first caller.
  await store.read('', async () => undefined);
  const authenticate = authenticateByKey(store, secret);
  const limiter = await chooseLimiter();
  const notices = await chooseNotices();
  const journal = makeJournal(store, { onFault: logJournal });
  const service = createService({
    store,
    secret,
    version,
    authenticate,
    onFault: logFault,
    onWrite: ({ userId, operation, said }) => notices.publish(userId, () => changeBy(operation, said)),
    limiter,
    journal,
  });
  const observed = await observation('http');
  const settings = { notices, offer, observer: observed?.observer, host: values.host };
  const mcp = mcpForUsers(service, authenticate, settings);
  const health = makeHealth(() => store.ready());
  const fetch = (request: Request, address: string | undefined) =>
    health(request) ?? mcp.route(request, address) ?? service.fetch(request, address);
  // Counted and answered with the headers of every response (docs/api/access.md#rate-limit).
  const refuse = (refusal: KithError, address: string | undefined) =>
    service.forCaller(new Request('http://unreadable/'), address, async () => {
      throw refusal;
    });
  await listen(fetch, port, values.host, mcp.endStreams, refuse);
  await mcp.close();
  await Promise.all([service.idle(), observed?.close()]);
  notices.close();
  // A database that hangs keeps nobody from going.
  await Promise.race([journal.close(), sleep(LAST_WORD_MS)]);
  await limiter.close();
  await store.close();
  return 0;
}

/** KITH_REDIS_URL: where several nodes tell each other of changes. */
async function chooseNotices(): Promise<Notices & { close(): void }> {
  const { KITH_REDIS_URL: redis } = processEnvironment;
  if (redis) return (await import('../redis-notices.ts')).redisNotices(redis);
  return { ...localNotices(), close() {} };
}

const DEFAULT_PER_MINUTE = 600;

/** KITH_RATE_LIMIT: requests per minute and user, 0 for none. KITH_REDIS_URL: where several nodes count them together. */
async function chooseLimiter(): Promise<RateLimiter> {
  const { KITH_RATE_LIMIT: setting, KITH_REDIS_URL: redis, KITH_DATABASE_URL: database } = processEnvironment;
  const perMinute = setting === undefined ? DEFAULT_PER_MINUTE : Number(setting);
  if (!Number.isInteger(perMinute) || perMinute < 0) {
    throw new KithError(
      'BadRequest',
      'KITH_RATE_LIMIT must be a whole number of requests per minute, or 0 for no limit.',
    );
  }
  if (perMinute === 0) return noLimit();
  if (redis) return (await import('../../service/runtime/redis-limiter.ts')).redisLimiter(redis, perMinute, logRedis);
  if (database) logLimitsAlone();
  return (await import('../../service/runtime/memory-limiter.ts')).memoryLimiter(perMinute);
}
