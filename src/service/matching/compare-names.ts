import { rememberedPairs } from '../names/cached.ts';
import { isKnownName, isOtherGender } from '../names/given-names.ts';
import type { NameParts, PersonName } from '../names/name-parts.ts';
import { nicknameTie } from '../names/nicknames.ts';
import {
  isOneEdit,
  isSwap,
  isTwoEdits,
  jaroWinkler,
  sharedLetters,
  skeletonOf,
  soundOf,
  spellingOf,
} from '../names/text-distance.ts';

/**
 * How two given names or two family names compare. `close` is another spelling. A `slip` is probably a typo, but in a
 * given name it may be a different name. With `fitting`, one may stand for the other, but two people in a household may
 * have them: Alex and Alexandra, Juan and Juan Carlos. `akin` are two real names, as siblings have them: Mario and
 * Maria. `different` is clearly another name, and `unlike` may be a garbled one.
 */
export type Likeness =
  | 'exact'
  | 'close'
  | 'slip'
  | 'nickname'
  | 'fitting'
  | 'part'
  | 'weak'
  | 'akin'
  | 'initial'
  | 'missing'
  | 'unlike'
  | 'different';

export interface NameAgreement {
  given: Likeness;
  family: Likeness;
  /** The matching words as written on each side, used to look up how common they are. */
  givenWords: Pair;
  familyWords: Pair;
  /** Whether one side has given and family name swapped. */
  swapped: boolean;
}

type Pair = readonly [string, string];

const NO_WORDS: Pair = ['', ''];
const MISSING: NameAgreement = {
  given: 'missing',
  family: 'missing',
  givenWords: NO_WORDS,
  familyWords: NO_WORDS,
  swapped: false,
};

/** Rank of each likeness, used to choose between readings. The final weights also consider how common the names are. */
const GRADE: Record<Likeness, number> = {
  exact: 8,
  close: 7.5,
  slip: 7.4,
  nickname: 5.5,
  fitting: 5.4,
  part: 3.5,
  weak: 2.5,
  akin: 2.4,
  initial: 1.5,
  missing: 0,
  unlike: -2,
  different: -3.5,
};

/** Compares two names under the readings that agree best. */
export function compareNames(a: PersonName, b: PersonName): NameAgreement {
  let best: NameAgreement | undefined;
  let most = Number.NEGATIVE_INFINITY;
  const vowelless = a.vowelless !== b.vowelless;
  const consider = (x: NameParts, y: NameParts, swapped: boolean) => {
    const [given, family] = swapped
      ? [turnedLikeness(x.given, y.given, vowelless), turnedLikeness(x.family, y.family, vowelless)]
      : [likeness(x.given, y.given, true, vowelless), likeness(x.family, y.family, false, vowelless)];
    const weight = GRADE[given] + GRADE[family] - (swapped ? 0.8 : 0);
    if (weight < most) return;
    const [givenWords, familyWords] = [common(x.given, y.given), common(x.family, y.family)];
    const found = { given, family, givenWords, familyWords, swapped };
    // Break ties symmetrically: it is unknown which side has the names in the right order. Similar names more likely
    // belong to siblings than to two families.
    const isTurned = family === given || (family !== 'akin' && given !== 'akin');
    const isLess = isTurned ? textOf(GRADE[family], familyWords) > textOf(GRADE[given], givenWords) : family === 'akin';
    if (swapped && isLess) {
      Object.assign(found, { given: family, family: given, givenWords: familyWords, familyWords: givenWords });
    }
    if (best && weight === most && rankOf(best) >= rankOf(found)) return;
    most = weight;
    best = found;
  };
  for (const x of a.readings) {
    for (const y of b.readings) {
      consider(x, y, false);
      // Swapping matters only if both sides have two names. A single name may be either.
      if (isFull(x) && isFull(y)) {
        if (x.family !== y.family) consider(x, turned(y), true);
      } else {
        if (isSingle(x)) consider(turned(x), y, false);
        if (isSingle(y)) consider(x, turned(y), false);
      }
    }
  }
  if (!best) return MISSING;
  if (isApart(best.given) && sharesAlias(a, b)) return { ...best, given: 'nickname' };
  return isSame(best.given) && hasAnotherGiven(a, b) ? { ...best, given: 'fitting' } : best;
}

/** Whether two given names are the same apart from spelling. */
export const isSame = (given: Likeness): boolean => given === 'exact' || given === 'close';

