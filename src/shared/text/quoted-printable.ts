/**
 * Decodes quoted-printable (RFC 2045 section 6.7) in a string with one character per byte. A stray `=` is kept. The Q
 * encoding of mail headers (RFC 2047) is the same once `_` is replaced by a space.
 */
export const decodeQuotedPrintable = (binary: string): string =>
  binary.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
