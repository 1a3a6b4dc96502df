import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to connections and to servers that name no port: none of those takes it meanwhile. */
const [FIRST, LAST] = [12_000, 32_000];

/** A port of loopback that nobody listens on, for a server that must be told one, or that comes back to it. */
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
