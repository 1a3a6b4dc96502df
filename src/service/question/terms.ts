import { append } from '../../shared/lists.ts';
import type { SearchTerm } from '../../shared/text/fold.ts';
import { sameMeaning } from './concepts.ts';
import type { Question } from './question.ts';

/** A search term for notes: a word with its stems and synonyms, or a character bigram in a script without spaces. */
export interface Term {
  /** Indexes into `Question.words`. */
  at: number[];
  term: SearchTerm;
}

/** Maximum number of terms per question. */
export const MAX_TERMS = 24;

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;

/** Builds one term per distinct content word. In scripts without spaces, adjacent characters form bigrams. */
export async function termsOf({ words }: Question): Promise<Term[]> {
  const { withStemsOf } = await import('../../shared/text/stems.ts');
  const found = new Map<string, Term>();
  const add = (places: number[], term: SearchTerm) => {
    const key = term.words.join(' ');
    const known = found.get(key);
    if (known) append(known.at, places);
    else if (found.size < MAX_TERMS) found.set(key, { at: places, term });
  };
  const isUnspaced = words.map(({ word }) => UNSPACED.test(word));
  for (const [at, { word, spelled, isContent }] of words.entries()) {
    if (!isContent) continue;
    if (isUnspaced[at] && isUnspaced[at + 1]) add([at, at + 1], { words: [word, words[at + 1]!.word], prefix: false });
    else if (!(isUnspaced[at] && isUnspaced[at - 1])) add([at], { words: [word], prefix: false, spelled });
  }
  const terms = [...found.values()];
  const stemmed = withStemsOf(
    words.map(({ spelled }) => spelled),
    terms.map(({ term }) => term),
  );
  return terms.map((term, index) => {
    const synonyms = sameMeaning({ word: term.term.words.join(' ') }).map((word) => ({ words: [word], prefix: false }));
    const or = [...(stemmed[index]!.or ?? []), ...synonyms];
    return { ...term, term: { ...stemmed[index]!, ...(or.length > 0 && { or }) } };
  });
}
