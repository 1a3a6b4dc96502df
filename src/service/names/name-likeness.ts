import { remembered } from './cached.ts';
import type { NameWord } from './name-words.ts';
import { nicknameTie } from './nicknames.ts';
import { isOneEdit, isTwoEdits, jaroWinkler, soundOf, spellingOf } from './text-distance.ts';

// Similarity of a query word to a name word, 0 to 1.
export const SAME_LETTERS = 0.95;
const SAME_SPELLING = 0.93;
const NICKNAME = 0.9;
export const ONE_EDIT = 0.9;
const OTHER_SHORT_FORM = 0.85;
const BEGINNING = 0.85;
export const SOUND = 0.8;
const TWO_EDITS = 0.78;
const ALIKE = 0.75;
/** Three-letter words are one typo away from many others. */
const SHORT = 0.65;
export const INITIAL = 0.6;

export function wordLikeness(asked: NameWord, named: NameWord): number {
  if (asked.spelled === named.spelled) return 1;
  if (asked.folded === named.folded) return 0.97;
  let best = 0;
  const vowelless = asked.vowelless !== named.vowelless;
  for (const a of asked.latin) for (const b of named.latin) best = Math.max(best, likeness(a, b, vowelless));
  return best;
}

/** Similarity of romanized words. `vowelless` means that exactly one of them was written without vowels. */
export function likeness(asked: string, named: string, vowelless = false): number {
  if (asked === named) return SAME_LETTERS;
  if (asked.length === 1 || named.length === 1) return asked[0] === named[0] ? INITIAL : 0;
  if (/\d/.test(asked) || /\d/.test(named)) return named.startsWith(asked) && asked.length >= 3 ? BEGINNING : 0;
  const shorter = Math.min(asked.length, named.length);
  const tie = nicknameTie(asked, named);
  if (tie === 'direct') return NICKNAME;
  if (shorter >= 3 && spellingOf(asked) === spellingOf(named)) return SAME_SPELLING;
  if (vowelless)
    return sharesConsonants(asked, named) ? (Math.max(asked.length, named.length) > 3 ? ONE_EDIT : SHORT) : 0;
  if (shorter > 3 && isOneEdit(asked, named)) return ONE_EDIT;
  if (shorter === 3 && asked[0] === named[0] && isOneEdit(asked, named)) return SHORT;
  if (tie === 'shared') return OTHER_SHORT_FORM;
  return byBeginning(asked, named) || bySound(asked, named, shorter);
}

/** Plural and feminine endings: the Bergs, Ivanova. */
const ENDINGS = new Set(['s', 'es', 'en', 'a', 'va', 'na']);

function byBeginning(asked: string, named: string): number {
  if (asked.length >= 3 && named.startsWith(asked)) return BEGINNING;
  if (named.length >= 4 && asked.startsWith(named) && ENDINGS.has(asked.slice(named.length))) return BEGINNING;
  return asked.length >= 4 && named.endsWith(asked) ? ALIKE : 0;
}

function bySound(asked: string, named: string, shorter: number): number {
  if (Math.abs(asked.length - named.length) > 4) return 0;
  const alike = jaroWinkler(asked, named);
  const leastAlike = shorter > 3 ? 0.6 : 0.8;
  const sameSound = shorter >= 3 && alike >= leastAlike && soundOf(asked) === soundOf(named);
  if (sameSound) return SOUND + 0.05 * alike;
  const isTwoSlips = asked[0] === named[0] && shorter >= 5 && alike >= 0.7 && isTwoEdits(asked, named);
  if (isTwoSlips) return shorter >= 7 ? TWO_EDITS : ALIKE;
  return shorter >= 5 && alike >= 0.9 && Math.abs(asked.length - named.length) <= 2 ? ALIKE : 0;
}

const sharesConsonants = (a: string, b: string): boolean => soundOf(a) === soundOf(b) || bareSound(a) === bareSound(b);

// Hebrew and Arabic letters that represent several sounds.
const SHARED_LETTERS: [RegExp, string][] = [
  [/ts|tz|z|sh|c(?=[eiy])/g, 's'],
  [/[ck]h/g, 'h'],
  [/[cq]/g, 'k'],
  [/[vwpf]/g, 'b'],
  [/[aeiouyh]/g, ''],
  [/(.)\1+/g, '$1'],
];

const bareSound = remembered((word) =>
  SHARED_LETTERS.reduce((text, [letters, sound]) => text.replace(letters, sound), word),
);
