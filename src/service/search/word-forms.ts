import { words } from '../../shared/text/fold.ts';
import { saysLittle } from '../indexing/describing-words.ts';
import { sameMeaning } from '../question/concepts.ts';
import type { Question } from '../question/question.ts';
import { professionsFor } from './needs.ts';

/** A query word with its synonyms and inflected forms. */
export interface WordForms {
  /** Index in `Question.words`. */
  index: number;
  word: string;
  /** Equivalent words with their quality, 0 to 1. */
  forms: ReadonlyMap<string, number>;
  /** Stem prefix shared by inflected forms. Undefined if the word is too short. */
  beginning?: string;
}

const SAME = 1;
const MEANS_THE_SAME = 0.9;
const LONGER = 0.75;
const SERVES = 0.7;
const OTHER_FORM = 0.6;
const COMPOUND = 0.6;

/** Minimum prefix length. Shorter prefixes match too many words. */
const LONG_ENOUGH = 4;
/** Maximum difference in length between inflected forms, in letters. */
const ENDING = 3;

/** Minimum letters before the head of a compound: a *Kinderarzt* is an *Arzt*. */
const MIN_PREFIX_LENGTH = 3;

/** Maximum number of query words. */
const MAX_WORDS = 10;

/** A question's content words with their forms. */
export const formsOf = ({ words }: Question): WordForms[] =>
  words
    .flatMap(({ word, isContent }, index) => (isContent && !saysLittle(word) ? [wordForms(word, index, words)] : []))
    .slice(0, MAX_WORDS);

function wordForms(word: string, index: number, all: Question['words']): WordForms {
  const forms = new Map<string, number>();
  const others = all.map((other) => other.word);
  for (const profession of professionsFor(word, others)) forms.set(profession, SERVES);
  for (const other of sameMeaning({ word })) forms.set(other, MEANS_THE_SAME);
  forms.set(word, SAME);
  if (word.length < LONG_ENOUGH) return { index, word, forms };
  return { index, word, forms, beginning: word.slice(0, Math.max(word.length - 2, LONG_ENOUGH)) };
}

/** How well a word matches a query word, from 0 (not at all) to 1. */
export function qualityOf({ word, forms, beginning }: WordForms, found: string): number {
  const exact = forms.get(found);
  if (exact !== undefined) return exact;
  if (beginning === undefined) return 0;
  if (found.length >= word.length + MIN_PREFIX_LENGTH && found.endsWith(word)) return COMPOUND;
  if (!found.startsWith(beginning)) return 0;
  if (found.startsWith(word)) return LONGER;
  return Math.abs(found.length - word.length) <= ENDING ? OTHER_FORM : 0;
}

/** Updates `covered` with the query words that a text contains. Returns whether there were any. */
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

/** Qualities of the query words that a text contains, by index. */
export function coveredBy(wanted: readonly WordForms[], text: string): Map<number, number> {
  const covered = new Map<number, number>();
  cover(covered, wanted, text);
  return covered;
}

/** Raises the quality of a word, never lowers it. */
export function raise(covered: Map<number, number>, index: number, quality: number): void {
  if (quality > (covered.get(index) ?? 0)) covered.set(index, quality);
}
