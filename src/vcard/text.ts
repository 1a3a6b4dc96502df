/** RFC 6350, 3.4. */
export const escaped = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\\,;\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

/** A text that is a whole value: 4.0 has no escape for its semicolons (RFC 6350, 4), 3.0 has (RFC 2426, 4). */
export const escapedText = (text: string, version: '3.0' | '4.0'): string =>
  version === '3.0' ? escaped(text) : escaped(text).replaceAll('\\;', ';');

/** RFC 6350, 3.3; characters that a value may not hold are written as in RFC 6868. */
export const parameters = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `;${name}=${parameterValue(value)}`)
    .join('');

/** The value of a parameter, in quotes where it needs them. */
export function parameterValue(value: string): string {
  const text = value
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\r\n?|\n/g, '^n');
  return /[,;:]/.test(text) ? `"${text}"` : text;
}

/** A day in the basic format of RFC 6350 section 4.3.1. */
export const basicDay = (day: string): string =>
  day.startsWith('--') ? `--${day.slice(2).replace('-', '')}` : day.replaceAll('-', '');

const LINE_BYTES = 75;
/** What a line has room for behind the blank that it begins with. */
const REST = /.{1,74}/gs;

/** Folds a line so that no part is longer than 75 bytes or cut inside a character (RFC 6350, 3.2). */
export function foldLine(line: string): string {
  const length = Buffer.byteLength(line);
  if (length <= LINE_BYTES) return line;
  // A byte each: a picture is folded so in a moment.
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

/** Words of labels that are types everywhere. */
const PLACES: Record<string, string> = { home: 'home', work: 'work', other: 'other' };
const NUMBERS: Record<string, string> = { ...PLACES, mobile: 'cell', main: 'main', fax: 'fax', pager: 'pager' };

/** The TYPEs that say the label of a property, such as cell for mobile; undefined for one that needs words of its own. */
export function typesOfLabel(property: string, label: string): string[] | undefined {
  const known = property === 'TEL' ? NUMBERS : PLACES;
  const words = label.split(' ');
  return words.every((word) => Object.hasOwn(known, word)) ? words.map((word) => known[word]!) : undefined;
}
