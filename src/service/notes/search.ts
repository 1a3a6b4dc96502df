import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { append } from '../../shared/lists.ts';
import { type SearchTerm, searchTerms } from '../../shared/text/fold.ts';
import type { IndexHit } from '../../store/indexed-records.ts';
import { MAX_HITS } from '../../store/newest-hits.ts';
import { hasFunctionWords, type Question, readQuestion, withEveryWord } from '../question/question.ts';
import { termsOf } from '../question/terms.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import { coverageOf, WEAK } from './rank/coverage.ts';
import { type RankState, rankNotes } from './rank/rank.ts';
import { findNotes, firstNotes, type NoteFilters, type NoteQuery } from './read/pages.ts';

// Match tiers in result order (docs/api/notes.md#search). A cursor starts with the tier.
const EXACT = 0;
const BY_STEM = 1;
const PARTIAL = 2;

interface Hit {
  id: string;
  key: CursorKey;
}

interface NoteSearchQuery {
  text: string;
  terms: SearchTerm[];
  filters: NoteFilters;
}

/**
 * Searches notes page by page: first notes that contain all words exactly, then notes with their inflected forms, then
 * partial matches by relevance.
 */
export async function searchNotes(
  context: Context,
  searchQuery: string,
  query: NoteQuery,
): Promise<DataOf<Operations['search_notes']>> {
  const { take, cursor, includeContactDetails, ...filters } = query;
  const asked: NoteSearchQuery = { text: searchQuery, terms: searchTerms(searchQuery), filters };
  const list = JSON.stringify([context.user.user_id, 'search_notes', filters, searchQuery]);
  const after = cursor === undefined ? undefined : context.cursors.read(list, cursor);
  const { hits, warnings } = await find(context, asked, after, take + 1);
  const ids = hits.slice(0, take).map(({ id }) => id);
  const { notes, warnings: ended = [] } = await firstNotes(context, ids, includeContactDetails);
  const nextCursor = hits.length > notes.length ? context.cursors.write(list, hits[notes.length - 1]!.key) : null;
  const all = [...warnings, ...ended];
  return { notes, pagination: { nextCursor, count: notes.length }, ...(all.length > 0 && { warnings: all }) };
}

/** Parses a query into terms that match any inflected form. */
export async function stemmedTerms(query: string): Promise<SearchTerm[]> {
  const terms = searchTerms(query);
  return terms.length === 0 ? terms : (await import('../../shared/text/stems.ts')).withStems(terms);
}

interface Page {
  hits: Hit[];
  warnings: string[];
}

async function find(
  context: Context,
  asked: NoteSearchQuery,
  after: CursorKey | undefined,
  limit: number,
): Promise<Page> {
  const { terms, filters } = asked;
  const [rank = EXACT, ...place] = after ?? [];
  const hits: Hit[] = [];
  const collect = (rank: number, found: IndexHit[]) =>
    append(
      hits,
      found.map(({ id, sort_time }) => ({ id, key: [rank, sort_time, id] })),
    );
  const placeIn = (wanted: number) => (after && rank === wanted ? place : undefined);

  if (rank === EXACT) {
    collect(EXACT, await findNotes(context, { ...filters, terms }, placeIn(EXACT), limit));
    if (hits.length === limit || terms.length === 0) return { hits, warnings: [] };
  }
  // Loaded lazily, because a page full of exact matches does not need it.
  const { withStems } = await import('../../shared/text/stems.ts');
  const stemmed = withStems(terms);
  if (rank !== PARTIAL && stemmed.some((term) => term.or)) {
    const others = { ...filters, terms: stemmed, but: terms };
    collect(BY_STEM, await findNotes(context, others, placeIn(BY_STEM), limit - hits.length));
  }
  if (hits.length === limit) return { hits, warnings: [] };
  const rest = await findPartial(context, { ...asked, terms: stemmed }, placeIn(PARTIAL), limit - hits.length);
  const isWeak = hits.length === 0 && !after && rest.isWeak;
  append(hits, rest.hits);
  return { hits, warnings: isWeak ? ['weak_match'] : [] };
}

/**
 * Finds notes that contain only some of the words, best first. The cursor stores the term weights, so that later pages
 * rank the same way.
 */
async function findPartial(
  context: Context,
  { text, terms: all, filters }: NoteSearchQuery,
  after: CursorKey | undefined,
  limit: number,
): Promise<{ hits: Hit[]; isWeak: boolean }> {
  const question = await readQuestion(text, new Date(context.now), context.user.time_zone);
  // A single word or phrase has no partial matches.
  if (all.length === 1 && (question.required.length > 0 || !isCompound(text))) return NOTHING;
  const whole = await findNotes(context, { ...filters, terms: all }, undefined, MAX_HITS);
  // So many full matches leave no need for partial ones.
  if (whole.length === MAX_HITS) return NOTHING;
  const shown = new Set(whole.map(({ id }) => id));
  const search = {
    filters: { ...filters, ...(question.required.length > 0 && { terms: question.required }) },
    people: new Set<string>(),
    time: question.time,
    ownWordsOnly: true,
    state: after && (JSON.parse(String(after[3])) as RankState),
  };
  const rankFor = async (asked: Question) => rankNotes(context, { ...search, terms: await termsOf(asked) });
  const first = await rankFor(question);
  const isEmpty = first.notes.length === 0 && hasFunctionWords(question);
  const { notes: ranked, state } = isEmpty ? await rankFor(withEveryWord(question)) : first;
  const notes = ranked.filter(({ id }) => !shown.has(id));
  const kept = JSON.stringify(state);
  const keyed = notes.map(({ id, time, score }): Hit => ({ id, key: [PARTIAL, score, time, id, kept] }));
  const behind = after ? keyed.filter(({ key }) => compare(key, [PARTIAL, ...after]) < 0) : keyed;
  const best = notes.reduce((most, note) => Math.max(most, coverageOf(note.terms, state.weights)), 0);
  return { hits: behind.slice(0, limit), isWeak: notes.length > 0 && best < WEAK };
}

/**
 * Whether a text without spaces contains several words: `lisbon-trip`. The code points of a flag emoji count as one
 * word.
 */
const isCompound = (text: string): boolean => /[\p{L}\p{N}][^\p{L}\p{N}\p{M}\s]+[\p{L}\p{N}]/u.test(text);

const NOTHING = { hits: [], isWeak: false };

/** Compares by score, time, and id, as `rankNotes` does. */
function compare([, ...a]: CursorKey, [, ...b]: CursorKey): number {
  if (a[0] !== b[0]) return a[0]! < b[0]! ? -1 : 1;
  if (a[1] !== b[1]) return a[1]! < b[1]! ? -1 : 1;
  return a[2]! < b[2]! ? 1 : a[2]! > b[2]! ? -1 : 0;
}
