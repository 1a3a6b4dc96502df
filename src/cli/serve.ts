import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import { changeBy } from '../mcp/changes.ts';
import { localNotices } from '../mcp/notices.ts';
import { openData } from '../service/data.ts';
import { noLimit } from '../service/limits.ts';
import { memoryLimiter } from '../service/memory-limiter.ts';
import { createService } from '../service/service.ts';
import { authenticateByKey } from '../service/users.ts';
import { listen, listenOptions, portNumber } from './listen.ts';
import { logFault } from './log.ts';
import { mcpForUsers } from './mcp-endpoint.ts';
import { dataDirectory, version } from './settings.ts';

/** `kith serve`: the REST service and MCP on a port, until SIGTERM. Answers requests under way before it goes. */
export async function runServe(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: listenOptions('8334') });
  const port = portNumber(values.port);
  const { store, secret } = openData(dataDirectory(), process.env.KITH_SECRET, process.env.KITH_DATABASE_URL);
  // A database that cannot be opened is told here, not to the first caller.
  await store.read('', async () => undefined);
  const authenticate = authenticateByKey(store, secret);
  const notices = localNotices();
  const service = createService({
    store,
    secret,
    version,
    authenticate,
    onFault: logFault,
    onWrite: ({ userId, operation, said }) => notices.publish(userId, () => changeBy(operation, said)),
    limiter: limiter(process.env.KITH_RATE_LIMIT),
  });
  const mcp = mcpForUsers(service, authenticate, notices, values.host);
  const fetch = (request: Request, address: string | undefined) =>
    mcp.route(request, address) ?? service.fetch(request, address);
  await listen(fetch, port, values.host, mcp.endStreams);
  await mcp.close();
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
