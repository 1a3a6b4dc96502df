import { DESCRIBING, type SearchTerm } from '../../shared/text/fold.ts';
import { firstMatches, matchesOfEach } from '../../store/first-matches.ts';
import type { Context } from '../runtime/context.ts';
import type { WordForms } from './word-forms.ts';

/** Maximum number of people read for one word. */
export const MAX_PER_WORD = 200;
const MAX_PAIRS = 6;
/** Once this many people match several frequent words, the search does not fall back to fewer words. */
const ENOUGH = 100;

interface Candidates {
  ids: Set<string>;
  /** Indexes of words that describe more than `MAX_PER_WORD` people. */
  frequent: Set<number>;
}

/**
 * Looks up people whom the words may describe in the inverted index. A rare word returns everyone it describes. A
 * frequent word returns the newest people, and those whom a second word describes or names.
 */
export async function describedCandidates(context: Context, wanted: readonly WordForms[]): Promise<Candidates> {
  const ids = new Set<string>();
  const frequent = new Set<number>();
  const ofEach = await someOfEach(
    context,
    wanted.map((forms) => [describingTerm(forms)]),
  );
  for (const [number, found] of ofEach.entries()) {
    if (found.length > MAX_PER_WORD) frequent.add(wanted[number]!.index);
    else for (const id of found) ids.add(id);
  }
  const often = wanted.filter(({ index }) => frequent.has(index));
  const more = wanted.filter(({ index }) => !frequent.has(index));
  const add = async (terms: SearchTerm[], limit: number) => {
    for (const id of await newestOf(context, terms, limit)) ids.add(id);
  };
  for (const terms of pairsOf(often, more)) await add(terms, ENOUGH);
  const enough = ids.size + ENOUGH;
  const terms = often.map(describingTerm);
  if (often.length > 2) await add(terms, ENOUGH);
  // Fall back to fewer frequent words only if too few people match all of them.
  for (const pair of often.length > 1 ? pairsAmong(terms) : []) if (ids.size < enough) await add(pair, ENOUGH);
  for (const term of terms) if (ids.size < enough) await add([term], MAX_PER_WORD);
  return { ids, frequent };
}

/**
 * Pairs each frequent word with a rare one, which may also be a name. Rare words have already returned everyone they
 * describe.
 */
const pairsOf = (often: readonly WordForms[], more: readonly WordForms[]): SearchTerm[][] =>
  often.flatMap((one) => more.map((other) => [describingTerm(one), anywhereTerm(other)])).slice(0, MAX_PAIRS);

const pairsAmong = (terms: readonly SearchTerm[]): SearchTerm[][] =>
  terms.flatMap((one, place) => terms.slice(place + 1).map((other) => [one, other])).slice(0, MAX_PAIRS);

/** Builds the term that matches a word and its synonyms in descriptions. */
function describingTerm({ word, forms, beginning }: WordForms): SearchTerm {
  const others = [...forms.keys()].filter((other) => other !== word);
  return {
    words: [DESCRIBING + (beginning ?? word)],
    prefix: beginning !== undefined,
    or: others.map((other) => ({ words: [DESCRIBING + other], prefix: false })),
  };
}

/** Builds the same term, extended to names. */
function anywhereTerm(forms: WordForms): SearchTerm {
  const term = describingTerm(forms);
  return { ...term, or: [...(term.or ?? []), { words: [forms.word], prefix: true }] };
}

/** Ids of people who match all terms of each search. One id over the limit shows that there are more. */
async function someOfEach({ db, user }: Context, searches: SearchTerm[][]): Promise<string[][]> {
  const bounded = searches.map((terms) => ({ terms, limit: MAX_PER_WORD + 1 }));
  const found = await matchesOfEach(db, { kind: 'contact', userId: user.user_id, order: 'any' }, bounded);
  return found.map((some) => some.map(({ id }) => id));
}

async function newestOf({ db, user }: Context, terms: SearchTerm[], limit: number): Promise<string[]> {
  const search = { kind: 'contact', userId: user.user_id, terms } as const;
  const rows = await firstMatches(db, search, { order: 'desc', after: undefined, limit });
  return rows.map(({ id }) => id);
}
