import { TITLES } from '../names/name-parts.ts';
import { type NameWord, nameWords } from '../names/name-words.ts';
import type { Question } from '../question/question.ts';

/** A piece of the question that may be a word in a name. */
export interface QueryWord extends NameWord {
  /** Indexes into the question's words that this piece covers. */
  places: readonly number[];
  /** The piece's share of each of these words, 0 to 1. A word that yields two pieces gives each of them half. */
  share: number;
  /** Whether the piece identifies a person. False for titles and function words. */
  isContent: boolean;
  /** Range of pieces, end exclusive. A joined piece overlaps the pieces it joins. */
  from: number;
  to: number;
  /** Whether one of the joined pieces is a single letter. */
  hasInitial?: boolean;
}

const MAX_PIECES = 16;
/** Words that surround a family name, as in "the Millers" or "Familie Huber". */
const FAMILY = new Set('family familie famille familia famiglia fam the die les los las i gli geb nee'.split(' '));
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Splits a question into name pieces and adds joined neighbors: `anna maria` may be Annamaria. */
export function queryWords(question: Question): QueryWord[] {
  const pieces = piecesOf(question);
  return [...pieces, ...joined(pieces)];
}

function piecesOf({ text, words }: Question): QueryWord[] {
  const pieces: QueryWord[] = [];
  const isPossessive = /['’]s(?!\p{L})/iu.test(text);
  const add = (written: string, first: number, count: number, isContent: boolean) => {
    const parts = nameWords(written);
    // Scripts without spaces yield one word per character.
    const isRun = count > 1;
    let at = first;
    for (const part of parts) {
      const length = isRun ? Math.min([...part.spelled].length, first + count - at) : 1;
      const places = Array.from({ length }, (_, index) => at + index);
      if (isRun) at += length;
      const from = pieces.length;
      pieces.push({ ...part, places, share: isRun ? 1 : 1 / parts.length, isContent, from, to: from + 1 });
    }
  };
  for (let place = 0; place < words.length && pieces.length < MAX_PIECES; ) {
    const { word, spelled, isContent } = words[place]!;
    let count = 1;
    if (UNSPACED.test(word)) while (UNSPACED.test(words[place + count]?.word ?? '')) count++;
    const run = words.slice(place, place + count).map((one) => one.spelled);
    const isNoise = TITLES.has(word) || FAMILY.has(word) || (word === 's' && isPossessive);
    add(count === 1 ? spelledAs(word, spelled) : run.join(''), place, count, isContent && !isNoise);
    place += count;
  }
  return pieces.some(({ isContent }) => isContent) ? pieces : pieces.map((piece) => ({ ...piece, isContent: true }));
}

/** Keeps the folded word if its spelling splits into several. */
const spelledAs = (word: string, spelled: string): string => (nameWords(spelled).length === 1 ? spelled : word);

function joined(pieces: readonly QueryWord[]): QueryWord[] {
  const found: QueryWord[] = [];
  for (const length of [2, 3]) {
    for (let from = 0; from + length <= pieces.length; from++) {
      const some = pieces.slice(from, from + length);
      const word = some.map(({ latin }) => latin[0]!).join('');
      if (word.length < 4 || word.length > 40 || some.some((piece) => piece.vowelless)) continue;
      found.push({
        ...{ spelled: word, folded: word, latin: [word], vowelless: false },
        places: some.flatMap(({ places }) => places),
        share: 1,
        isContent: some.some(({ isContent }) => isContent),
        from,
        to: from + length,
        hasInitial: some.some((piece) => piece.folded.length === 1),
      });
    }
  }
  return found;
}
