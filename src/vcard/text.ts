/** Escapes text (RFC 6350, 3.4). */
export const escapeText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\\,;\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

/** Escapes text that is the whole value. 4.0 does not escape semicolons there (RFC 6350, 4); 3.0 does (RFC 2426, 4). */
export const escapedText = (text: string, version: '3.0' | '4.0'): string =>
  version === '3.0' ? escapeText(text) : escapeText(text).replaceAll('\\;', ';');

/** Formats parameters (RFC 6350, 3.3). Characters not allowed in a value are encoded as in RFC 6868. */
export const parameters = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `;${name}=${parameterValue(value)}`)
    .join('');

/** Formats a parameter value, quoted if necessary. */
export function parameterValue(value: string): string {
  const text = value
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\r\n?|\n/g, '^n');
  return /[,;:]/.test(text) ? `"${text}"` : text;
}

/** Formats a day in the basic format of RFC 6350 section 4.3.1. */
export const basicDay = (day: string): string =>
  day.startsWith('--') ? `--${day.slice(2).replace('-', '')}` : day.replaceAll('-', '');

const LINE_BYTES = 75;
/** The bytes that fit in a line after its leading space. */
const REST = /.{1,74}/gs;

/** Folds a line into parts of at most 75 bytes, without splitting a character (RFC 6350, 3.2). */
export function foldLine(line: string): string {
  const length = Buffer.byteLength(line);
  if (length <= LINE_BYTES) return line;
  // Fast path for ASCII, such as pictures.
  if (length === line.length)
    return [line.slice(0, LINE_BYTES), ...(line.slice(LINE_BYTES).match(REST) ?? [])].join('\r\n ');
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      pieces.push(piece);
      piece = ' ';
      bytes = 1;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join('\r\n');
}

/** Label words that are a TYPE of every property. */
const PLACES: Record<string, string> = { home: 'home', work: 'work', other: 'other' };
const NUMBERS: Record<string, string> = { ...PLACES, mobile: 'cell', main: 'main', fax: 'fax', pager: 'pager' };

/** Returns a label's TYPEs, such as cell for mobile. Undefined if the label needs an X-ABLabel. */
export function typesOfLabel(property: string, label: string): string[] | undefined {
  const known = property === 'TEL' ? NUMBERS : PLACES;
  const words = label.split(' ');
  return words.every((word) => Object.hasOwn(known, word)) ? words.map((word) => known[word]!) : undefined;
}
