import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decoder = typeof gunzip;

// With some servers `deflate` is the bare format, without the header of zlib that RFC 9110 asks for (8.4.1.2).
const deflate = ((body: Uint8Array, ...rest: [never, never]) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflate(body, ...rest) : inflateRaw(body, ...rest)) as Decoder;

const DECODERS: Record<string, Decoder> = { gzip: gunzip, 'x-gzip': gunzip, deflate, br: brotliDecompress };

/** What undici, too, says of an answer beyond its bounds. */
export const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

export const UNKNOWN_CODING = 'ERR_UNKNOWN_CODING';

/**
 * An answer's body as it was before it was compressed. We ask for no encoding, and some gateways compress all the same. Throws what is cut, with
 * the code `TOO_LARGE` what would be more than `most` bytes, and with `UNKNOWN_CODING` what nobody here can read.
 */
export async function decoded(body: Uint8Array, encoding: string | undefined, most: number): Promise<Uint8Array> {
  let bytes = body;
  // They were applied in the order they stand in (RFC 9110, 8.4).
  for (const coding of codings(encoding).reverse()) {
    const decode = DECODERS[coding];
    if (!decode) throw Object.assign(new Error('The answer is in an unknown coding.'), { code: UNKNOWN_CODING });
    // An answer to HEAD says so too, and has no body.
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
    done(isTooLarge(error) ? Object.assign(new Error('The answer is too large.'), { code: TOO_LARGE }) : error, bytes),
  );
}

const isTooLarge = (error: NodeJS.ErrnoException | null): boolean => error?.code === 'ERR_BUFFER_TOO_LARGE';
