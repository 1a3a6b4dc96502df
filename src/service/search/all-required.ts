import type { SearchKind } from '../../contract/search.ts';
import { append } from '../../shared/lists.ts';
import { DESCRIBING, type SearchTerm, words } from '../../shared/text/fold.ts';
import { matchesOfEach } from '../../store/first-matches.ts';
import { isCreatedAfter } from '../../store/ids.ts';
import { MAX_HITS } from '../../store/newest-hits.ts';
import type { EarlierState } from '../notes/rank/rank.ts';
import { findNotes } from '../notes/read/pages.ts';
import type { Match, Question } from '../question/question.ts';
import { termsOf } from '../question/terms.ts';
import type { Context } from '../runtime/context.ts';
import { type Items, itemHits } from './events.ts';
import { type Filters, isInRange, peopleLeft, remindersLeft } from './filters.ts';
import { type Hit, scoreBesideNotes, scoreFrom } from './hits.ts';
import { labelsHolding } from './labeled-people.ts';
import { findNoteHits, noteFilters } from './notes.ts';
import { type Holder, peopleWithPhrases } from './quoted.ts';
import { remindersHolding } from './reminders.ts';
import { findTrashed } from './trash.ts';
import type { WordWeights } from './weights.ts';

const MAX_PEOPLE = 200;
/** Maximum number of people read for each word that may be outside the index, and of words. */
const MAX_NEAR = 40;
const MAX_WORDS = 6;

/** A record that contains every word is trusted. */
const TRUST = 1;
/** People, groups, and tags come before notes. */
const TOP_SCORE = 1;
const MAX_NOTE_SCORE = 0.99;

/** Whether every word of a question is quoted. */
export const isAllRequired = ({ text, required }: Question): boolean =>
  required.length > 0 && words(text.replace(/"[^"]*"/g, ' ')).length === 0;

interface Search {
  filters: Filters;
  items: Items;
  earlier: EarlierState | undefined;
  /** Number of hits on the first page; infinite for later pages. */
  take: number;
}

/**
 * Finds the records that contain every phrase of a question, for questions without other words. Looks for no similar
 * names, synonyms, or relations, because such records do not contain the phrases. Notes are ranked only if the first
 * page shows any.
 */
export async function findHolders(
  context: Context,
  question: Question,
  { filters, items, earlier, take }: Search,
): Promise<{ hits: Hit[]; state: EarlierState }> {
  const { kinds } = filters;
  const { required } = question;
  const weights = equalWeights(question);
  let state: EarlierState = earlier ?? { at: Date.now() };
  const hits: Hit[] = [];
  const add = (kind: SearchKind, id: string, score: number, more: Partial<Hit> = {}) =>
    hits.push({ kind, id, score, trust: TRUST, date: null, ...more });
  const people = kinds.has('person') || kinds.has('note') ? await peopleHolding(context, required) : [];
  if (kinds.has('person')) {
    const ids = people.map(({ id }) => id);
    const left = await peopleLeft(context, ids, filters);
    for (const { id, isArchived } of people) if (left.has(id)) add('person', id, TOP_SCORE, { archived: isArchived });
  }
  if (kinds.has('note') && hits.length >= take) {
    const found = await findNotes(context, noteFilters(filters, question), undefined, MAX_HITS);
    for (const { id, sort_time } of found)
      if (!isCreatedAfter(id, state.at)) add('note', id, scoreFrom(1), { date: sort_time });
  } else if (kinds.has('note')) {
    const named = people.map(({ id }): Match => ({ id, covered: coveredBy(question) }));
    const asked = { question, terms: await termsOf(question), named, filters, state: earlier };
    const ranked = await findNoteHits(context, asked);
    for (const hit of ranked.hits) add('note', hit.id, Math.min(hit.score, MAX_NOTE_SCORE), { date: hit.date });
    state = ranked.ranked.state;
  }
  if (kinds.has('reminder')) {
    const score = scoreBesideNotes({ covered: coveredBy(question) }, weights);
    const found = await remindersHolding(context, required, people);
    const reminders = found
      .filter(({ date }) => isInRange(date, filters))
      .map(({ id, date }): Hit => ({ kind: 'reminder', id, date, score, trust: TRUST }));
    append(hits, await remindersLeft(context, reminders, filters));
  }
  if (!filters.contactId && !filters.groupId && isInRange(null, filters))
    for (const kind of ['group', 'tag'] as const)
      if (kinds.has(kind)) for (const id of await labelsHolding(context, kind, required)) add(kind, id, TOP_SCORE);
  append(hits, itemHits(items, question, weights));
  append(hits, await findTrashed(context, { question, weights, filters, before: state.at }));
  return { hits, state };
}

/** The newest people whose fields contain every phrase. */
async function peopleHolding(context: Context, required: readonly SearchTerm[]): Promise<Holder[]> {
  const terms = [...new Set(required.flatMap(({ words }) => words))].map(anywhere);
  const found = await peopleWithPhrases(context, await newestOf(context, [terms], MAX_PEOPLE), required);
  if (found.length > 0 || terms.length < 2 || terms.length > MAX_WORDS) return found;
  // The index has no names of custom fields, no profiles, and no short words of descriptions.
  const others = terms.map((term) => terms.filter((other) => other !== term));
  return peopleWithPhrases(context, await newestOf(context, others, MAX_NEAR), required);
}

async function newestOf({ db, user }: Context, searches: readonly SearchTerm[][], limit: number): Promise<string[]> {
  const several = { kind: 'contact', userId: user.user_id, order: 'newest' } as const;
  const found = await matchesOfEach(
    db,
    several,
    searches.map((terms) => ({ terms, limit })),
  );
  return [...new Set(found.flatMap((some) => some.map(({ id }) => id)))];
}

/** Builds a term that matches a word in any indexed field. */
const anywhere = (word: string): SearchTerm => ({
  words: [word],
  prefix: false,
  or: [{ words: [DESCRIBING + word], prefix: false }],
});

const coveredBy = ({ words }: Question) => new Map(words.map((_, place) => [place, 1]));

/** Weighs all words alike, because each result contains all of them. */
function equalWeights({ words }: Question): WordWeights {
  const order = words.map(({ isContent }) => (isContent ? 1 : 0));
  return { order, trust: order, names: new Set() };
}
