import { fromBinary } from '../shared/text/charset.ts';
import { decodeQuotedPrintable } from '../shared/text/quoted-printable.ts';
import type { Property } from './property.ts';
import type { PhotoData } from './types.ts';

const DATA_ADDRESS = /^data:([^,]*),([\s\S]*)$/i;

/**
 * Reads the picture in a PHOTO property: base64 in vCard 2.1 and 3.0, a `data:` URL in 4.0 (RFC 6350 section 6.2.4). A
 * web address is returned as an address. Undefined for anything else. The bytes are validated later.
 */
export function readPhoto(property: Property): PhotoData | { address: string } | undefined {
  const value = property.value.trim();
  if (property.encoding === 'base64') return photoOf(base64Bytes(value));
  if (/^https?:\/\//i.test(value)) return { address: value };
  return photoOfData(value);
}

/** Decodes the picture in a `data:` URL (RFC 2397), or returns undefined. */
export function photoOfData(value: string): PhotoData | undefined {
  const [, options, data] = DATA_ADDRESS.exec(value) ?? [];
  if (data === undefined) return undefined;
  const base64 = /;base64$/i.test(options ?? '');
  return photoOf(base64 ? base64Bytes(data) : fromBinary(decodeQuotedPrintable(data.replaceAll('%', '='))));
}

const photoOf = (bytes: Uint8Array): PhotoData | undefined => (bytes.length > 0 ? { bytes } : undefined);

const base64Bytes = (text: string): Uint8Array => Buffer.from(text.replace(/[\s\\]/g, ''), 'base64');
