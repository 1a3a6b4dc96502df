/** RFC 6350, 3.4. */
export const escaped = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\\,;\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

/** RFC 6350, 3.3; characters that a value may not hold are written as in RFC 6868. */
export function parameters(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const text = value
        .replaceAll('^', '^^')
        .replaceAll('"', "^'")
        .replace(/\r\n?|\n/g, '^n');
      return `;${name}=${/[,;:]/.test(text) ? `"${text}"` : text}`;
    })
    .join('');
}

const LINE_BYTES = 75;

/** Folds a line so that no part is longer than 75 bytes or cut inside a character (RFC 6350, 3.2). */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= LINE_BYTES) return line;
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
