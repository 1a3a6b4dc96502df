import type { Property } from './property.ts';

const NEWLINE = /^[nN]$/;

/**
 * Removes a text value's escapes (RFC 6350 section 3.4). vCard 2.1 defines only `\;`, but its writers use the others
 * too, except `
 * ` with quoted-printable, which encodes newlines itself. Gmail and macOS also escape colons and quotes. A backslash is
 * removed only before characters that cannot begin a file name, so an unescaped `C:\temp` is kept.
 */
function unescapeText(value: string, property: Property): string {
  return value.replace(/\\([\\;,:"'/*?<>|nN])/g, (whole, character: string) => {
    if (!NEWLINE.test(character)) return character;
    return property.encoding === 'quoted-printable' ? whole : '\n';
  });
}

/** Splits a value at unescaped separators. The pieces keep their escapes. */
export function splitEscaped(value: string, separator: ';' | ','): string[] {
  const pieces = [''];
  for (const [token] of value.matchAll(/\\[\s\S]|[^\\;,]+|[\s\S]/g)) {
    if (token === separator) pieces.push('');
    else pieces[pieces.length - 1] += token;
  }
  return pieces;
}

/** The property's value as one string, including surrounding white space. */
export const wholeText = (property: Property): string => unescapeText(property.value, property);

/** The property's value as one trimmed string. */
export const plainValue = (property: Property): string => wholeText(property).trim();

/** The values of a list property such as CATEGORIES. In vCard 2.1, semicolons also separate them. */
export function listValue(property: Property, version: string): string[] {
  const pieces = splitEscaped(property.value, ',');
  const split = version === '2.1' ? pieces.flatMap((piece) => splitEscaped(piece, ';')) : pieces;
  return split.map((piece) => unescapeText(piece, property).trim()).filter((piece) => piece !== '');
}

/**
 * Returns the components of a structured value such as N or ADR (RFC 6350 section 3.3). A component that is itself a
 * list (not in vCard 2.1) is joined with `joiner`.
 */
export function componentValues(property: Property, version: string, joiner: string): string[] {
  return splitEscaped(property.value, ';').map((component) => {
    const parts = version === '2.1' ? [component] : splitEscaped(component, ',');
    const texts = parts.map((part) => unescapeText(part, property).trim());
    return texts.filter((text) => text !== '').join(joiner);
  });
}

/** Returns a parameter's first value, or undefined. */
export const parameter = (property: Property, name: string): string | undefined => property.parameters.get(name)?.[0];

/** Returns the TYPE parameters in lower case. `TYPE="work,voice"` is split. */
export function typeValues(property: Property): string[] {
  const values = property.parameters.get('TYPE') ?? [];
  return values.flatMap((value) => value.toLowerCase().split(',')).map((value) => value.trim());
}

/** Preference of a property, from 1 (most) to 100 (least) (RFC 6350 section 5.3); 101 if not specified. */
export function preference(property: Property): number {
  const ranked = Number(parameter(property, 'PREF'));
  if (ranked >= 1 && ranked <= 100) return ranked;
  return typeValues(property).includes('pref') ? 1 : 101;
}
