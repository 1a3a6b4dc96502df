import { photoType } from '../../contract/photos.ts';
import { KithError } from '../../shared/error.ts';
import { NO_STORE, SECURITY_HEADERS } from '../../shared/http/security-headers.ts';

// Spread the larger object first: V8 clones it at once there, but copies it field by field after other properties.

type Headers = Record<string, string>;

/** Takes all headers as arguments, because setting them on a response takes longer than creating it. */
export function successResponse(
  { status, body, replayed }: { status: number; body: unknown; replayed: boolean },
  headers: Headers,
): Response {
  const all = replayed ? { 'Idempotent-Replayed': 'true', ...headers } : headers;
  if (typeof body !== 'string') return jsonResponse(status, JSON.stringify(body), all);
  return new Response(body, { status, headers: { ...NO_STORE, 'Content-Type': 'text/plain; charset=utf-8', ...all } });
}

/** A response with serialized JSON. */
export const jsonResponse = (status: number, json: string, headers: Headers): Response =>
  new Response(json, {
    status,
    headers: { ...headers, ...NO_STORE, 'Content-Type': 'application/json; charset=utf-8' },
  });

/**
 * A stored photo. Its content is untrusted, so browsers may only show it as an image and run nothing in it. It never
 * changes, but a cached copy is revalidated each time, so that a revoked key no longer shows it.
 */
export function photoResponse(id: string, bytes: Uint8Array, request: Request, headers: Headers): Response {
  const type = photoType(bytes) ?? 'application/octet-stream';
  const tag = `"${id}"`;
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === tag);
  return new Response(known ? null : Uint8Array.from(bytes), {
    status: known ? 304 : 200,
    headers: {
      ...NO_STORE,
      'Cache-Control': 'private, no-cache',
      ETag: tag,
      ...(!known && {
        'Content-Type': type,
        'Content-Disposition': `inline; filename="photo.${type.slice(type.indexOf('/') + 1)}"`,
        'Content-Security-Policy': `${SECURITY_HEADERS['Content-Security-Policy']}; sandbox`,
      }),
      ...headers,
    },
  });
}

/** The OpenAPI description, which is public and the same for all callers. */
export const descriptionResponse = (json: string, headers: Headers): Response =>
  new Response(json, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
  });

export function errorResponse(error: KithError, headers: Headers): Response {
  const { status, retryAfter, details = {} } = error;
  return new Response(JSON.stringify(error.toBody()), {
    status,
    headers: {
      ...NO_STORE,
      'Content-Type': 'application/json; charset=utf-8',
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      // RFC 9110, section 15.5.16.
      ...(typeof details.accept_encoding === 'string' && { 'Accept-Encoding': details.accept_encoding }),
      ...(status === 405 && { Allow: (details.allow as string[]).join(', ') }),
      ...headers,
    },
  });
}

/** The error that callers get for an unexpected fault: only the id of its log entry. */
export const internalError = (requestId: string) =>
  new KithError('InternalServerError', `Internal error. See request ${requestId} in the server log.`);

export function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
