import { photoType } from '../../contract/photos.ts';
import { KithError } from '../../shared/error.ts';
import { NO_STORE, SECURITY_HEADERS } from '../../shared/http/security-headers.ts';

// What is spread comes first in an object: the runtime copies it in one piece there, and field by field behind others.

type Headers = Record<string, string>;

/** `headers` are passed in: setting them on a finished response costs more than making it. */
export function successResponse(
  { status, body, replayed }: { status: number; body: unknown; replayed: boolean },
  headers: Headers,
): Response {
  const all = replayed ? { 'Idempotent-Replayed': 'true', ...headers } : headers;
  if (typeof body !== 'string') return jsonResponse(status, JSON.stringify(body), all);
  return new Response(body, { status, headers: { ...NO_STORE, 'Content-Type': 'text/plain; charset=utf-8', ...all } });
}

/** An answer that is JSON already. */
export const jsonResponse = (status: number, json: string, headers: Headers): Response =>
  new Response(json, {
    status,
    headers: { ...headers, ...NO_STORE, 'Content-Type': 'application/json; charset=utf-8' },
  });

/**
 * A photo as it was stored. Its content is untrusted: a browser must take it for nothing but a picture and run none of it.
 * It never changes, yet a cached copy is revalidated each time, so that a revoked key opens none.
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

/** The OpenAPI description: public, the same for everyone. */
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
      // RFC 9110, 15.5.16.
      ...(typeof details.accept_encoding === 'string' && { 'Accept-Encoding': details.accept_encoding }),
      ...(status === 405 && { Allow: (details.allow as string[]).join(', ') }),
      ...headers,
    },
  });
}

/** What a caller may know of an unexpected fault: only where to find it in the log. */
export const internalError = (requestId: string) =>
  new KithError('InternalServerError', `Something went wrong here; the log has it under request ${requestId}.`);

export function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