/** Whether two given names in one family probably belong to two people. With `strict`, a possibility is enough. */
export function isTwo(a: PersonName, b: PersonName, strict: boolean): boolean {
  const { given, family, givenWords } = compareNames(a, b);
  if (!isFamily(family)) return false;
  if (ARE_TWO.has(given)) return true;
  return MAY_BE_TWO.has(given) && (strict || !isMistyped(givenWords));
}

/** Whether one name is unknown and within two typos of the other. */
export const isMistyped = ([a, b]: readonly [string, string]): boolean =>
  !(isKnownName(a) && isKnownName(b)) && isTwoEdits(a, b);

const ARE_TWO = new Set<Likeness>(['akin', 'different', 'fitting']);
const MAY_BE_TWO = new Set<Likeness>(['nickname', 'part', 'weak', 'unlike']);

/** Whether the first name is in the list of given names. */
export const hasKnownName = ({ readings }: PersonName): boolean =>
  readings.some(({ given: [first = ''] }) => isKnownName(first));

/** Whether two family names may be the same. */
export const isFamily = (family: Likeness): boolean => GRADE[family] > GRADE.weak || family === 'missing';

/** Whether two names agree about as well as a pair of given names with the likeness `other`. */
export const standsFor = ({ given, family }: NameAgreement, other: Likeness): boolean =>
  isFamily(family) && GRADE[given] >= GRADE[other] - 1;

/** Whether one name has an extra given name in any reading: `Juan Carlos García` and `Juan García`. */
function hasAnotherGiven({ readings: [a] }: PersonName, { readings: [b] }: PersonName): boolean {
  if (!a?.given[0] || !b?.given[0] || isSingle(a) || isSingle(b) || spellingOf(a.given[0]) !== spellingOf(b.given[0]))
    return false;
  const [words, others] = [a, b].map(({ given, family }) => [...given, ...family]) as [string[], string[]];
  // An extra letter or space in the family name is not a given name.
  const [joined, other] = [words.join(''), others.join('')];
  if (words.length === others.length || joined === other || isOneEdit(joined, other)) return false;
  const isMore = (word: string, among: string[]) => word.length > 1 && !among.includes(word) && isKnownName(word);
  return words.some((word) => isMore(word, others)) || others.some((word) => isMore(word, words));
}

export const isApart = (likeness: Likeness): boolean => likeness === 'different' || likeness === 'unlike';

const isFull = ({ given, family }: NameParts): boolean => given.length > 0 && family.length > 0;
const isSingle = ({ given, family }: NameParts): boolean => given.length + family.length === 1;
const turned = ({ given, family }: NameParts): NameParts => ({ given: family, family: given });

/** The shared word or, without one, the first word of each side, sorted. */
function common(a: Words, b: Words): Pair {
  const both = a.length === 1 ? (b.includes(a[0]!) ? a[0] : undefined) : a.filter((word) => b.includes(word)).sort()[0];
  if (both !== undefined) return [both, both];
  const [one, other] = [a[0] ?? '', b[0] ?? ''];
  return one < other ? [one, other] : [other, one];
}

/** Shifts grades so that their text order equals their numeric order. */
const textOf = (grade: number, words: Pair): string => `${grade + 20} ${words.join()}`;
const rankOf = ({ given, family, givenWords, familyWords }: NameAgreement): string =>
  `${given} ${family} ${givenWords.join()} ${familyWords.join()}`;

function sharesAlias(a: PersonName, b: PersonName): boolean {
  const called = ({ aliases, readings }: PersonName) => [
    ...aliases,
    ...readings.flatMap(({ given }) => given.slice(0, 1)),
  ];
  const fits = (alias: string, names: string[]) =>
    names.some((name) => name === alias || nicknameTie(name, alias) === 'direct');
  return a.aliases.some((alias) => fits(alias, called(b))) || b.aliases.some((alias) => fits(alias, called(a)));
}

type Words = readonly string[];

const likenessOfGiven = rememberedPairs((a: Words, b: Words) => workOut(a, b, true, false));
const likenessOfFamily = rememberedPairs((a: Words, b: Words) => workOut(a, b, false, false));

function likeness(a: Words, b: Words, given: boolean, vowelless: boolean): Likeness {
  if (a.length === 0 || b.length === 0) return 'missing';
  if (a === b) return given && a.join('').length === 1 ? 'initial' : 'exact';
  if (vowelless) return workOut(a, b, given, true);
  return given ? likenessOfGiven(a, b) : likenessOfFamily(a, b);
}

