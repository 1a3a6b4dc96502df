import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { KithError } from '../shared/error.ts';
import { SECURITY_HEADERS } from '../shared/http/security-headers.ts';

/** Creates the response to a malformed request from this address. */
export type Refuse = (refusal: KithError, address: string | undefined) => Promise<Response>;

/** Rejects a valid HTTP request that the service cannot handle. */
type RefuseRequest = (refusal: KithError, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Rejects malformed requests with kith's error format instead of Node's own response. */
export function refuseMalformed(
  server: Server,
  refuse: Refuse,
  addressOf: (incoming: IncomingMessage) => string | undefined,
): RefuseRequest {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refuseRequest: RefuseRequest = async (refusal, incoming, outgoing) => {
    const response = await refuse(refusal, addressOf(incoming));
    outgoing.writeHead(response.status, headersOf(response)).end(await response.text());
  };
  const refuseConnection = (refusal: KithError, socket: Duplex) =>
    refuse(refusal, (socket as Socket).remoteAddress).then(
      (response) => endWith(response, socket),
      () => socket.destroy(),
    );
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => latest.set(socket, outgoing));
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    refuseRequest(unknownExpectation(), incoming, outgoing),
  );
  server.on('connect', (_: IncomingMessage, socket: Duplex) => refuseConnection(noProxy(), socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const last = latest.get(socket);
    const refuseIt = () => void refuseConnection(malformed(error), socket);
    // The rest of an answered request. A second response would be taken for the next request's.
    const isTheRest = last?.headersSent && !last.req.complete;
    if (error.code === 'ECONNRESET' || !socket.writable || isTheRest) socket.destroy();
    else if (last?.req.complete && !last.writableEnded) last.once('finish', refuseIt);
    else refuseIt();
  });
  return refuseRequest;
}

/** Returns whether a request has a Host header, which HTTP/1.1 requires (RFC 9112, 3.2). */
export const hasHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host !== undefined || httpVersion !== '1.1';

/** Error for a request without a usable address. */
export const noAddress = (incoming: IncomingMessage): KithError =>
  hasHost(incoming)
    ? new KithError('BadRequest', 'The URL of this request is invalid.', {
        hint: 'Send a path, such as /v2/contacts, and only the host in the Host header.',
      })
    : new KithError('BadRequest', 'An HTTP/1.1 request needs a Host header.');

const unknownExpectation = () =>
  new KithError('BadRequest', 'The Expect header has an unsupported value.', {
    status: 417,
    hint: 'Send 100-continue, or omit the header.',
  });

const noProxy = () => new KithError('BadRequest', 'This server is not a proxy and does not support CONNECT.');

function malformed({ code }: NodeJS.ErrnoException): KithError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new KithError('BadRequest', 'The request did not arrive in time.', { status: 408 });
  }
  if (code !== 'HPE_HEADER_OVERFLOW') return new KithError('BadRequest', 'This is not a valid HTTP/1.1 request.');
  return new KithError('BadRequest', 'The URL and headers are too long.', {
    status: 431,
    hint: 'Send at most 64 KB, for example with fewer ids.',
  });
}

/** Response headers with the security headers. */
const headersOf = (response: Response): Record<string, string> => ({
  ...Object.fromEntries(new Headers(SECURITY_HEADERS)),
  ...Object.fromEntries(response.headers),
});

/** Writes a response to a connection without a parsed request, and closes it. */
async function endWith(response: Response, socket: Duplex): Promise<void> {
  const body = await response.text();
  if (!socket.writable) return;
  const headers = Object.entries(headersOf(response)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...headers, 'connection: close'];
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
}
