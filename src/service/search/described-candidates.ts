import { DESCRIBING, type SearchTerm } from '../../shared/text/fold.ts';
import { firstMatches, matchesOfEach } from '../../store/first-matches.ts';
import type { Context } from '../runtime/context.ts';
import type { WordForms } from './word-forms.ts';

/** So many people are looked at for one word. */
export const MOST_OF_WORD = 200;
const MOST_PAIRS = 6;
/** No more people are looked for with fewer words once so many have several that are frequent. */
const ENOUGH = 100;

interface Candidates {
  ids: Set<string>;
  /** Places of words that more people are described by than were looked at. */
  frequent: Set<number>;
}

/**
 * People who may be described by the words, through the index of words: all whom a word describes, or the newest of many.
 * For frequent words also those whom another word describes or names too.
 */
export async function describedCandidates(context: Context, wanted: readonly WordForms[]): Promise<Candidates> {
  const ids = new Set<string>();
  const frequent = new Set<number>();
  const ofEach = await someOfEach(
    context,
    wanted.map((forms) => [describingTerm(forms)]),
  );
  for (const [number, found] of ofEach.entries()) {
    if (found.length > MOST_OF_WORD) frequent.add(wanted[number]!.index);
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
  // Who has fewer of the frequent words matters only where those with all of them are not enough.
  for (const pair of often.length > 1 ? pairsAmong(terms) : []) if (ids.size < enough) await add(pair, ENOUGH);
  for (const term of terms) if (ids.size < enough) await add([term], MOST_OF_WORD);
  return { ids, frequent };
}

/** Pairs of a frequent word and one that is rare, as it may be a name: it alone has found all whom it describes. */
const pairsOf = (often: readonly WordForms[], more: readonly WordForms[]): SearchTerm[][] =>
  often.flatMap((one) => more.map((other) => [describingTerm(one), anywhereTerm(other)])).slice(0, MOST_PAIRS);

const pairsAmong = (terms: readonly SearchTerm[]): SearchTerm[][] =>
  terms.flatMap((one, place) => terms.slice(place + 1).map((other) => [one, other])).slice(0, MOST_PAIRS);

/** The term that finds a word, and what says the same, among the words that describe people. */
function describingTerm({ word, forms, beginning }: WordForms): SearchTerm {
  const others = [...forms.keys()].filter((other) => other !== word);
  return {
    words: [DESCRIBING + (beginning ?? word)],
    prefix: beginning !== undefined,
    or: others.map((other) => ({ words: [DESCRIBING + other], prefix: false })),
  };
}

/** The same among names too. */
function anywhereTerm(forms: WordForms): SearchTerm {
  const term = describingTerm(forms);
  return { ...term, or: [...(term.or ?? []), { words: [forms.word], prefix: true }] };
}

/** Ids of people who have all terms of each search; one more than are looked at, if there are so many. */
async function someOfEach({ db, user }: Context, searches: SearchTerm[][]): Promise<string[][]> {
  const bounded = searches.map((terms) => ({ terms, limit: MOST_OF_WORD + 1 }));
  const found = await matchesOfEach(db, { kind: 'contact', userId: user.user_id, order: 'any' }, bounded);
  return found.map((some) => some.map(({ id }) => id));
}

async function newestOf({ db, user }: Context, terms: SearchTerm[], limit: number): Promise<string[]> {
  const search = { kind: 'contact', userId: user.user_id, terms } as const;
  const rows = await firstMatches(db, search, { order: 'desc', after: undefined, limit });
  return rows.map(({ id }) => id);
}
