import { badRequest, type KithError } from '../../shared/error.ts';
import { BOUNDS } from './limits.ts';

type Path = readonly (string | number)[];

/**
 * Throws a 400 for values that exceed the limits of one request: nested too deeply, too many, or text that expands too
 * much when folded. This bounds every later traversal.
 */
export function refuseLarge(named: Record<string, unknown>): void {
  let values = 0;
  let folded = 0;
  if (hasTooManyFields(named)) throw tooMany('arguments', BOUNDS.fields, 'fields');
  for (const [name, value] of Object.entries(named)) walk(value, BOUNDS.nesting, [name]);

  function walk(value: unknown, levels: number, path: Path): void {
    if (++values > BOUNDS.values) throw tooMany(path[0] as string, BOUNDS.values, 'values');
    if (typeof value === 'string') weigh(value, path);
    if (typeof value !== 'object' || value === null) return;
    if (levels === 0) throw tooDeep(String(path[0]));
    if (Array.isArray(value)) for (const [index, inner] of value.entries()) walk(inner, levels - 1, [...path, index]);
    else {
      if (hasTooManyFields(value)) throw tooMany(placeOf(path), BOUNDS.fields, 'fields');
      for (const [key, inner] of Object.entries(value)) walk(inner, levels - 1, [...path, key]);
    }
  }

  function weigh(text: string, path: Path): void {
    const length = MAY_EXPAND.test(text) ? foldedLength(text) : text.length;
    folded += length;
    // Text that does not expand is limited by its own field.
    if (length > BOUNDS.foldedText && length > text.length * 1.5)
      throw tooMany(placeOf(path), BOUNDS.foldedText, 'characters after folding');
    if (folded > BOUNDS.foldedCharacters)
      throw tooMany(placeOf(path), BOUNDS.foldedCharacters, 'characters after folding, including all text before it');
  }
}

/** Counts only the keys, because reading tens of thousands of fields takes tens of milliseconds. */
const hasTooManyFields = (value: object): boolean => Object.keys(value).length > BOUNDS.fields;

const tooMany = (place: string, bound: number, unit: string): KithError =>
  badRequest({ [place]: `has more than ${bound} ${unit}` }, 'Send less in one request.');

const placeOf = ([first, ...rest]: Path): string => {
  let name = rest.length > 0 && first === 'body' ? '' : String(first);
  for (const part of rest) name += typeof part === 'number' ? `[${part}]` : `${name && '.'}${part}`;
  return name;
};

/** Characters beyond Latin-1. Some of them expand to several others: U+FDFA, an Arabic ligature, to 18. */
const MAY_EXPAND = /[^\0-\xff]/;
/** Sorting long runs of combining marks takes quadratic time, so text is measured in pieces. */
const PIECE = 100;

/** Returns the length of text after folding (NFKC). */
function foldedLength(text: string): number {
  let length = 0;
  for (let start = 0; start < text.length; start += PIECE)
    length += text.slice(start, start + PIECE).normalize('NFKC').length;
  return length;
}

/**
 * Like `JSON.parse`, but throws a 400 under `name` before parsing if the text has too many values. Text that is not JSON
 * throws a SyntaxError.
 */
export function parseBounded(json: string, name: string): unknown {
  if (hasMoreValues(json, BOUNDS.values)) throw tooMany(name, BOUNDS.values, 'values');
  return JSON.parse(json);
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c];
const [CLOSING_BRACKET, CLOSING_BRACE] = [0x5d, 0x7d];

/**
 * Throws a 400 for JSON text whose lists and objects are nested too deeply. `JSON.parse` accepts any depth, but copies to
 * another thread and walks over the values recurse.
 */
export function refuseDeepJson(json: string, name: string, maxLevels: number = BOUNDS.nesting): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth--;
    else if ((code === BRACKET || code === BRACE) && ++depth > maxLevels) throw tooDeep(name, maxLevels);
  }
}

const tooDeep = (name: string, maxLevels: number = BOUNDS.nesting): KithError =>
  badRequest({ [name]: `is nested deeper than ${maxLevels} levels` });

/** Counts commas and opening brackets outside of strings, because each value follows one. */
function hasMoreValues(json: string, most: number): boolean {
  // Each value takes at least two characters.
  if (json.length <= most * 2) return false;
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if ((code === COMMA || code === BRACKET || code === BRACE) && ++count > most) return true;
  }
  return false;
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
