import { badRequest, KithError } from '../catalogue/error.ts';

export const MAXIMUM_BODY_BYTES = 5 * 1024 * 1024;

/**
 * The body of a request as JSON, `undefined` when there is none.
 * Throws 413 over 5 MiB, 415 for another content type, 400 for what is not JSON (decisions, Rules).
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!request.body) return undefined;
  const tooLarge = Number(request.headers.get('content-length') ?? 0) > MAXIMUM_BODY_BYTES;
  const bytes = tooLarge ? undefined : await readBytes(request.body);
  if (!bytes) {
    throw new KithError('PayloadTooLarge', 'The body is larger than 5 MiB.', { hint: 'Send fewer items per request.' });
  }
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new KithError('UnsupportedMediaType', 'The body must be sent as application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest({ body: 'is not valid JSON in UTF-8' });
  }
}

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAXIMUM_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
