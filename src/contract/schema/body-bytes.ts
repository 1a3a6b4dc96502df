import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badRequest, KithError } from '../../shared/error.ts';

/** Longest accepted pause while a body arrives. */
const STALL_MS = 30_000;

/**
 * The bytes of a request's body, unpacked where they came as gzip (RFC 9110, 8.4). `maximum` bounds both what is sent
 * and what it unpacks to; beyond it the answer is undefined. Throws 415 for any other content coding, 400 for a body
 * that is interrupted, is not gzip, or pauses for longer than `stallMs`.
 */
export async function bodyBytes(
  request: Request,
  maximum: number,
  stallMs = STALL_MS,
): Promise<Uint8Array | undefined> {
  // Before the body is touched: an unread body is drained after the answer, and the connection goes on.
  if (Number(request.headers.get('content-length') ?? 0) > maximum) return undefined;
  // Asking for the body makes the adapter build a whole request; these methods never have one.
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
  throw new KithError('UnsupportedMediaType', 'The body has a content coding other than gzip.', {
    hint: 'Send it as it is, or with Content-Encoding: gzip.',
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
      const { done, value } = await Promise.race([reader.read().catch(brokeOff), stalled]);
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

/** Unpacks piece by piece, off this thread, and stops at the maximum: a zip bomb ends there. */
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
    throw badRequest({ body: 'is not whole gzip, as Content-Encoding says' });
  }
  return Buffer.concat(chunks);
}

/** A sender who leaves in the middle of a body is no fault of ours, and nobody is left to read the answer. */
function brokeOff(): never {
  throw badRequest({ body: 'broke off before its end' });
}

/** Reads the rest and drops it: a client that is still sending would find its connection cut, without an answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender left, so nobody waits for the answer.
  }
}
