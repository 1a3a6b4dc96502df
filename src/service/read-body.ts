import { badRequest, KithError } from '../catalogue/error.ts';

export const MAXIMUM_BODY_BYTES = 5 * 1024 * 1024;
const MAXIMUM_NESTING = 100;

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
  if (isDeeper(body, MAXIMUM_NESTING)) throw badRequest({ body: `is nested deeper than ${MAXIMUM_NESTING} levels` });
  return body;
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

/** Bounds every walk over the value that comes later: a deeper one would exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
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
