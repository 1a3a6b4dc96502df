import { asBinary, fromBinary } from '../charset.ts';
import type { Photo } from '../record.ts';
import { decodeQuotedPrintable, type Property } from './property.ts';
import { parameter, types } from './values.ts';

const SIGNATURES: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^BM/, 'image/bmp'],
  [/^[\s\S]{4}ftyp(heic|heix|mif1|avif)/, 'image/heic'],
];

const DATA_ADDRESS = /^data:([^;,]*)((?:;[^;,]*)*),([\s\S]*)$/i;

/**
 * The picture inside a PHOTO property: base64 in vCard 2.1 and 3.0, a `data:` address in 4.0 (RFC 6350 section
 * 6.2.4). A web address stays an address. Undefined when it is neither.
 */
export function readPhoto(property: Property): Photo | { address: string } | undefined {
  const value = property.value.trim();
  if (property.encoding === 'base64') return picture(base64Bytes(value), declaredType(property));
  if (/^https?:\/\//i.test(value)) return { address: value };
  return photoOfData(value);
}

/** The picture in a `data:` address (RFC 2397), or undefined. */
export function photoOfData(value: string): Photo | undefined {
  const [, mediaType, options, data] = DATA_ADDRESS.exec(value) ?? [];
  if (mediaType === undefined || data === undefined) return undefined;
  const base64 = /;base64$/i.test(options ?? '');
  const bytes = base64 ? base64Bytes(data) : fromBinary(decodeQuotedPrintable(data.replaceAll('%', '=')));
  return picture(bytes, mediaType);
}

/** Named by its first bytes, which do not err, else as declared. Undefined when it is no picture. */
function picture(bytes: Uint8Array, declared: string | undefined): Photo | undefined {
  const start = asBinary(bytes.subarray(0, 16));
  const mediaType = SIGNATURES.find(([signature]) => signature.test(start))?.[1] ?? declared?.toLowerCase();
  return bytes.length > 0 && mediaType?.startsWith('image/') ? { bytes, mediaType } : undefined;
}

const base64Bytes = (text: string): Uint8Array => Buffer.from(text.replace(/[\s\\]/g, ''), 'base64');

function declaredType(property: Property): string | undefined {
  const named = parameter(property, 'MEDIATYPE') ?? types(property)[0];
  return named?.includes('/') ? named : named && `image/${named}`;
}
