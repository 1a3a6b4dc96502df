import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign to connections and to servers without a fixed port, so none of those takes it
 * first.
 */
const [FIRST, LAST] = [12_000, 32_000];

/** A free loopback port, for a server that needs a fixed one or restarts on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    const isFree = await Promise.race([
      once(server.listen(port, '127.0.0.1'), 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
