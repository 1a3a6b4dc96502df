import type { Property } from './property.ts';

const NEWLINE = /^[nN]$/;

/**
 * Undoes the escapes of a text value (RFC 6350 section 3.4). vCard 2.1 defines only `\;`; its writers use the others too,
 * save `\n` beside quoted-printable, where a newline has a form of its own. Gmail and macOS also escape colons and quotes.
 * A backslash is removed only before a character that no file name can begin with, so that an unescaped `C:\temp` is kept.
 */
function unescapeText(value: string, property: Property): string {
  return value.replace(/\\([\\;,:"'/*?<>|nN])/g, (whole, character: string) => {
    if (!NEWLINE.test(character)) return character;
    return property.encoding === 'quoted-printable' ? whole : '\n';
  });
}

/** Cuts at each separator that is not escaped. The pieces keep their escapes. */
export function splitEscaped(value: string, separator: ';' | ','): string[] {
  const pieces = [''];
  for (const [token] of value.matchAll(/\\[\s\S]|[^\\;,]+|[\s\S]/g)) {
    if (token === separator) pieces.push('');
    else pieces[pieces.length - 1] += token;
  }
  return pieces;
}

/** The property's value as one text, with the blanks around it. */
export const wholeText = (property: Property): string => unescapeText(property.value, property);

/** The property's value as one text. */
export const textValue = (property: Property): string => wholeText(property).trim();

/** The property's value as a list, such as CATEGORIES; vCard 2.1 writers separate it by semicolons too. */
export function listValue(property: Property, version: string): string[] {
  const pieces = splitEscaped(property.value, ',');
  const split = version === '2.1' ? pieces.flatMap((piece) => splitEscaped(piece, ';')) : pieces;
  return split.map((piece) => unescapeText(piece, property).trim()).filter((piece) => piece !== '');
}

/**
 * The components of a structured value such as N or ADR (RFC 6350 section 3.3). A component that is itself a
 * list (not in vCard 2.1) is joined by `joiner`.
 */
export function componentValues(property: Property, version: string, joiner: string): string[] {
  return splitEscaped(property.value, ';').map((component) => {
    const parts = version === '2.1' ? [component] : splitEscaped(component, ',');
    const texts = parts.map((part) => unescapeText(part, property).trim());
    return texts.filter((text) => text !== '').join(joiner);
  });
}

/** A parameter's first value, or undefined. */
export const parameter = (property: Property, name: string): string | undefined => property.parameters.get(name)?.[0];

/** The TYPE parameters, lower-cased, with `TYPE="work,voice"` taken apart. */
export function types(property: Property): string[] {
  const values = property.parameters.get('TYPE') ?? [];
  return values.flatMap((value) => value.toLowerCase().split(',')).map((value) => value.trim());
}

/** How much a property is preferred, 1 the most and 100 the least (RFC 6350 section 5.3); 101 when unsaid. */
export function preference(property: Property): number {
  const ranked = Number(parameter(property, 'PREF'));
  if (ranked >= 1 && ranked <= 100) return ranked;
  return types(property).includes('pref') ? 1 : 101;
}
