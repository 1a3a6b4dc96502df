import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { takesGzip } from '../../shared/http/takes-gzip.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/yield.ts';
import { DECLARATION, SPACES } from './xml.ts';

/** How much is gathered before it is sent. */
const CHUNK_CHARACTERS = 32 * 1024;

/**
 * A multistatus (RFC 4918, 13) that is written as its parts are made: no faster than the client reads, and no further when
 * it goes away. What fails before the first part is thrown; later it breaks the answer off, so that nobody takes it for whole.
 */
export async function multistatus(
  request: Request,
  parts: AsyncGenerator<string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const chunks = inChunks(parts);
  const first = await chunks.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  const plain = Readable.from(all(), { objectMode: false });
  const isPacked = takesGzip(request);
  const body = isPacked
    ? // Its end is told to the client by the stream itself.
      pipeline(plain, createGzip({ level: constants.Z_BEST_SPEED }), () => {})
    : plain;
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    status: 207,
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      Vary: 'Accept-Encoding',
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
      ...headers,
    },
  });
}

async function* inChunks(parts: AsyncGenerator<string>): AsyncGenerator<string> {
  let chunk = `${DECLARATION}<D:multistatus${SPACES}>`;
  for await (const part of parts) {
    // Each part is one resource's response. Thousands may be written without waiting.
    if (isTimeToGiveWay()) await giveWay();
    chunk += part;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}</D:multistatus>`;
}
