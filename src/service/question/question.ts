import { type SearchTerm, searchTerms, spelledWords, words } from '../../shared/text/fold.ts';
import type { TimeRange } from './time-range.ts';

export type { TimeRange } from './time-range.ts';

/** One word of a question. */
export interface QuestionWord {
  /** Folded form, as stored in the index. */
  word: string;
  /** Original spelling in lower case. */
  spelled: string;
  /** Whether this is a content word, rather than a question word, an article, or part of a time. */
  isContent: boolean;
}

export interface Question {
  text: string;
  /** All words in order, at most `MAX_WORDS`. */
  words: QuestionWord[];
  /** Quoted phrases. Each must match exactly. */
  required: SearchTerm[];
  /** The time range that the question names, if any. */
  time?: TimeRange;
}

/** Maximum number of words. The rest of a longer question is ignored. */
export const MAX_WORDS = 32;

/** A record that matches a question. */
export interface Match {
  id: string;
  /**
   * How well the record matches each word, keyed by index into `Question.words`. 1 is an exact match. Other forms,
   * nicknames, and typos score lower. Words without a match are absent.
   */
  covered: Map<number, number>;
}

/** Parses a question. Relative times are resolved at `now` in `timeZone`, an IANA zone. */
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
      words(spelled).map((word) => ({ word, spelled, isContent: !isTime && !isFunctionWord(spelled) })),
    )
    .slice(0, MAX_WORDS);
  const hasContent = read.some(({ isContent }) => isContent);
  // "What did I do in March" and "last week" name only a time, but "April" may also be a person.
  const isTimeAlone = time !== undefined && spoken.length > 1;
  return {
    text,
    words: hasContent || isTimeAlone ? read : read.map((word) => ({ ...word, isContent: true })),
    required: quotedIn(text),
    ...(time && { time: time.range }),
  };
}

/**
 * Marks every word as a content word. Used as a fallback, so that a result is empty only if no word occurs anywhere.
 */
export const withEveryWord = (question: Question): Question => ({
  ...question,
  words: question.words.map((word) => ({ ...word, isContent: true })),
});

export const hasFunctionWords = ({ words }: Question): boolean => words.some(({ isContent }) => !isContent);

/** Splits a text into time expressions and the pieces between them. */
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
