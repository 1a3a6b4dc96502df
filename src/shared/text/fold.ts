// Letters that most people type as a base letter, although they do not decompose into one.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
// Accents, and variation selectors, which only affect how a character looks.
const ACCENTS = /[\u0300-\u036f\ufe00-\ufe0f]/g;

/** Printable ASCII, as most texts are: no accents or variant forms, and words are runs of letters and digits. */
export const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

/**
 * Limits a letter to thirty marks (Unicode Annex 15). No script has more, and normalizing a long run takes quadratic
 * time.
 */
export const streamSafe = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

// Requests with longer folded texts are rejected (docs/limits.md). Only the beginning of older or imported text is
// searchable. Folding makes a text at most eighteen times as long.
export const MAX_FOLDED_LENGTH = 600_000;
const PIECE = 1_000;

/** Truncates a text so that its folded form does not exceed the maximum. */
export function foldable(text: string): string {
  const ordered = streamSafe(text);
  if (ordered.length * 18 <= MAX_FOLDED_LENGTH) return ordered;
  let end = 0;
  for (let length = 0; end < ordered.length; end += PIECE) {
    length += ordered.slice(end, end + PIECE).normalize('NFKD').length;
    if (length > MAX_FOLDED_LENGTH) break;
  }
  return ordered.slice(0, end).toWellFormed();
}

/** Text without case, accents, width or presentation forms. */
export const withoutAccents = (text: string): string =>
  foldable(text).normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/**
 * Folds text for comparison: `withoutAccents`, letters such as ø and ß as most people type them, and single spaces. The
 * result is stored rather than computed by the database, so that both engines agree.
 */
export function fold(text: string): string {
  if (text.length <= MAX_FOLDED_LENGTH && isPlain(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return withoutAccents(text)
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Maximum bytes of text in a PostgreSQL index entry, in addition to the ids. */
const INDEXED_BYTES = 2_000;

/** Truncates folded text to the size of an index entry, far longer than any name. */
export function indexable(folded: string): string {
  if (folded.length * 3 <= INDEXED_BYTES || Buffer.byteLength(folded) <= INDEXED_BYTES) return folded;
  const cut = new TextDecoder().decode(Buffer.from(folded).subarray(0, INDEXED_BYTES), { stream: true });
  return cut.trimEnd();
}

// Scripts without spaces. Each character is a word, and a run of them is searched as a phrase.
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const SYMBOL = '\\p{Extended_Pictographic}\\p{RI}';
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const IN_WORD = `(?![${UNSPACED}])${LETTER}`;
const WORD = `[${SYMBOL}]|(?=${LETTER})[${UNSPACED}]\\p{M}*|(?!\\p{M})(?:${IN_WORD})+`;
const PLAIN_WORD = /[a-z0-9]+/g;

let compiled: { word: RegExp; symbol: RegExp } | undefined;
/** Compiled on first use, so that startup is not delayed. */
function patterns() {
  compiled ??= { word: new RegExp(WORD, 'gu'), symbol: new RegExp(`^[${SYMBOL}]$`, 'u') };
  return compiled;
}

// Private-use characters, which never occur in typed words.
const BREAK = '\ue000';
const SPELLED = '\ue001';
/** Prefix of index words that are stems. */
export const STEMMED = '\ue002';
/** Prefixes of index words that are phone numbers with reversed digits: with a country code, and without. */
export const DIALED = '\ue003';
export const DIALED_AT_HOME = '\ue004';
/**
 * Prefixes of index words for alternative spellings of a name: reversed Latin letters, a phonetic code, Latin letters.
 */
export const ENDING = '\ue005';
export const SOUNDING = '\ue006';
export const ROMANIZED = '\ue007';
/** Prefix of index words that describe a contact, as opposed to its names. */
export const DESCRIBING = '\ue008';

/** Folded words in order. An emoji is a word, spelled so that the index can store it. */
export function words(text: string): string[] {
  const folded = fold(text);
  if (isPlain(folded)) return folded.match(PLAIN_WORD) ?? [];
  const { word: pattern, symbol } = patterns();
  return (folded.match(pattern) ?? []).map((word) =>
    symbol.test(word) ? SPELLED + word.codePointAt(0)!.toString(16).padStart(6, '0') : word,
  );
}

/** Words in lower case with their accents, as stemmers need them. */
export const spelledWords = (text: string): string[] =>
  foldable(text).normalize('NFKC').toLowerCase().match(patterns().word) ?? [];

/** Original words with their positions. Each corresponds to one entry of `words`. */
export const wordPlaces = (text: string): Iterable<RegExpMatchArray & { index: number }> =>
  text.matchAll(isPlain(text) ? /[A-Za-z0-9]+/g : patterns().word);

/** Words of several texts, separated so that no phrase spans two texts. */
export const wordsOfAll = (texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [...words(text), BREAK] : []));

/** A search term: a word, or several consecutive ones. */
export interface SearchTerm {
  words: string[];
  /** Whether the last word is a prefix. */
  prefix: boolean;
  /** A single unquoted word as typed, in lower case. */
  spelled?: string;
  /** Alternatives. */
  or?: SearchTerm[];
}

/**
 * Parses a query into terms that must all match (docs/api/notes.md#search): words, quoted phrases, and the last word as
 * a prefix. With `everyPrefix`, every word is a prefix, as in the contact list. A nonblank query without words matches
 * nothing.
 */
export function searchTerms(query: string, { everyPrefix = false } = {}): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, phrase, plain] of query.matchAll(/"([^"]*)"|([^"\s]+)/g)) {
    const found = words(phrase ?? plain ?? '');
    if (found.length === 0) continue;
    const spelled = phrase === undefined && found.length === 1 ? spelledWords(plain!) : [];
    terms.push({
      words: found,
      prefix: phrase === undefined && everyPrefix,
      ...(spelled.length === 1 && { spelled: spelled[0]! }),
    });
  }
  const last = terms.at(-1);
  if (last && !query.trimEnd().endsWith('"')) last.prefix = true;
  if (!last && query.trim() !== '') return [{ words: [SPELLED], prefix: false }];
  return terms;
}
