import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { takesGzip } from '../../shared/http/takes-gzip.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { DECLARATION, SPACES } from './xml.ts';

/** Characters buffered before they are sent. */
const CHUNK_CHARACTERS = 32 * 1024;

/**
 * Streams a multistatus (RFC 4918, 13) as its parts are generated, at the client's pace, and stops if the client
 * disconnects. An error before the first part is thrown. A later error aborts the response, so that it is not mistaken
 * for a complete one.
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
    ? // The stream itself signals its end to the client.
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
    // Each part is one resource's response. There may be thousands of them without any other wait.
    if (shouldYield()) await yieldToOthers();
    chunk += part;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}</D:multistatus>`;
}
