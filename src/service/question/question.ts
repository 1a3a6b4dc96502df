import { type SearchTerm, searchTerms, spelledWords, words } from '../../shared/text/fold.ts';
import type { TimeRange } from './time-range.ts';

export type { TimeRange } from './time-range.ts';

/** One word of a question. */
export interface QuestionWord {
  /** Folded, as indexes hold it. */
  word: string;
  /** As it was typed, in lower case. */
  spelled: string;
  /** Whether it says what is looked for: no question word or article, and no part of a time. */
  telling: boolean;
}

export interface Question {
  text: string;
  /** All words in order, at most MOST_WORDS. */
  words: QuestionWord[];
  /** What was quoted: each must be there as it is written. */
  required: SearchTerm[];
  /** When the thing asked for happened, if the question says so. */
  time?: TimeRange;
}

/** Words of a question that count. A longer one is searched by its first words. */
export const MOST_WORDS = 32;

/** How far a person, or another record, is what a question asks for. */
export interface Match {
  id: string;
  /**
   * How well the record accounts for each word, by the word's place among `Question.words`: 1 as it is written, less for
   * another form, a nickname or a slip. Words that it does not account for are left out.
   */
  covered: Map<number, number>;
}

/** Reads a question. Times are read as of `now` in `timeZone`, an IANA zone. */
export async function readQuestion(text: string, now = new Date(), timeZone = 'UTC'): Promise<Question> {
  const [{ functionWordsOf }, { readTime }] = await Promise.all([
    import('../../shared/text/stems.ts'),
    import('./time-words.ts'),
  ]);
  const time = readTime(text, now, timeZone);
  const spoken = pieces(text, time?.spans ?? []).flatMap(({ piece, isTime }) =>
    spelledWords(piece).map((spelled) => ({ spelled, isTime })),
  );
  const isFunctionWord = functionWordsOf(spoken.map(({ spelled }) => spelled));
  const read = spoken
    .flatMap(({ spelled, isTime }) =>
      words(spelled).map((word) => ({ word, spelled, telling: !isTime && !isFunctionWord(spelled) })),
    )
    .slice(0, MOST_WORDS);
  const isTelling = read.some(({ telling }) => telling);
  // "What did I do in March" and "last week" ask for a time alone, and "April" for someone too.
  const isTimeAlone = time !== undefined && spoken.length > 1;
  return {
    text,
    words: isTelling || isTimeAlone ? read : read.map((word) => ({ ...word, telling: true })),
    required: quotedIn(text),
    ...(time && { time: time.range }),
  };
}

/** The same question with every word looked for: an answer is empty only if no word of the question is anywhere. */
export const withEveryWord = (question: Question): Question => ({
  ...question,
  words: question.words.map((word) => ({ ...word, telling: true })),
});

export const hasSilentWords = ({ words }: Question): boolean => words.some(({ telling }) => !telling);

/** A text in pieces: those that say a time and those between them. */
function pieces(text: string, spans: readonly [start: number, end: number][]): { piece: string; isTime: boolean }[] {
  const found: { piece: string; isTime: boolean }[] = [];
  let from = 0;
  for (const [start, end] of spans) {
    found.push({ piece: text.slice(from, start), isTime: false }, { piece: text.slice(start, end), isTime: true });
    from = end;
  }
  return [...found, { piece: text.slice(from), isTime: false }];
}

const quotedIn = (text: string): SearchTerm[] =>
  [...text.matchAll(/"([^"]*)"/g)].flatMap(([quoted]) => searchTerms(quoted));
