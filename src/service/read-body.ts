import { badRequest, KithError } from '../catalogue/error.ts';
import { refuseDeep } from '../catalogue/nesting.ts';

export const MAXIMUM_BODY_BYTES = 5 * 1024 * 1024;

/**
 * The body of a request as JSON, `undefined` when there is none.
 * Throws 413 over 5 MiB, 415 for another content type, 400 for what is not JSON (decisions, Rules).
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  // Before the body is touched: what nobody reads is drained after the answer, and the connection goes on.
  if (Number(request.headers.get('content-length') ?? 0) > MAXIMUM_BODY_BYTES) throw tooLarge();
  // Asking a request for its body makes the adapter build one whole; these never have any.
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return undefined;
  const bytes = await readBytes(request.body);
  if (!bytes) throw tooLarge();
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new KithError('UnsupportedMediaType', 'The body must be sent as application/json.');
  }
  const body = parseJson(bytes);
  refuseDeep({ body });
  return body;
}

/** A body from inside this process as it would have come over HTTP: within the same limits, and nothing in it but JSON. */
export function bodyFromHere(value: unknown): unknown {
  if (value === undefined) return undefined;
  refuseDeep({ body: value });
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > MAXIMUM_BODY_BYTES) throw tooLarge();
  return JSON.parse(json);
}

const tooLarge = () =>
  new KithError('PayloadTooLarge', 'The body is larger than 5 MiB.', { hint: 'Send fewer items per request.' });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest({ body: 'is not valid JSON in UTF-8' });
  }
}

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read().catch(brokeOff);
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > MAXIMUM_BODY_BYTES) {
      void discard(reader);
      return undefined;
    }
    chunks.push(value);
  }
}

/** A sender who leaves in the midst of a body is no fault of ours; what is answered has nobody to go to. */
function brokeOff(): never {
  throw badRequest({ body: 'broke off before its end' });
}

/** Goes on taking what nobody reads: a client that is still sending would find its connection cut, and no answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender left; the answer has nobody to go to.
  }
}
