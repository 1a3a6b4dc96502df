import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { KithError } from '../error.ts';

// The 32 places where windows-1252 differs from latin-1 (WHATWG Encoding, index windows-1252). Kept here because
// TextDecoder reads windows-1252 as latin-1 in Node 20.18.3 and later and in parts of 22 to 24.
const HIGH_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Text of bytes in a named charset. Without a name, or where the bytes contradict it: UTF-8, else windows-1252,
 * which any bytes can be. Returns undefined for a charset that is not known.
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

/** One character per byte, so that text can be cut at bytes before its charset is known. */
export function asBinary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Decodes quoted-printable (RFC 2045, 6.7) in a string of `asBinary`; a stray `=` stays. */
export const decodeQuotedPrintable = (binary: string): string =>
  binary.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The bytes of a string made by `asBinary`. */
export const fromBinary = (binary: string): Uint8Array => Buffer.from(binary, 'latin1');

/** The UTF-16 a file is written in, by its byte order mark or by the NUL beside its first letter. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
}

/** Text of a whole file: UTF-16 by its mark, else UTF-8, else windows-1252. A byte order mark is dropped. */
export function decodeFile(bytes: Uint8Array): string {
  return decode(bytes, utf16Of(bytes)) ?? '';
}

/** Whether `decodeFile` had to guess: bytes that are no UTF-8 may be of any code page. */
export const isGuessed = (bytes: Uint8Array): boolean => utf16Of(bytes) === undefined && !isUtf8(bytes);

/** A file that is in a named charset, in one that says itself what it is. Throws a 400 for a name that is not known. */
export function transcoded(bytes: Uint8Array, charset: string): Uint8Array<ArrayBuffer> {
  const text = decode(bytes, charset);
  if (text !== undefined) return new Uint8Array(Buffer.from(`\uFEFF${text.replace(/^\uFEFF/, '')}`, 'utf16le'));
  throw new KithError('BadRequest', `The encoding ${charset} is not known.`, {
    hint: 'Names are such as windows-1250, windows-1251, iso-8859-2, koi8-r, shift_jis, gb18030, big5 and euc-kr.',
  });
}

/** Text without control characters other than tab and newline, which no field may hold; newlines become `\n`. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  return text.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}