/** With swapped names, either one may be the given name. */
function turnedLikeness(a: Words, b: Words, vowelless: boolean): Likeness {
  const found = likeness(a, b, false, vowelless);
  return found === 'close' && likeness(a, b, true, vowelless) === 'akin' ? 'akin' : found;
}

function workOut(a: Words, b: Words, given: boolean, vowelless: boolean): Likeness {
  const [joinedA, joinedB] = [a.join(''), b.join('')];
  if (joinedA === joinedB) return 'exact';
  if (joinedA > joinedB) return workOut(b, a, given, vowelless);
  const first = wordLikeness(a[0]!, b[0]!, given, vowelless);
  if (a.length === 1 && b.length === 1) return first;
  const whole = wordLikeness(joinedA, joinedB, false, vowelless);
  if (whole === 'close') return 'close';
  return given ? manyGiven(a, b, first) : manyFamily(a, b, first, vowelless);
}

/**
 * Compares several given names. `John Q` and `John` agree, and `Juan Carlos` and `Juan` fit. `Anna Lena` and `Anna
 * Maria` are two people, while `Mary Ann` and `Ann` may be one.
 */
function manyGiven(a: Words, b: Words, first: Likeness): Likeness {
  if (!isApart(first)) {
    const [secondA, secondB] = [a[1], b[1]];
    if (!secondA || !secondB) return isSame(first) && (secondA ?? secondB)!.length > 1 ? 'fitting' : first;
    const second = wordLikeness(secondA, secondB, true, false);
    if (isApart(second) || second === 'akin') return isSame(first) ? 'akin' : 'unlike';
    return first;
  }
  const later = a.some((word, at) => word.length > 2 && b.some((other, place) => at + place > 0 && word === other));
  return later ? 'part' : first;
}

/**
 * Compares several family names. `García López` and `García` agree, while `García López` and `García Pérez` may be
 * cousins.
 */
function manyFamily(a: Words, b: Words, first: Likeness, vowelless: boolean): Likeness {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const fits = (word: string) =>
    more.some((other) => word === other || wordLikeness(word, other, false, vowelless) === 'close');
  const fitting = fewer.filter(fits).length;
  if (fitting === fewer.length) return 'close';
  return fitting > 0 ? 'weak' : first === 'exact' || first === 'close' ? 'weak' : first;
}

function wordLikeness(a: string, b: string, given: boolean, vowelless: boolean): Likeness {
  if (a === b) return 'exact';
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 'initial' : 'different';
  const tie = given ? nicknameTie(a, b) : undefined;
  const alike = jaroWinkler(a, b);
  const shorter = Math.min(a.length, b.length);
  const sameSound = shorter > 2 && alike >= 0.55 && soundOf(a) === soundOf(b);
  // `Jane` and `Jean` are nicknames of each other, but also names of sisters.
  const isNear = alike >= 0.8 && !(sameSound && shorter >= 6) && !a.startsWith(b) && !b.startsWith(a);
  if (tie === 'direct') return isNear || isOtherGender(a, b) ? 'fitting' : 'nickname';
  if (given && isOtherGender(a, b)) return alike >= 0.75 || tie === 'shared' ? 'akin' : 'different';
  const isClose = alike >= 0.92 || (shorter >= 4 && isOneEdit(a, b));
  if (given && spellingOf(a) === spellingOf(b)) return 'close';
  // Two swapped letters rarely form another name: Aria and Aira.
  if (given && shorter >= 4 && isSwap(a, b)) return 'slip';
  // Two known names are rarely typos of each other: Anna and Hanna, Tim and Tom.
  if (given && isKnownName(a) && isKnownName(b))
    return isClose || tie === 'shared' || alike >= 0.85 || (sameSound && alike >= 0.8) ? 'akin' : 'different';
  if (isClose) return !given ? 'close' : isOneEdit(a, b) ? 'slip' : 'fitting';
  if (vowelless && shorter > 2 && skeletonOf(a) === skeletonOf(b)) return given ? 'slip' : 'close';
  if (sameSound || tie === 'shared' || alike >= 0.8) return 'weak';
  if (given && shorter >= 3 && (a.startsWith(b) || b.startsWith(a))) return 'fitting';
  return alike >= 0.65 || isGarbled(a, b) ? 'unlike' : 'different';
}

/** Whether most letters are shared: too many errors for a typo, but too similar for another name. */
const isGarbled = (a: string, b: string): boolean => Math.min(a.length, b.length) > 4 && sharedLetters(a, b) >= 0.75;
