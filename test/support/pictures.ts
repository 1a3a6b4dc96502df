import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { request } from 'undici';
import type { User } from './service.ts';

// Pictures as far as kith inspects them: the first bytes of each format, followed by arbitrary bytes.

const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`)]);

export const BEGINNINGS: Record<string, Buffer> = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/gif': Buffer.from('GIF89a'),
  'image/webp': Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4, 1), Buffer.from('WEBP')]),
  'image/bmp': Buffer.concat([Buffer.from('BM'), Buffer.alloc(4, 9), Buffer.alloc(4)]),
  'image/avif': box('avif'),
  'image/heic': box('heic'),
  'image/heif': box('mif1'),
};

/** A different picture for each `mark`, with bytes that are not text. */
export const picture = (mark: string, type = 'image/png', size = 64): Buffer => {
  const start = BEGINNINGS[type]!;
  const noise = createHash('sha512').update(mark).digest();
  return Buffer.concat([start, Buffer.alloc(Math.max(0, size - start.length), noise)]);
};

export const asData = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`;
export const idOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const addressOf = (bytes: Buffer): string => `kith://photos/${idOf(bytes)}`;

interface PhotoAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** The service's response for a photo. */
export async function getPhoto(
  baseUrl: string,
  { apiKey }: Pick<User, 'apiKey'>,
  id: string,
  headers: Record<string, string> = {},
): Promise<PhotoAnswer> {
  const response = await request(`${baseUrl}/v2/photos/${id}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes };
}

/** A PNG picture that can be decoded: red on the left half, blue on the right. */
export function realPng(width: number, height: number): Buffer {
  const row = Buffer.concat([
    Buffer.of(0),
    ...Array.from({ length: width }, (_, x) => Buffer.from(x < width / 2 ? [255, 0, 0] : [0, 0, 255])),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const content = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([BEGINNINGS['image/png']!, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** Node has it only since version 22. */
function crc32(bytes: Buffer): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
