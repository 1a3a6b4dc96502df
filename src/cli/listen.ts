import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { serve } from '@hono/node-server';
import { KithError } from '../catalogue/error.ts';
import { errorResponse } from '../service/respond.ts';

const GRACE_MS = 500;
// A list of several hundred ids in a query passes; Node's own limit is 16 KB.
const MAX_HEADER_BYTES = 64 * 1024;

/** The answer to what cannot be read as a request, from this address. */
type Refuse = (refusal: KithError, address: string | undefined) => Promise<Response>;

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
 * would stay under way for ever; `refuse` shapes the answer to what is no request.
 */
export async function listen(
  fetch: (request: Request, remoteAddress: string | undefined) => Response | Promise<Response>,
  port: number,
  hostname: string,
  onStop: () => Promise<void> = async () => {},
  refuse: Refuse = async (refusal) => errorResponse(refusal, {}),
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
    server.on('error', (error) => reject(inPlainWords(error, port, hostname)));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const { remoteAddress } = socket as Socket;
      refuse(unreadable(error), remoteAddress).then(
        (response) => endWith(response, socket),
        () => socket.destroy(),
      );
    });
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

/** What Node cannot read as HTTP never reaches the service; it is told so in the shape of every other error. */
function unreadable({ code }: NodeJS.ErrnoException): KithError {
  if (code !== 'HPE_HEADER_OVERFLOW') return new KithError('BadRequest', 'This is not a request of HTTP/1.1.');
  return new KithError('BadRequest', 'The address and headers are too long.', {
    status: 431,
    hint: 'Send at most 64 KB of them: name fewer ids at once.',
  });
}

/** Writes an answer to a connection that never had a request, and ends it. */
async function endWith(response: Response, socket: Duplex): Promise<void> {
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...headers, 'connection: close'];
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
}
