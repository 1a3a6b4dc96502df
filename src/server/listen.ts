import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { settings } from '../process/environment.ts';
import { tell } from '../process/print.ts';
import { clientAddress } from '../service/runtime/client-address.ts';
import { errorResponse, internalError } from '../service/runtime/respond.ts';
import { KithError } from '../shared/error.ts';
import { SECURITY_HEADERS } from '../shared/http/security-headers.ts';
import { logFault } from './composition/log.ts';
import { hasHost, noAddress, type Refuse, refuseMalformed } from './malformed-request.ts';

const GRACE_MS = 500;
// Allows several hundred ids in a query. Node's default is 16 KB.
const MAX_HEADER_BYTES = 64 * 1024;
/** Keep-alive timeout. It is longer than a proxy's (Caddy: two minutes), so that the proxy closes idle connections first. */
const KEEP_ALIVE_MS = 125_000;

/** Parses a port. 0 lets the system choose. Throws 400 if it is invalid. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (text === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new KithError('BadRequest', '--port must be a number from 0 to 65535.');
  return port;
}

/** Node's request and response objects, for a library that responds by itself. */
export interface Wire {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** Listening options of a command. */
export interface ListenOptions {
  port: string;
  host: string;
}

/**
 * Serves until SIGTERM or SIGINT, and then finishes running requests within half a second. `onStop` ends streams, which
 * would stay open forever. `refuse` creates the response to a malformed request. `onListening` gets the address. Requests
 * from KITH_TRUSTED_PROXIES can name the client's address.
 */
export async function listen(
  fetch: (request: Request, address: string | undefined, wire: Wire) => Response | Promise<Response>,
  port: number,
  hostname: string,
  onStop: () => Promise<void> = async () => {},
  refuse: Refuse = async (refusal) => errorResponse(refusal, {}),
  onListening: (address: string) => void | Promise<void> = () => {},
): Promise<void> {
  const proxies = settings.KITH_TRUSTED_PROXIES;
  const addressOf = ({ socket, headers }: IncomingMessage): string | undefined =>
    clientAddress(socket.remoteAddress, { get: (name) => headers[name]?.toString() ?? null }, proxies);
  const listener = getRequestListener(
    (request, bindings) => {
      const wire = bindings as Wire;
      return fetch(request, addressOf(wire.incoming), wire);
    },
    // A request with an unreadable address is rejected below.
    { hostname, errorHandler: (error) => (error instanceof RequestError ? undefined : fault(error)) },
  );
  await new Promise<void>((resolve, reject) => {
    const options = { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS };
    const server = createServer(options);
    const refuseRequest = refuseMalformed(server, refuse, addressOf);
    server.on('request', async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
      if (hasHost(incoming)) await listener(incoming, outgoing);
      if (!outgoing.headersSent && !outgoing.destroyed) await refuseRequest(noAddress(incoming), incoming, outgoing);
    });
    server.on('error', (error) => reject(inPlainWords(error, port, hostname)));
    server.listen(port, hostname, async () => {
      const { address, family, port } = server.address() as AddressInfo;
      const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
      // Called before the line below, so that a program that waits for the address has already read its output.
      try {
        await onListening(url);
      } catch (error) {
        return reject(error);
      }
      tell(`listening on ${url}\n`);
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

/** Response to an internal error outside the service. */
function fault(error: unknown): Response {
  const requestId = randomUUID();
  logFault(requestId, error);
  return errorResponse(internalError(requestId), { 'X-Request-Id': requestId });
}

function inPlainWords(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new KithError('Conflict', `Port ${port} on ${hostname} is in use.`, { hint: 'Choose another with --port.' });
  }
  // On Windows, another program has reserved the port. Elsewhere, low ports need privileges.
  if (error.code === 'EACCES') {
    return new KithError('Forbidden', `The system does not allow kith to use port ${port} on ${hostname}.`, {
      hint: 'Choose another with --port.',
    });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new KithError('BadRequest', `${hostname} is not an address of this computer.`, {
      hint: 'Choose another with --host.',
    });
  }
  return error;
}
