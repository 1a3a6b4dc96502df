import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import { openData } from '../service/data.ts';
import { noLimit } from '../service/limits.ts';
import { memoryLimiter } from '../service/memory-limiter.ts';
import { createService } from '../service/service.ts';
import { authenticateByKey } from '../service/users.ts';
import { listen, portNumber } from './listen.ts';
import { logFault } from './log.ts';
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
  const service = createService({
    store,
    secret,
    version,
    authenticate: authenticateByKey(store, secret),
    onFault: logFault,
    limiter: limiter(process.env.KITH_RATE_LIMIT),
  });
  await listen(service.fetch, port, values.host);
  await service.idle();
  await store.close();
  return 0;
}

const DEFAULT_PER_MINUTE = 600;

/** KITH_RATE_LIMIT: requests per minute and key, 0 for none. */
function limiter(setting: string | undefined) {
  const perMinute = setting === undefined ? DEFAULT_PER_MINUTE : Number(setting);
  if (!Number.isInteger(perMinute) || perMinute < 0) {
    throw new KithError(
      'BadRequest',
      'KITH_RATE_LIMIT must be a whole number of requests per minute, or 0 for no limit.',
    );
  }
  return perMinute === 0 ? noLimit() : memoryLimiter(perMinute);
}
