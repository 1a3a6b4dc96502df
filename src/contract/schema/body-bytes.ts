import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badRequest, KithError } from '../../shared/error.ts';

/** Longest accepted pause while a body arrives. */
const STALL_MS = 30_000;

/**
 * Returns the bytes of a request's body, decompressed if they are gzip (RFC 9110, 8.4), or undefined if they exceed
 * `maximum` before or after decompression. Throws 415 for any other content coding, and 400 for a body that is
 * interrupted, is not gzip, or pauses for longer than `stallMs`.
 */
export async function bodyBytes(
  request: Request,
  maximum: number,
  stallMs = STALL_MS,
): Promise<Uint8Array | undefined> {
  // This check comes before the body is accessed: an unread body is drained after the response, and the connection stays
  // open.
  if (Number(request.headers.get('content-length') ?? 0) > maximum) return undefined;
  // Accessing the body makes the adapter build a full request; these methods never have a body.
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array();
  const coding = codingOf(request);
  if (!request.body) return new Uint8Array();
  const sent = await readBytes(request.body, maximum, stallMs);
  return sent && coding === 'gzip' && sent.length > 0 ? unpack(sent, maximum) : sent;
}

function codingOf({ headers }: Request): 'gzip' | 'identity' {
  const coding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return 'identity';
  if (coding === 'gzip' || coding === 'x-gzip') return 'gzip';
  throw new KithError('UnsupportedMediaType', 'The body has an unsupported content encoding.', {
    hint: 'Send it uncompressed, or with "Content-Encoding: gzip".',
    details: { accept_encoding: 'gzip' },
  });
}

async function readBytes(
  body: ReadableStream<Uint8Array>,
  maximum: number,
  stallMs: number,
): Promise<Uint8Array | undefined> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(badRequest({ body: `stopped arriving for ${stallMs / 1000} s` })), stallMs);
  });
  try {
    for (let size = 0; ; ) {
      const { done, value } = await Promise.race([reader.read().catch(throwInterrupted), stalled]);
      if (done) return Buffer.concat(chunks);
      size += value.length;
      if (size > maximum) {
        void discard(reader);
        return undefined;
      }
      chunks.push(value);
      timer?.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Decompresses in pieces, on another thread, and stops at the maximum, which limits zip bombs. */
async function unpack(bytes: Uint8Array, maximum: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const source = Readable.from([bytes], { objectMode: false });
  const gunzip = source.pipe(createGunzip());
  try {
    for await (const chunk of gunzip) {
      size += (chunk as Uint8Array).length;
      if (size > maximum) return undefined;
      chunks.push(chunk as Uint8Array);
    }
  } catch {
    throw badRequest({ body: 'is not complete gzip data, but Content-Encoding is gzip' });
  }
  return Buffer.concat(chunks);
}

/** A sender that disconnects in the middle of a body is not a server error, and no one reads the response. */
function throwInterrupted(): never {
  throw badRequest({ body: 'was interrupted before its end' });
}

/** Reads and drops the rest. Otherwise a client that is still sending would lose its connection without a response. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender disconnected, so no one waits for the response.
  }
}
