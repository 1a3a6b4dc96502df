import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import { parseBounded, refuseLarge } from '../../contract/schema/request-size.ts';
import { badRequest, KithError } from '../../shared/error.ts';

export const MAXIMUM_BODY_BYTES = 5 * 1024 * 1024;

/**
 * Parses a request's JSON body. Returns `undefined` if it is empty. Throws 413 above 5 MiB (packed or unpacked), 415 for
 * an unsupported content type or encoding, and 400 for invalid JSON.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await bodyBytes(request, MAXIMUM_BODY_BYTES);
  if (!bytes) throw tooLarge();
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new KithError('UnsupportedMediaType', 'The body must be sent as application/json.');
  }
  const body = parseJson(bytes);
  refuseLarge({ body });
  return body;
}

/** Applies the limits and JSON types of HTTP requests to a body from inside this process. Throws 413 above 5 MiB. */
export function toJsonBody(value: unknown): unknown {
  if (value === undefined) return undefined;
  refuseLarge({ body: value });
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > MAXIMUM_BODY_BYTES) throw tooLarge();
  return JSON.parse(json);
}

const tooLarge = () =>
  new KithError('PayloadTooLarge', 'The body is larger than 5 MiB.', { hint: 'Send fewer items per request.' });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return parseBounded(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'body');
  } catch (error) {
    throw error instanceof KithError ? error : badRequest({ body: 'is not valid JSON in UTF-8' });
  }
}
