import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { KithError } from '../catalogue/error.ts';
import { openData } from '../service/data.ts';
import { noLimit } from '../service/limits.ts';
import { memoryLimiter } from '../service/memory-limiter.ts';
import { createService } from '../service/service.ts';
import { authenticateByKey } from '../service/users.ts';
import { logFault } from './log.ts';
import { dataDirectory, version } from './settings.ts';

const GRACE_MS = 500;

/** `kith serve`: the REST service on a port, until SIGTERM. Answers requests under way before it goes. */
export async function runServe(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string', default: '8334' }, host: { type: 'string', default: '127.0.0.1' } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new KithError('BadRequest', '--port must be a number from 0 to 65535.');
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
  await new Promise<void>((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) => service.fetch(request, incoming.socket.remoteAddress),
        port,
        hostname: values.host,
      },
      (address) => {
        process.stderr.write(
          `listening on http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}\n`,
        );
      },
    );
    server.on('error', reject);
    const stop = () => {
      server.close(() => resolve());
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      setTimeout(resolve, GRACE_MS).unref();
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
  });
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
