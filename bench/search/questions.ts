import { nameOf, peopleFor } from './people.ts';
import { contentWords, rankOf, wordOf } from './vocabulary.ts';

export interface AskedQuestion {
  text: string;
  /** The informative words, for the engine's own query. */
  words: string[];
}

/** Questions of each kind. */
export const QUESTIONS = 40;

const COMMON = 12;

/** The measured kinds of questions, each as distinct questions over `size` notes. */
export const QUESTION_KINDS: Record<string, (size: number) => AskedQuestion[]> = {
  'two rare words': (size) => questions(size, (note) => plainly(rarest(note, 2))),
  'two common words': (size) => questions(size, (_, index) => plainly(commonPair(index))),
  'eight words': (size) =>
    questions(size, (note, index) => {
      const words = [...commonPair(index), ...middle(note, 4), ...rarest(note, 2)];
      const [a, b, c, d, e, f, g, h] = words;
      return { text: `When did we ${a} the ${b} and ${c} of ${d} with ${e} ${f} for the ${g} in ${h}?`, words };
    }),
  'a sentence with a name': (size) =>
    questions(size, (note) => {
      const name = nameOf(note % peopleFor(size));
      const [first, second] = middle(note, 2);
      const text = `What has ${name} to do with the ${first} and the ${second}?`;
      return { text, words: [...name.toLowerCase().split(' '), first!, second!] };
    }),
  'a name': (size) => questions(size, (note) => plainly(nameOf(note % peopleFor(size)).split(' '))),
};

const plainly = (words: string[]): AskedQuestion => ({
  text: words.join(' '),
  words: words.map((word) => word.toLowerCase()),
});

/** Questions about notes spread over all of them. */
const questions = (size: number, ask: (note: number, index: number) => AskedQuestion): AskedQuestion[] =>
  Array.from({ length: QUESTIONS }, (_, index) => ask(Math.floor(((index + 0.37) / QUESTIONS) * size), index));

/** Two of the most common words, a different pair for each of 66 numbers. */
function commonPair(index: number): string[] {
  const pairs = [];
  for (let first = 0; first < COMMON; first++)
    for (let second = first + 1; second < COMMON; second++) pairs.push([wordOf(first), wordOf(second)]);
  return pairs[(index * 7) % pairs.length]!;
}

const byRank = (note: number): string[] => contentWords(note).sort((a, b) => rankOf(a) - rankOf(b));

const rarest = (note: number, count: number): string[] => byRank(note).slice(-count);

/** Neither a note's most common words nor its rarest. */
const middle = (note: number, count: number): string[] => {
  const words = byRank(note).filter((word) => rankOf(word) >= COMMON);
  const from = Math.floor((words.length - count) / 2);
  return words.slice(from, from + count);
};
