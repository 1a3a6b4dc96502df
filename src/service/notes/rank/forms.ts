import { STEMMED } from '../../../shared/text/fold.ts';
import type { Term } from '../../question/terms.ts';

/** Maximum length of an inflectional ending, in letters. */
const MAX_ENDING_LENGTH = 4;
/** The stem marker is followed by a two-letter language code. */
const MARK_LENGTH = STEMMED.length + 2;
const MIN_STEM_LENGTH = 3;

/** A term prepared for comparison with note words. */
export interface TermForms {
  word: string;
  /** Prefixes of words with the same stem. */
  stems: string[];
  /** Synonyms. */
  others: ReadonlySet<string>;
}

export function formsOf({ term }: Term): TermForms {
  const or = (term.or ?? []).map(({ words }) => words[0]!);
  const stems = or.flatMap((word) => (word.startsWith(STEMMED) ? [word.slice(MARK_LENGTH)] : []));
  return {
    word: term.words.join(' '),
    stems: [...new Set(stems)].filter((stem) => stem.length >= MIN_STEM_LENGTH),
    others: new Set(or.filter((word) => !word.startsWith(STEMMED))),
  };
}

/** Whether a word is an inflected form or a synonym of the term. */
export const isForm = (word: string, forms: TermForms): boolean => isOwnForm(word, forms) || forms.others.has(word);

export const isOwnForm = (word: string, { word: wanted, stems }: TermForms): boolean =>
  word === wanted || stems.some((stem) => word.startsWith(stem) && word.length <= stem.length + MAX_ENDING_LENGTH);
