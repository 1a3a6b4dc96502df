import { randomFrom } from '../../test/support/random.ts';

// Synthetic words whose frequencies follow Zipf's law, as in any language, with English function words between them.

const WORDS = 30_000;
/** With this offset (Zipf-Mandelbrot) the most common word is in about 28% of the notes. */
const OFFSET = 7;
const CONTENT_WORDS = 19;
const FUNCTION_WORDS = 'the and we about of to with in for that on was they have from this but not'.split(' ');
const ENDINGS = ['s', 'ed', 'ing'];
const CONSONANTS = 'bcdfghjklmnprstvwxyz';
const VOWELS = 'aeiou';
const SYLLABLES = CONSONANTS.length * VOWELS.length;

/** The word with this rank, from 0, the most common one. Each rank has a different word. */
export function wordOf(rank: number): string {
  // Otherwise, neighbors look alike. The factor and the number of words have no common divisor.
  let number = (rank * 7_919 + 104_729) % SYLLABLES ** 3;
  let word = '';
  for (let syllable = 0; syllable < 3; syllable++) {
    const one = number % SYLLABLES;
    word += CONSONANTS[one % CONSONANTS.length]! + VOWELS[Math.floor(one / CONSONANTS.length)]!;
    number = Math.floor(number / SYLLABLES);
  }
  return `${word}n`;
}

const VOCABULARY = Array.from({ length: WORDS }, (_, rank) => wordOf(rank));
const CUMULATED = cumulated();

function cumulated(): Float64Array {
  const sums = new Float64Array(WORDS);
  let sum = 0;
  for (let rank = 0; rank < WORDS; rank++) {
    sum += 1 / (rank + 1 + OFFSET);
    sums[rank] = sum;
  }
  return sums;
}

/** A rank, with common ones more often. `chance` is from 0 to 1. */
function rankAt(chance: number): number {
  const wanted = chance * CUMULATED[WORDS - 1]!;
  let [from, to] = [0, WORDS - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (CUMULATED[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The note with this number: about 200 characters in sentences. */
export const noteText = (number: number): string =>
  drawn(number)
    .map(({ before, word, ending }, index) => `${before}${word}${ending}${index % 10 === 9 ? '.' : ''}`)
    .join(' ');

/** That note's meaningful words, without endings, each once. */
export const contentWords = (number: number): string[] => [...new Set(drawn(number).map(({ word }) => word))];

/** A word's rank: 0 is the most common one. */
export const rankOf = (word: string): number => RANKS.get(word)!;

const RANKS = new Map(VOCABULARY.map((word, rank) => [word, rank]));

function drawn(number: number): { before: string; word: string; ending: string }[] {
  const random = randomFrom(number + 1);
  const any = (list: string[]) => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: CONTENT_WORDS }, () => ({
    before: random() < 0.65 ? `${any(FUNCTION_WORDS)} ` : '',
    word: VOCABULARY[rankAt(random())]!,
    ending: random() < 0.2 ? any(ENDINGS) : '',
  }));
}
