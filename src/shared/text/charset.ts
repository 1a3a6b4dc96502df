import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { KithError } from '../error.ts';

// The 32 places where windows-1252 differs from latin-1 (WHATWG Encoding, index windows-1252), because TextDecoder
// decodes windows-1252 as latin-1 in Node 20.18.3 and later and in some versions of 22 to 24.
const HIGH_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes bytes in a named charset. Without a name, or if the bytes do not match it, uses UTF-8 or, failing that,
 * windows-1252, which accepts any bytes. Undefined for an unknown charset.
 */
export function decode(bytes: Uint8Array, charset = 'utf-8'): string | undefined {
  const decoder = decoderFor(charset);
  if (!decoder) return undefined;
  if (decoder.encoding === 'windows-1252') return decodeWindows1252(bytes);
  if (decoder.encoding !== 'utf-8') return decoder.decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

function decoderFor(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset.trim());
  } catch {
    return undefined;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  return asBinary(bytes).replace(/[\x80-\x9f]/g, (byte) => HIGH_CONTROLS[byte.charCodeAt(0) - 0x80]!);
}

/** One character per byte, so that text can be split at bytes before its charset is known. */
export function asBinary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Decodes quoted-printable (RFC 2045, 6.7) in a string from `asBinary`. A stray `=` is kept. */
export const decodeQuotedPrintable = (binary: string): string =>
  binary.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The bytes of a string from `asBinary`. */
export const fromBinary = (binary: string): Uint8Array => Buffer.from(binary, 'latin1');

/** Detects UTF-16 by its byte order mark, or by the NUL next to its first letter. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
}

/** Decodes a whole file: UTF-16 if detected, otherwise UTF-8 or windows-1252. Drops the byte order mark. */
export function decodeFile(bytes: Uint8Array): string {
  return decode(bytes, utf16Of(bytes)) ?? '';
}

/** Whether `decodeFile` had to guess, because bytes that are not UTF-8 may be in any code page. */
export const isGuessed = (bytes: Uint8Array): boolean => utf16Of(bytes) === undefined && !isUtf8(bytes);

/** Converts a file from a named charset to one that can be detected. Throws a 400 for an unknown charset. */
export function transcoded(bytes: Uint8Array, charset: string): Uint8Array<ArrayBuffer> {
  const text = decode(bytes, charset);
  if (text !== undefined) return new Uint8Array(Buffer.from(`\uFEFF${text.replace(/^\uFEFF/, '')}`, 'utf16le'));
  throw new KithError('BadRequest', `Unknown encoding: ${charset}.`, {
    hint: 'Examples of names are windows-1250, windows-1251, iso-8859-2, koi8-r, shift_jis, gb18030, big5 and euc-kr.',
  });
}

/**
 * Removes control characters other than tab and newline, which no field may contain. Line ends become `
 * `.
 */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}
