import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A deliberate fault for the checker: a cache in front of the service that often returns outdated reads. */
export async function startStaleProxy(target: string): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const known = new Map<string, Buffer>();
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const reads = method === 'GET' && /^\/v2\/(contacts|timeline\/notes|reminders)\/[0-9a-f-]{36}/.test(path);
    const old = reads ? known.get(path) : undefined;
    if (old && Math.random() < 0.5) {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      return void outgoing.end(old);
    }
    const passed = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (reads && response.statusCode === 200 && !known.has(path)) known.set(path, body);
        outgoing.writeHead(response.statusCode!, response.headers);
        outgoing.end(body);
      });
      response.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
