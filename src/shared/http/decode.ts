import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decoder = typeof gunzip;

// Some servers send `deflate` without the zlib header that RFC 9110, 8.4.1.2, requires.
const deflate = ((body: Uint8Array, ...rest: [never, never]) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflate(body, ...rest) : inflateRaw(body, ...rest)) as Decoder;

const DECODERS: Record<string, Decoder> = { gzip: gunzip, 'x-gzip': gunzip, deflate, br: brotliDecompress };

/** The code that undici uses for a response that is too large. */
export const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

export const UNKNOWN_CODING = 'ERR_UNKNOWN_CODING';

/**
 * Decompresses a response body. kith requests no encoding, but some gateways compress anyway. Throws if the body is
 * truncated, with the code `TOO_LARGE` if it would exceed `most` bytes, and with `UNKNOWN_CODING` for an unsupported
 * encoding.
 */
export async function decodeBody(body: Uint8Array, encoding: string | undefined, most: number): Promise<Uint8Array> {
  let bytes = body;
  // Encodings are listed in the order in which they were applied (RFC 9110, 8.4).
  for (const coding of codings(encoding).reverse()) {
    const decode = DECODERS[coding];
    if (!decode) throw Object.assign(new Error('The response has an unknown encoding.'), { code: UNKNOWN_CODING });
    // A response to HEAD has the header but no body.
    if (bytes.length > 0) bytes = await promisify(bounded)(decode, bytes, most);
  }
  return bytes;
}

const codings = (encoding = ''): string[] =>
  encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding && coding !== 'identity');

function bounded(
  decode: Decoder,
  body: Uint8Array,
  most: number,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  decode(body, { maxOutputLength: most }, (error, bytes) =>
    done(
      isTooLarge(error) ? Object.assign(new Error('The response is too large.'), { code: TOO_LARGE }) : error,
      bytes,
    ),
  );
}

const isTooLarge = (error: NodeJS.ErrnoException | null): boolean => error?.code === 'ERR_BUFFER_TOO_LARGE';
