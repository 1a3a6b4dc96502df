// Content lines of iCalendar (RFC 5545, 3.1).

const MOST_OCTETS = 75;

/** A text without what is not allowed in one: control characters, save tabs and line ends, and halves of characters. */
export const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** A text as a value (3.3.11). */
export const textValue = (text: string): string =>
  PLAIN.test(text)
    ? text
    : cleaned(text)
        .replace(/[\\;,]/g, '\\$&')
        .replaceAll('\n', '\\n');

const PLAIN = /^[\p{L}\p{M}\p{N} !"#$%&'()*+./:<=>?@[\]^_`{|}~-]*$/u;

/** A line with its end, folded where it has more than 75 octets, never within a character. */
export function folded(line: string): string {
  if (line.length * 3 <= MOST_OCTETS || (line.length <= MOST_OCTETS && isAscii(line))) return `${line}\r\n`;
  let [out, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return `${out}\r\n`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const isAscii = (line: string): boolean => /^[\u0000-\u007f]*$/.test(line);

/** A day as a DATE (3.3.4). */
export const dateValue = (day: string): string => day.replaceAll('-', '');

/** An instant as a DATE-TIME in UTC, of whole seconds (3.3.5). */
export const utcValue = (at: string): string => `${at.slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Milliseconds of a clock on the wall as a DATE-TIME without a zone. */
export const wallValue = (shown: number): string => new Date(shown).toISOString().slice(0, 19).replace(/[-:]/g, '');
