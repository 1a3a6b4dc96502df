import { wordsIn } from '../names/name-parts.ts';

/** A postal address normalized for comparison. Unknown parts are empty. */
export interface AddressParts {
  number: string;
  /** Street name without spaces, with its type abbreviated. */
  street: string;
  words: string[];
  /** Abbreviated street type, such as `st` or `ave`. Mill Street is not Mill Lane. */
  kind: string;
  town: string;
  postcode: string;
  region: string;
}

export interface AddressText {
  formatted?: string | null;
  street?: string | null;
  city?: string | null;
  region?: string | null;
  postal_code?: string | null;
}

const SHORT: Record<string, string> = {
  street: 'st', strasse: 'str', avenue: 'ave', av: 'ave', avenida: 'ave', road: 'rd', boulevard: 'blvd', drive: 'dr',
  lane: 'ln', court: 'ct', place: 'pl', square: 'sq', terrace: 'tce', crescent: 'cres', circuit: 'cct', close: 'cl',
  highway: 'hwy', parkway: 'pkwy', north: 'n', south: 's', east: 'e', west: 'w', apartment: 'apt', suite: 'ste',
  calle: 'c', rua: 'r', platz: 'pl', weg: 'wg',
}; // biome-ignore format: a table reads better by line than by column.

const KINDS = new Set('st str ave rd blvd dr ln ct pl sq tce cres cct cl hwy pkwy'.split(' '));

const NUMBER = /^\d+[a-z]?$/;
const POSTCODE = /\b(\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b/gi;

// Comparing two addresses takes quadratic time in their length.
const MAX_PART_LENGTH = 100;
const MAX_WORDS = 15;
const MAX_LINE_LENGTH = 500;

const partsOf = (text: string | null | undefined, most?: number): string[] =>
  wordsIn((text ?? '').slice(0, MAX_PART_LENGTH)).slice(0, most);

/** Normalizes an address from its fields or, without them, from the formatted line. */
export function readAddress(address: AddressText): AddressParts {
  const { street, city, region, postal_code } = address.street || address.city ? address : fromLine(address.formatted);
  const words = partsOf(street, MAX_WORDS).map((word) => SHORT[word] ?? word.replace(/strasse$/, 'str'));
  const at = words.findIndex((word) => NUMBER.test(word));
  const number = at < 0 ? '' : words.splice(at, 1)[0]!;
  return {
    number,
    street: words.join(''),
    kind: words.find((word, place) => place > 0 && KINDS.has(word)) ?? '',
    words: words.filter((word) => word.length > 2 && !NUMBER.test(word)),
    town: partsOf(city).join(''),
    postcode: partsOf(postal_code).join(''),
    region: partsOf(region).join(''),
  };
}

/**
 * Parses `12 Main Street, Springfield, IL 62704, USA`: the street comes first, then the town. A postcode may be
 * anywhere.
 */
function fromLine(line: string | null | undefined): AddressText {
  const parts = (line ?? '')
    .slice(0, MAX_LINE_LENGTH)
    .split(/[,\n;]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const [street = '', ...rest] = parts;
  const postal_code = rest.join(' ').match(POSTCODE)?.at(-1) ?? null;
  const [city = '', region = ''] = rest.map((part) => part.replace(POSTCODE, '').trim()).filter(Boolean);
  return { street, city, region, postal_code };
}
