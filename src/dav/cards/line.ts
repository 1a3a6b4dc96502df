import { asBinary } from '../../shared/text/charset.ts';
import { type Property, readProperty } from '../../vcard/property.ts';
import { parameterValue } from '../../vcard/text.ts';

/** A property of a card: its unfolded text and its parsed form. */
export interface CardLine {
  text: string;
  property: Property;
}

export type CardVersion = '3.0' | '4.0';

/** Parses a line. Undefined if it is not a property. */
function lineOf(text: string, line = 0): CardLine | undefined {
  const property = readProperty({ line, bytes: asBinary(Buffer.from(text)) }, true);
  return property && { text, property };
}

/** The parts of a line. `value` is written as is, so escape text first. */
export interface LineParts {
  group?: string;
  name: string;
  parameters?: Iterable<readonly [string, readonly string[]]>;
  value: string;
}

/** Builds a line. Line breaks in its parts cannot start another one. */
export function newLine({ group, name, parameters = [], value }: LineParts, version: CardVersion): CardLine {
  const written = [...parameters].map(([parameter, values]) => writeParameter(parameter, values, version));
  const head = `${group ? `${group}.` : ''}${name}${written.join('')}`;
  const text = `${head}:${value.replace(/[\r\n]+/g, ' ')}`;
  const line = lineOf(text);
  if (!line) throw new TypeError(`not a property: ${name}`);
  return line;
}

/** In 3.0, each TYPE is a separate parameter, as devices write it, and RFC 6868 applies only to 4.0. */
function writeParameter(name: string, values: readonly string[], version: CardVersion): string {
  const key = name.replace(/[^\w-]/g, '');
  if (key === '' || values.length === 0) return '';
  if (version === '4.0') return `;${key}=${values.map(parameterValue).join(',')}`;
  const plain = values.map((value) => value.replaceAll('"', "'").replace(/[\r\n]+/g, ' '));
  const quoted = plain.map((value) => (/[,;:]/.test(value) ? `"${value}"` : value));
  return key === 'TYPE' ? quoted.map((value) => `;TYPE=${value}`).join('') : `;${key}=${quoted.join(',')}`;
}

/** Copies a line with a different value, parameters or group. */
export function changedLine(
  { property }: CardLine,
  changes: Partial<Omit<LineParts, 'name'>>,
  version: CardVersion,
): CardLine {
  const { group, name, value, parameters } = { ...property, ...changes };
  const kept = [...parameters].filter(([parameter]) => !TRANSFER.has(parameter));
  // Quoted-printable may have contained line breaks.
  return newLine({ group, name, parameters: kept, value: value.replace(/\r\n?|\n/g, '\\n') }, version);
}

/** Parameters for the encoding of the old value. The new value is plain UTF-8. */
export const TRANSFER = new Set(['CHARSET', 'ENCODING']);
