import { wordPlaces, words } from '../../shared/text/fold.ts';
import { cutAround, cutAtEnd } from './cut-text.ts';

/** Characters of a note that are read, and how far into it a wanted word is looked for. */
const MOST_READ = 20_000;
const LONGEST_TITLE = 80;
/** Read for a title: its line may be long. */
const TITLE_READ = 1_000;

/** How much a word is wanted: 0 if not at all. Given as indexes hold it, and in lower case as it is spelled. */
type Wanted = (foldedWord: string, spelled: string) => number;

interface WantedWord {
  word: string;
  start: number;
  end: number;
  weight: number;
}

/**
 * The stretch of a text with the most weight of wanted words, each counted once: at most `longest` UTF-16 code units, cut
 * between words with `…`, with single spaces. A short text is returned whole, one without a wanted word from its beginning.
 */
export function passageOf(text: string, isWanted: Wanted, longest = 300): string {
  const weigh = rememberedWeights(isWanted);
  const first = firstWanted(text, weigh);
  const from = afterSpace(text, Math.max(0, first - 2 * longest), first);
  const to = Math.min(text.length, first + MOST_READ);
  const isWhole = { atStart: from === 0, atEnd: to === text.length };
  const read = text.slice(from, to).replace(/\s+/g, ' ').trim();
  if (isWhole.atStart && isWhole.atEnd && read.length <= longest) return read;
  return cutAround(read, best(wantedIn(read, weigh), longest - 2), longest, isWhole);
}

/** The place after the next space, so that no part of a word is read; `from` if there is no space before `to`. */
function afterSpace(text: string, from: number, to: number): number {
  const space = from === 0 ? -1 : text.slice(from, to).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

/** Words recur in a text, and to fold and weigh one takes longer than to look it up. */
function rememberedWeights(isWanted: Wanted): (word: string) => number {
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

function firstWanted(text: string, weigh: (word: string) => number): number {
  for (const { 0: word, index } of wordPlaces(text.slice(0, MOST_READ))) if (weigh(word) > 0) return index;
  return 0;
}

function wantedIn(text: string, weigh: (word: string) => number): WantedWord[] {
  const found: WantedWord[] = [];
  for (const { 0: word, index } of wordPlaces(text)) {
    const weight = weigh(word);
    if (weight > 0) found.push({ word: word.toLowerCase(), start: index, end: index + word.length, weight });
  }
  return found;
}

/** The first of the heaviest stretches that are at most so long, from a wanted word to a wanted word. */
function best(found: readonly WantedWord[], longest: number): { start: number; end: number } {
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
    // Sums of fractions differ by their order: more by so little is no more.
    if (weight <= most + 1e-9) continue;
    most = weight;
    stretch = { start: found[first]!.start, end };
  }
  return stretch;
}

/** The first line of a note with a word in it, at most 80 characters, cut between words, without Markdown marks before it. */
export function titleOf(text: string): string {
  const start = text.search(/[^\s#*>-]/);
  if (start < 0) return '';
  const [line = ''] = text.slice(start, start + TITLE_READ).split(/[\r\n\u2028\u2029]/, 1);
  const isWhole = line.length < TITLE_READ || start + TITLE_READ >= text.length;
  return cutAtEnd(line.replace(/\s+/g, ' ').trim(), LONGEST_TITLE, isWhole);
}
