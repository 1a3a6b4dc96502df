import { words } from '../../shared/text/fold.ts';
import { saysLittle } from '../indexing/describing-words.ts';
import { sameMeaning } from '../question/concepts.ts';
import type { Question } from '../question/question.ts';
import { professionsFor } from './needs.ts';

/** A word of a question, and how well other words say the same. */
export interface WordForms {
  /** The word's place among `Question.words`. */
  index: number;
  word: string;
  /** Words that are as good as it, with their quality from 0 to 1. */
  forms: ReadonlyMap<string, number>;
  /** What other forms of the word begin with; undefined if it is too short. */
  beginning?: string;
}

const SAME = 1;
const MEANS_THE_SAME = 0.9;
const LONGER = 0.75;
const SERVES = 0.7;
const OTHER_FORM = 0.6;
const COMPOUND = 0.6;

/** A shorter word begins too many others. */
const LONG_ENOUGH = 4;
/** So many letters may be the ending of another form. */
const ENDING = 3;

/** *Kinderarzt* is an *Arzt*: compounds begin with so many letters at least. */
const SHORTEST_FIRST_PART = 3;

/** The most words of a question that are looked for. */
const MOST_WORDS = 10;

/** The telling words of a question with their forms. */
export const formsOf = ({ words }: Question): WordForms[] =>
  words
    .flatMap(({ word, telling }, index) => (telling && !saysLittle(word) ? [wordForms(word, index, words)] : []))
    .slice(0, MOST_WORDS);

function wordForms(word: string, index: number, all: Question['words']): WordForms {
  const forms = new Map<string, number>();
  const others = all.map((other) => other.word);
  for (const profession of professionsFor(word, others)) forms.set(profession, SERVES);
  for (const other of sameMeaning({ word })) forms.set(other, MEANS_THE_SAME);
  forms.set(word, SAME);
  if (word.length < LONG_ENOUGH) return { index, word, forms };
  return { index, word, forms, beginning: word.slice(0, Math.max(word.length - 2, LONG_ENOUGH)) };
}

/** How well a word says what a word of a question asks for: from 0, not at all, to 1. */
export function qualityOf({ word, forms, beginning }: WordForms, found: string): number {
  const exact = forms.get(found);
  if (exact !== undefined) return exact;
  if (beginning === undefined) return 0;
  if (found.length >= word.length + SHORTEST_FIRST_PART && found.endsWith(word)) return COMPOUND;
  if (!found.startsWith(beginning)) return 0;
  if (found.startsWith(word)) return LONGER;
  return Math.abs(found.length - word.length) <= ENDING ? OTHER_FORM : 0;
}

/** Raises `covered` by what a text says of the words. Whether it says anything of them. */
export function cover(covered: Map<number, number>, wanted: readonly WordForms[], text: string): boolean {
  let isCovered = false;
  for (const found of words(text)) {
    for (const forms of wanted) {
      const quality = qualityOf(forms, found);
      if (quality === 0) continue;
      isCovered = true;
      raise(covered, forms.index, quality);
    }
  }
  return isCovered;
}

/** What a text says of the words, by their places. */
export function coveredBy(wanted: readonly WordForms[], text: string): Map<number, number> {
  const covered = new Map<number, number>();
  cover(covered, wanted, text);
  return covered;
}

/** Keeps the better of two qualities of a word. */
export function raise(covered: Map<number, number>, index: number, quality: number): void {
  if (quality > (covered.get(index) ?? 0)) covered.set(index, quality);
}
