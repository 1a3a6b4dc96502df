import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { KithError } from '../shared/error.ts';
import { SECURITY_HEADERS } from '../shared/http/security-headers.ts';

/** The answer to a malformed request from this address. */
export type Refuse = (refusal: KithError, address: string | undefined) => Promise<Response>;

/** Refuses a request that is HTTP, but says nothing that the service could answer. */
type RefuseRequest = (refusal: KithError, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Node would answer malformed requests itself; here they are refused in the shape of every other error. */
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
    // The rest of a request that is already answered: a second answer would count for the next request.
    const isTheRest = last?.headersSent && !last.req.complete;
    if (error.code === 'ECONNRESET' || !socket.writable || isTheRest) socket.destroy();
    else if (last?.req.complete && !last.writableEnded) last.once('finish', refuseIt);
    else refuseIt();
  });
  return refuseRequest;
}

/** Whether a request has the header Host, which HTTP/1.1 requires (RFC 9112, 3.2). */
export const hasHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host !== undefined || httpVersion !== '1.1';

/** The refusal of a request without a usable address. */
export const noAddress = (incoming: IncomingMessage): KithError =>
  hasHost(incoming)
    ? new KithError('BadRequest', 'The address of this request cannot be read.', {
        hint: 'Name a path, such as /v2/contacts, and the host alone in Host.',
      })
    : new KithError('BadRequest', 'A request of HTTP/1.1 needs the header Host.');

const unknownExpectation = () =>
  new KithError('BadRequest', 'The header Expect asks for something that this service does not know.', {
    status: 417,
    hint: 'Send 100-continue, or leave it out.',
  });

const noProxy = () => new KithError('BadRequest', 'This is not a proxy: it does not take CONNECT.');

function malformed({ code }: NodeJS.ErrnoException): KithError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new KithError('BadRequest', 'The request did not arrive in time.', { status: 408 });
  }
  if (code !== 'HPE_HEADER_OVERFLOW') return new KithError('BadRequest', 'This is not a request of HTTP/1.1.');
  return new KithError('BadRequest', 'The address and headers are too long.', {
    status: 431,
    hint: 'Send at most 64 KB of them: name fewer ids at once.',
  });
}

/** The headers of an answer, with those that every answer has. */
const headersOf = (response: Response): Record<string, string> => ({
  ...Object.fromEntries(new Headers(SECURITY_HEADERS)),
  ...Object.fromEntries(response.headers),
});

/** Writes an answer straight to a connection, which has no request to answer, and ends it. */
async function endWith(response: Response, socket: Duplex): Promise<void> {
  const body = await response.text();
  if (!socket.writable) return;
  const headers = Object.entries(headersOf(response)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...headers, 'connection: close'];
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
}
