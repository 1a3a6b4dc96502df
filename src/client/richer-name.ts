// Compares two spellings of one person's name, to keep the better one by default.

/** Letters that have no decomposition in Unicode. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
/** The second spelling of letters: Müller is also written Mueller. */
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'sir', 'herr', 'frau', 'señor', 'señora']);

/** Accents of Latin, Greek, and Cyrillic letters. Marks of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Anything other than letters, marks, spaces, and the punctuation in names, such as digits or parentheses. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\s.'’\-‐·]/u;

interface Name {
  /** Names without titles: in both spellings, and whether each is only an initial. */
  words: { plain: string; spelledOut: string; isInitial: boolean }[];
  accents: number;
  /** Whether the letters have the usual case: neither all capitals nor all lowercase. */
  isCased: boolean;
}

/**
 * Whether a name contains all of another one and is better: it has more parts, spells out an initial, has accents, or has
 * the usual case, and is worse in none of these.
 */
export function isRicherName(one: string | null | undefined, other: string | null | undefined): boolean {
  if (!one || !other || one === other || NOT_IN_NAMES.test(one)) return false;
  const [a, b] = [read(one), read(other)];
  const left = [...a.words];
  for (const word of b.words) {
    const at = left.findIndex((candidate) => isSame(candidate, word));
    const place = at >= 0 ? at : left.findIndex((candidate) => isInitialOf(word, candidate));
    if (place < 0) return false;
    left.splice(place, 1);
  }
  const gains = [
    a.words.length - b.words.length,
    initialsIn(b) - initialsIn(a),
    a.accents - b.accents,
    Number(a.isCased) - Number(b.isCased),
  ];
  // A further part may itself be an initial.
  const [parts, initials] = gains as [number, number];
  if (parts > 0 && initials < 0 && -initials <= parts) gains[1] = 0;
  return gains.some((gain) => gain > 0) && gains.every((gain) => gain >= 0);
}

function read(name: string): Name {
  const text = name.normalize('NFC').trim();
  const words = text
    .split(/[\s\-‐.·]+/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '' && !TITLES.has(word))
    .map((word) => ({
      plain: withoutMarks(word),
      spelledOut: withoutMarks(word.replace(/./gu, (letter) => SPELLED_OUT[letter] ?? letter)),
      isInitial: [...word].length === 1 && word !== word.toUpperCase(),
    }));
  const [upper, lower] = [text.toUpperCase(), text.toLowerCase()];
  const isCased = upper === lower || (text !== lower && (text !== upper || words.every(({ isInitial }) => isInitial)));
  return { words, accents: accentsIn(text), isCased };
}

const accentsIn = (text: string): number =>
  [...text.normalize('NFD').matchAll(ACCENTS)].length + [...text.toLowerCase()].filter((one) => LETTERS[one]).length;

const withoutMarks = (word: string): string =>
  word
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/['’]/g, '')
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter);

const isSame = (a: Name['words'][number], b: Name['words'][number]): boolean =>
  a.plain === b.plain || a.spelledOut === b.plain || a.plain === b.spelledOut;

const isInitialOf = (initial: Name['words'][number], word: Name['words'][number]): boolean =>
  initial.isInitial && word.plain.startsWith(initial.plain);

const initialsIn = ({ words }: Name): number => words.filter(({ isInitial }) => isInitial).length;
