import { STEMMED } from '../../../shared/text/fold.ts';
import type { Term } from '../../question/terms.ts';

/** The longest ending that is taken for one. */
const LONGEST_ENDING = 4;
/** The mark of a stem is followed by the two letters of its language. */
const MARK_LENGTH = STEMMED.length + 2;
const SHORTEST_STEM = 3;

/** A term as the words of a text are compared with it. */
export interface TermForms {
  word: string;
  /** What words of the same stem begin with. */
  stems: string[];
  /** Words of the same meaning. */
  others: ReadonlySet<string>;
}

export function formsOf({ term }: Term): TermForms {
  const or = (term.or ?? []).map(({ words }) => words[0]!);
  const stems = or.flatMap((word) => (word.startsWith(STEMMED) ? [word.slice(MARK_LENGTH)] : []));
  return {
    word: term.words.join(' '),
    stems: [...new Set(stems)].filter((stem) => stem.length >= SHORTEST_STEM),
    others: new Set(or.filter((word) => !word.startsWith(STEMMED))),
  };
}

/** Whether a word is a form of the term, or means the same. */
export const isForm = (word: string, forms: TermForms): boolean => isOwnForm(word, forms) || forms.others.has(word);

export const isOwnForm = (word: string, { word: wanted, stems }: TermForms): boolean =>
  word === wanted || stems.some((stem) => word.startsWith(stem) && word.length <= stem.length + LONGEST_ENDING);
