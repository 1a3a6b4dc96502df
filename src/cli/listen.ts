import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { serve } from '@hono/node-server';
import { KithError } from '../catalogue/error.ts';

const GRACE_MS = 500;
// A list of several hundred ids in a query passes; Node's own limit is 16 KB.
const MAX_HEADER_BYTES = 64 * 1024;

/** Throws for what is not a port; 0 lets the system choose. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (text === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new KithError('BadRequest', '--port must be a number from 0 to 65535.');
  return port;
}

export const listenOptions = (port: string) =>
  ({ port: { type: 'string', default: port }, host: { type: 'string', default: '127.0.0.1' } }) as const;

/**
 * Serves until SIGTERM or SIGINT; requests under way are answered first, within half a second. `onStop` ends what
 * would stay under way for ever.
 */
export async function listen(
  fetch: (request: Request, remoteAddress: string | undefined) => Response | Promise<Response>,
  port: number,
  hostname: string,
  onStop: () => Promise<void> = async () => {},
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) => fetch(request, incoming.socket.remoteAddress),
        serverOptions: { maxHeaderSize: MAX_HEADER_BYTES },
        port,
        hostname,
      },
      ({ address, family, port }) => {
        process.stderr.write(`listening on http://${family === 'IPv6' ? `[${address}]` : address}:${port}\n`);
      },
    ) as Server;
    server.on('error', (error) => reject(inPlainWords(error, port, hostname))).on('clientError', refuseUnreadable);
    const stop = () => {
      server.close(() => resolve());
      onStop().catch(reject);
      server.closeIdleConnections();
      setTimeout(resolve, GRACE_MS).unref();
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
  });
}

function inPlainWords(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new KithError('Conflict', `Port ${port} on ${hostname} is taken.`, { hint: 'Give another with --port.' });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new KithError('BadRequest', `${hostname} is no address of this machine.`, { hint: 'Give one with --host.' });
  }
  return error;
}

/** What Node cannot read as HTTP never reaches the service; its answer has the shape of every other error. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const message = tooLarge ? 'The address and headers are too long.' : 'This is not a request of HTTP/1.1.';
  const hint = tooLarge ? { hint: 'Send at most 64 KB of them: name fewer ids at once.' } : {};
  const body = JSON.stringify({ error: { code: 'BadRequest', message, ...hint } });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
