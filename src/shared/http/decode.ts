import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const DECODERS: Record<string, typeof gunzip> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
};

/** What undici, too, says of an answer beyond its bounds. */
export const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/**
 * An answer's body as it was before it was compressed. We ask for no encoding, and some gateways compress all the same. Throws what is cut, and
 * with the code `TOO_LARGE` what would be more than `most` bytes.
 */
export async function decoded(body: Uint8Array, encoding: string | undefined, most: number): Promise<Uint8Array> {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  return decode ? promisify(bounded)(decode, body, most) : body;
}

function bounded(
  decode: typeof gunzip,
  body: Uint8Array,
  most: number,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  decode(body, { maxOutputLength: most }, (error, bytes) =>
    done(isTooLarge(error) ? Object.assign(new Error('The answer is too large.'), { code: TOO_LARGE }) : error, bytes),
  );
}

const isTooLarge = (error: NodeJS.ErrnoException | null): boolean => error?.code === 'ERR_BUFFER_TOO_LARGE';
