import { largest } from '../../shared/lists.ts';
import { INITIAL, likeness, ONE_EDIT, SAME_LETTERS, SOUND, wordLikeness } from '../names/name-likeness.ts';
import type { NameWord } from '../names/name-words.ts';
import type { QueryWord } from './query-words.ts';

export interface NameMatch {
  /** How well the name matches each word, 0 to 1, keyed by the word's index. */
  covered: Map<number, number>;
  /** Sum of the word qualities, plus a small bonus for the matched share of the name. */
  score: number;
}

interface Pair {
  asked: QueryWord;
  /** Range of name words, end exclusive. */
  from: number;
  to: number;
  quality: number;
}

/** Words from another field, such as the email address or company, and the quality of matching one of them. */
export interface FieldWords {
  words: readonly NameWord[];
  quality: number;
}

/** Factor for matching only the beginning of such a word. */
const BEGUN = 0.85;
const WHOLE_NAME = 0.08;
const IN_ORDER = 0.01;
/** Factor for words that say little about the person, such as titles. */
const NOT_TELLING = 0.2;

/** Compares a name and a contact's other fields with the question. */
export type Matcher = (name: readonly NameWord[], others: readonly FieldWords[]) => NameMatch;

/** Builds a word-by-word matcher. Use one matcher for all candidates of a question, because it caches comparisons. */
export function nameMatcher(asked: readonly QueryWord[]): Matcher {
  const known = asked.map(() => new Map<NameWord, number>());
  const likenessOf = (index: number, named: NameWord): number => {
    let quality = known[index]!.get(named);
    if (quality === undefined) {
      quality = wordLikeness(asked[index]!, named);
      known[index]!.set(named, quality);
    }
    return quality;
  };
  return (name, others) => {
    const pairs: Pair[] = [];
    for (const [index, word] of asked.entries()) {
      for (const [at, named] of name.entries()) {
        if (isTooLong(word, named)) continue;
        const quality = likenessOf(index, named);
        if (quality >= minQualityOf(word)) pairs.push({ asked: word, from: at, to: at + 1, quality });
      }
      for (const pair of joinedPairs(word, name)) pairs.push(pair);
    }
    return matchOf(selectPairs(pairs), asked, name, others);
  };
}

/** Joined words may differ from a name word by at most one letter, so most pairs can be skipped. */
const isTooLong = ({ from, to, latin: [asked] }: QueryWord, { latin }: NameWord): boolean =>
  to > from + 1 && latin.every((form) => Math.abs(form.length - asked!.length) > 1);

/**
 * Minimum quality. Joined words must match the name closely, and an initial cannot be a typo: `S. Ward` is not Sward.
 */
function minQualityOf({ from, to, hasInitial }: QueryWord): number {
  if (to === from + 1) return INITIAL;
  return hasInitial ? SAME_LETTERS : ONE_EDIT;
}

/** Matches one word against several name words: `vandenberg`, `annamaria`, `jsmith`. */
function joinedPairs(asked: QueryWord, name: readonly NameWord[]): Pair[] {
  const [form] = asked.latin;
  if (!form || form.length < 4 || asked.to > asked.from + 1) return [];
  const pairs: Pair[] = [];
  for (let from = 0; from + 1 < name.length; from++) {
    const first = name[from]!.latin[0]!;
    for (let to = from + 2; to <= Math.min(name.length, from + 4); to++) {
      const rest = name
        .slice(from + 1, to)
        .map(({ latin }) => latin[0]!)
        .join('');
      const whole = likeness(form, first + rest);
      if (whole >= SOUND) pairs.push({ asked, from, to, quality: whole });
      else if (rest.length >= 3 && form === first[0] + rest) pairs.push({ asked, from, to, quality: SAME_LETTERS });
    }
    // Middle names may be skipped: `annaberg` matches Anna Maria Berg.
    const last = name.at(-1)!.latin[0]!;
    if (from + 2 < name.length && likeness(form, first + last) >= ONE_EDIT)
      pairs.push({ asked, from, to: name.length, quality: ONE_EDIT });
  }
  return pairs;
}

/** Selects the best pairs so that no two share a word. */
function selectPairs(pairs: Pair[]): Pair[] {
  pairs.sort((a, b) => worth(b) - worth(a) || a.asked.from - b.asked.from || a.from - b.from);
  const kept: Pair[] = [];
  for (const pair of pairs) {
    const isFree = kept.every(
      (other) =>
        (pair.to <= other.from || pair.from >= other.to) &&
        (pair.asked.to <= other.asked.from || pair.asked.from >= other.asked.to),
    );
    if (isFree) kept.push(pair);
  }
  return kept;
}

const worth = ({ asked, quality, from, to }: Pair): number =>
  quality + 0.001 * (asked.to - asked.from + to - from) - (asked.isContent ? 0 : 0.5);

function matchOf(
  pairs: Pair[],
  asked: readonly QueryWord[],
  name: readonly NameWord[],
  others: readonly FieldWords[],
): NameMatch {
  const covered = new Map<number, number>();
  let score = 0;
  const cover = ({ places, share, isContent }: QueryWord, quality: number) => {
    for (const place of places) covered.set(place, Math.min(1, (covered.get(place) ?? 0) + share * quality));
    score += quality * share * places.length * (isContent ? 1 : NOT_TELLING);
  };
  const elsewhere = (word: QueryWord) =>
    largest(
      others.map((other) => otherLikeness(word, other)),
      0,
    );
  for (const { asked: word, quality } of pairs) cover(word, Math.max(quality, elsewhere(word)));
  const isFree = (word: QueryWord) => pairs.every((pair) => word.to <= pair.asked.from || word.from >= pair.asked.to);
  for (const word of asked) {
    if (word.to > word.from + 1 || !isFree(word)) continue;
    const quality = elsewhere(word);
    if (quality > 0) cover(word, quality);
  }
  const matched = pairs.reduce((count, { from, to }) => count + to - from, 0);
  if (matched > 0) score += (WHOLE_NAME * matched) / name.length;
  const inOrder = [...pairs].sort((a, b) => a.asked.from - b.asked.from);
  if (inOrder.every((pair, index) => index === 0 || pair.from > inOrder[index - 1]!.from)) score += IN_ORDER;
  return { covered, score };
}

function otherLikeness({ folded }: QueryWord, { words, quality }: FieldWords): number {
  if (words.some((word) => word.folded === folded)) return quality;
  return folded.length >= 3 && words.some((word) => word.folded.startsWith(folded)) ? quality * BEGUN : 0;
}
