// Content lines of iCalendar (RFC 5545, 3.1).

const MAX_OCTETS = 75;

/** Removes characters that are not allowed: control characters except tabs and newlines, and unpaired surrogates. */
export const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** Escapes a TEXT value (3.3.11). */
export const textValue = (text: string): string =>
  PLAIN.test(text)
    ? text
    : cleaned(text)
        .replace(/[\\;,]/g, '\\$&')
        .replaceAll('\n', '\\n');

const PLAIN = /^[\p{L}\p{M}\p{N} !"#$%&'()*+./:<=>?@[\]^_`{|}~-]*$/u;

/** Folds a line after 75 octets, never within a character, and ends it. */
export function folded(line: string): string {
  if (line.length * 3 <= MAX_OCTETS || (line.length <= MAX_OCTETS && isAscii(line))) return `${line}\r\n`;
  let [out, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return `${out}\r\n`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII.
const isAscii = (line: string): boolean => /^[\u0000-\u007f]*$/.test(line);

/** Formats a day as a DATE (3.3.4). */
export const dateValue = (day: string): string => day.replaceAll('-', '');

/** Formats an instant as a DATE-TIME in UTC, with whole seconds (3.3.5). */
export const utcValue = (at: string): string => `${at.slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Formats local time in milliseconds as a DATE-TIME without a zone. */
export const wallValue = (shown: number): string => new Date(shown).toISOString().slice(0, 19).replace(/[-:]/g, '');
