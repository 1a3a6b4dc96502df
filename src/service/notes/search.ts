import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { append } from '../../shared/lists.ts';
import { type SearchTerm, searchTerms } from '../../shared/text/fold.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { Found } from '../store/tables.ts';
import { findNotes, firstNotes, type NoteFilters, type NoteQuery } from './pages.ts';

// What was found how, in the order of the answer (docs/api/notes.md#search). A cursor begins with it.
const AS_WRITTEN = 0;
const BY_STEM = 1;
const IN_PART = 2;

interface Hit {
  id: string;
  key: CursorKey;
}

/** A page of a search: notes with all words as they were written, then those with other forms of them. */
export async function searchNotes(context: Context, query: NoteQuery): Promise<DataOf<Operations['search_notes']>> {
  const { take, cursor, includeContactDetails, terms = [], ...filters } = query;
  const list = JSON.stringify([context.user.user_id, 'search_notes', filters, terms]);
  const after = cursor === undefined ? undefined : context.cursors.read(list, cursor);
  const { hits, warnings } = await find(context, filters, terms, after, take + 1);
  const ids = hits.slice(0, take).map(({ id }) => id);
  const { notes, warnings: ended = [] } = await firstNotes(context, ids, includeContactDetails);
  const nextCursor = hits.length > notes.length ? context.cursors.write(list, hits[notes.length - 1]!.key) : null;
  const all = [...warnings, ...ended];
  return { notes, pagination: { nextCursor, count: notes.length }, ...(all.length > 0 && { warnings: all }) };
}

/** Words to look for in any of their forms. */
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
  filters: NoteFilters,
  terms: SearchTerm[],
  after: CursorKey | undefined,
  limit: number,
): Promise<Page> {
  const [rank = AS_WRITTEN, ...place] = after ?? [];
  const hits: Hit[] = [];
  const collect = (rank: number, found: Found[]) =>
    append(
      hits,
      found.map(({ id, sort_time }) => ({ id, key: [rank, sort_time, id] })),
    );
  const placeIn = (wanted: number) => (after && rank === wanted ? place : undefined);

  if (rank === AS_WRITTEN) {
    collect(AS_WRITTEN, await findNotes(context, { ...filters, terms }, placeIn(AS_WRITTEN), limit));
    if (hits.length === limit || terms.length === 0) return { hits, warnings: [] };
  }
  // Loaded only here: a page that is full of the words as written does not need it.
  const { withStems } = await import('../../shared/text/stems.ts');
  const stemmed = withStems(terms);
  if (rank !== IN_PART) {
    if (stemmed.some((term) => term.or)) {
      const others = { ...filters, terms: stemmed, but: terms };
      collect(BY_STEM, await findNotes(context, others, placeIn(BY_STEM), limit - hits.length));
    }
    if (hits.length > 0 || after || terms.length === 1) return { hits, warnings: await stillIndexing(context) };
  }
  const part = await findInPart(context, filters, stemmed, placeIn(IN_PART), limit);
  return { ...part, warnings: [...part.warnings, ...(await stillIndexing(context))] };
}

/** So many words of a query count where no note has all of them. */
const MOST_TERMS = 16;
/** Of each word the newest notes: a word with more says little. */
const MOST_NOTES = 2_000;

/**
 * The notes with more than half of the words, the best first: a rare word weighs more than a common one. Words such as "in"
 * weigh something, and do not count among the half. The weights stand in the cursor, so that a later page goes by the same.
 */
async function findInPart(
  context: Context,
  filters: NoteFilters,
  terms: SearchTerm[],
  after: CursorKey | undefined,
  limit: number,
): Promise<Page> {
  const { isFunctionWord } = await import('../../shared/text/stems.ts');
  const tried = [...new Map(terms.map((term) => [term.words.join(' '), term])).values()].slice(0, MOST_TERMS);
  const telling = tried.map(({ spelled }) => spelled === undefined || !isFunctionWord(spelled));
  const counts = telling.includes(true) ? telling : telling.map(() => true);
  const half = counts.filter(Boolean).length / 2;
  if (half <= 1) return { hits: [], warnings: [] };

  const found: Found[][] = [];
  for (const term of tried) found.push(await findNotes(context, { ...filters, terms: [term] }, undefined, MOST_NOTES));
  const total = await countNotes(context);
  const weights = (after?.slice(3) as number[] | undefined) ?? found.map(({ length }) => weightOf(length, total));
  const matches = new Map<string, { time: string; words: number; score: number }>();
  for (const [index, notes] of found.entries()) {
    for (const { id, sort_time } of notes) {
      const { words, score } = matches.get(id) ?? { words: 0, score: 0 };
      matches.set(id, {
        time: sort_time,
        words: words + (counts[index] ? 1 : 0),
        score: score + (weights[index] ?? 0),
      });
    }
  }
  const hits = [...matches]
    .flatMap(([id, { time, words, score }]): Hit[] =>
      words > half ? [{ id, key: [IN_PART, score, time, id, ...weights] }] : [],
    )
    .filter(({ key }) => !after || compare(key, [IN_PART, ...after]) < 0)
    .sort((a, b) => compare(b.key, a.key));
  return { hits: hits.slice(0, limit), warnings: hits.length > 0 ? [inPart(tried, found)] : [] };
}

const weightOf = (notes: number, total: number): number => (notes === 0 ? 0 : Math.log(1 + total / notes));

/** By score, time and id. */
function compare(a: CursorKey, b: CursorKey): number {
  for (const index of [1, 2, 3]) {
    if (a[index]! < b[index]!) return -1;
    if (a[index]! > b[index]!) return 1;
  }
  return 0;
}

function inPart(terms: SearchTerm[], found: Found[][]): string {
  const typed = (some: SearchTerm[]) => some.map(({ words, spelled }) => spelled ?? words.join(' ')).join(', ');
  const missing = terms.filter((_, index) => found[index]!.length === 0);
  const none = missing.length > 0 ? ` None has: ${typed(missing)}.` : '';
  return `No note has all of the words ${typed(terms)}. These have most of them, the best first.${none}`;
}

async function countNotes({ db, user }: Context): Promise<number> {
  const all = db.selectFrom('timeline_items').where('user_id', '=', user.user_id);
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Notes of an older version are found by their words as written until they have stems too. */
async function stillIndexing({ db, user }: Context): Promise<string[]> {
  const waiting = db.selectFrom('records_to_index').where('user_id', '=', user.user_id).where('kind', '=', 'note');
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) === 0) return [];
  return [`${count} notes are still being prepared for this search; so far they are found by their exact words alone.`];
}
