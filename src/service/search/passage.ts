import { wordPlaces, words } from '../../shared/text/fold.ts';
import { cutAround, cutAtEnd } from './cut-text.ts';

/** Characters of a note that are read, and the maximum offset at which a query word is searched. */
const MAX_CHARACTERS = 20_000;
const MAX_TITLE_LENGTH = 80;
/** Characters read to find a title, because the first line may be long. */
const TITLE_READ = 1_000;

/**
 * Weight of a word, or 0 if it is not in the query. Takes the folded form from the index and the lower-case spelling.
 */
type WordWeigher = (foldedWord: string, spelled: string) => number;

interface WeightedWord {
  word: string;
  start: number;
  end: number;
  weight: number;
}

/**
 * Extracts the passage with the most query-word weight, counting each word once. It has at most `longest` UTF-16 code
 * units, single spaces, and `…` at each cut. A short text is returned whole. A text without query words is cut from its
 * start.
 */
export function passageOf(text: string, isWanted: WordWeigher, longest = 300): string {
  const weigh = cachedWeights(isWanted);
  const first = firstWeightedWord(text, weigh);
  const from = afterSpace(text, Math.max(0, first - 2 * longest), first);
  const to = Math.min(text.length, first + MAX_CHARACTERS);
  const isWhole = { atStart: from === 0, atEnd: to === text.length };
  const read = text.slice(from, to).replace(/\s+/g, ' ').trim();
  if (isWhole.atStart && isWhole.atEnd && read.length <= longest) return read;
  return cutAround(read, heaviestRange(weightedWordsIn(read, weigh), longest - 2), longest, isWhole);
}

/** Position after the next space, to skip a partial word. Returns `from` if there is no space before `to`. */
function afterSpace(text: string, from: number, to: number): number {
  const space = from === 0 ? -1 : text.slice(from, to).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

/** Caches weights, because words repeat and folding is slower than a lookup. */
function cachedWeights(isWanted: WordWeigher): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    let weight = known.get(word);
    if (weight === undefined) {
      const [folded] = words(word);
      weight = folded === undefined ? 0 : isWanted(folded, word.normalize('NFKC').toLowerCase());
      known.set(word, weight);
    }
    return weight;
  };
}

function firstWeightedWord(text: string, weigh: (word: string) => number): number {
  for (const { 0: word, index } of wordPlaces(text.slice(0, MAX_CHARACTERS))) if (weigh(word) > 0) return index;
  return 0;
}

function weightedWordsIn(text: string, weigh: (word: string) => number): WeightedWord[] {
  const found: WeightedWord[] = [];
  for (const { 0: word, index } of wordPlaces(text)) {
    const weight = weigh(word);
    if (weight > 0) found.push({ word: word.toLowerCase(), start: index, end: index + word.length, weight });
  }
  return found;
}

/**
 * Finds the first of the heaviest ranges of at most `longest` characters. A range starts and ends with a query word.
 */
function heaviestRange(found: readonly WeightedWord[], longest: number): { start: number; end: number } {
  const counts = new Map<string, number>();
  let stretch = { start: 0, end: 0 };
  let most = 0;
  let weight = 0;
  let first = 0;
  for (const { word, weight: added, end } of found) {
    if (!counts.get(word)) weight += added;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    for (; end - found[first]!.start > longest && found[first]!.end < end; first++) {
      const left = found[first]!;
      counts.set(left.word, counts.get(left.word)! - 1);
      if (!counts.get(left.word)) weight -= left.weight;
    }
    // Tolerate rounding: floating-point sums depend on their order.
    if (weight <= most + 1e-9) continue;
    most = weight;
    stretch = { start: found[first]!.start, end };
  }
  return stretch;
}

/** The note's first line with a word in it, without leading Markdown marks. Cut between words at 80 characters. */
export function titleOf(text: string): string {
  const start = text.search(/[^\s#*>-]/);
  if (start < 0) return '';
  const [line = ''] = text.slice(start, start + TITLE_READ).split(/[\r\n\u2028\u2029]/, 1);
  const isWhole = line.length < TITLE_READ || start + TITLE_READ >= text.length;
  return cutAtEnd(line.replace(/\s+/g, ' ').trim(), MAX_TITLE_LENGTH, isWhole);
}
