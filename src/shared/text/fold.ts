// Letters that do not decompose into a base letter and a mark, though most people read them as one.
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
// Accents, and the selectors that only choose how a character looks.
const ACCENTS = /[\u0300-\u036f\ufe00-\ufe0f]/g;

/** Printable ASCII, as most texts are: they have no accents or other forms, and their words are runs of letters and digits. */
export const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

/** At most thirty marks on one letter (Unicode Annex 15): no script has more, and sorting a long run takes quadratic time. */
export const streamSafe = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

// A request whose texts would fold to more is refused (docs/limits.md). Text that was stored before there was a bound, or
// was imported, is found by its beginning: no text becomes more than eighteen times as long.
export const LONGEST_FOLDED = 600_000;
const PIECE = 1_000;

/** The beginning of a text that folds to no more than the longest. */
export function foldable(text: string): string {
  const ordered = streamSafe(text);
  if (ordered.length * 18 <= LONGEST_FOLDED) return ordered;
  let end = 0;
  for (let length = 0; end < ordered.length; end += PIECE) {
    length += ordered.slice(end, end + PIECE).normalize('NFKD').length;
    if (length > LONGEST_FOLDED) break;
  }
  return ordered.slice(0, end).toWellFormed();
}

/** Text without case, accents, width or presentation forms. */
export const withoutAccents = (text: string): string =>
  foldable(text).normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/**
 * Text as it is compared: `withoutAccents`, with letters such as ø and ß as most people type them, and single spaces.
 * Done here and stored, never by the database, so that both engines agree.
 */
export function fold(text: string): string {
  if (text.length <= LONGEST_FOLDED && isPlain(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return withoutAccents(text)
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The most bytes of a text that an index of PostgreSQL holds beside the ids. */
const INDEXED_BYTES = 2_000;

/** A folded text as an index can hold it: its beginning, where it is far longer than any name. */
export function indexable(folded: string): string {
  if (folded.length * 3 <= INDEXED_BYTES || Buffer.byteLength(folded) <= INDEXED_BYTES) return folded;
  const cut = new TextDecoder().decode(Buffer.from(folded).subarray(0, INDEXED_BYTES), { stream: true });
  return cut.trimEnd();
}

// Scripts written without spaces: each character is a word of its own, and a run of them is searched as a phrase.
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const SYMBOL = '\\p{Extended_Pictographic}\\p{RI}';
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const IN_WORD = `(?![${UNSPACED}])${LETTER}`;
const WORD = `[${SYMBOL}]|(?=${LETTER})[${UNSPACED}]\\p{M}*|(?!\\p{M})(?:${IN_WORD})+`;
const PLAIN_WORD = /[a-z0-9]+/g;

let compiled: { word: RegExp; symbol: RegExp } | undefined;
/** Compiled for the first text that is not plain: a start does not pay for them. */
function patterns() {
  compiled ??= { word: new RegExp(WORD, 'gu'), symbol: new RegExp(`^[${SYMBOL}]$`, 'u') };
  return compiled;
}

// Private-use characters, which occur in no word that a person typed.
const BREAK = '\ue000';
const SPELLED = '\ue001';
/** Begins the words of the index that are stems of a text's words. */
export const STEMMED = '\ue002';
/** Begin those that are phone numbers, from their last digit on: with the code of a country, and without. */
export const DIALED = '\ue003';
export const DIALED_AT_HOME = '\ue004';
/** Begin those that lead to a name however it is written: Latin letters from the last one on, a sound, Latin letters. */
export const ENDING = '\ue005';
export const SOUNDING = '\ue006';
export const ROMANIZED = '\ue007';
/** Begins those that describe a contact, apart from its names. */
export const DESCRIBING = '\ue008';

/** The folded words of a text, in order. An emoji is a word, spelled as the index can hold it. */
export function words(text: string): string[] {
  const folded = fold(text);
  if (isPlain(folded)) return folded.match(PLAIN_WORD) ?? [];
  const { word: pattern, symbol } = patterns();
  return (folded.match(pattern) ?? []).map((word) =>
    symbol.test(word) ? SPELLED + word.codePointAt(0)!.toString(16).padStart(6, '0') : word,
  );
}

/** The words of a text in lower case, with their accents: as stemmers want them. */
export const spelledWords = (text: string): string[] =>
  foldable(text).normalize('NFKC').toLowerCase().match(patterns().word) ?? [];

/** The words of a text as it is, with their places. Each has one word of `words`. */
export const wordPlaces = (text: string): Iterable<RegExpMatchArray & { index: number }> =>
  text.matchAll(isPlain(text) ? /[A-Za-z0-9]+/g : patterns().word);

/** The words of several texts, kept apart: no phrase runs from the end of one text into the next. */
export const wordsOfAll = (texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [...words(text), BREAK] : []));

/** One thing to look for: a word, or several that must stand side by side. */
export interface SearchTerm {
  words: string[];
  /** Whether the last word may be the beginning of a longer one. */
  prefix: boolean;
  /** A single word outside of quotes as it was typed, in lower case. */
  spelled?: string;
  /** What stands for it too. */
  or?: SearchTerm[];
}

/**
 * What a person typed, as terms that must all match (docs/api/notes.md#search): words, phrases in quotes, the last word
 * as a prefix. `everyPrefix` makes every word one, as the contact list wants it. A query without a word in it
 * matches nothing, unless it is blank.
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
