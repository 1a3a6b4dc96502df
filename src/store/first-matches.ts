import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { append } from '../shared/lists.ts';
import type { SearchTerm } from '../shared/text/fold.ts';
import { runCompiled } from './compiled-queries.ts';
import type { IndexedKind, IndexHit, IndexQuery } from './indexed-records.ts';
import { postgresMatching } from './postgres-words.ts';
import { type Db, onPostgres } from './store.ts';
import type { Tables } from './tables.ts';
import { matching, matchText, rowsMatching } from './word-index.ts';
import { areNumberedByTime, type RowRange, rowsOfStep, rowsOfTime, rowsOfUser, stepOf } from './word-rows.ts';

export type HitQuery = SelectQueryBuilder<Tables & { found: IndexHit }, 'found', IndexHit>;

/** A search for records that contain the words, optionally restricted by `narrow`. */
export interface IndexSearch extends IndexQuery {
  kind: IndexedKind;
  userId: string;
  narrow?: (found: HitQuery) => HitQuery;
}

export interface PageRange {
  order: 'asc' | 'desc';
  /** Time and id of the record before the page. */
  after: readonly [time: unknown, id: unknown] | undefined;
  limit: number;
}

export const foundIn = (db: Db, source: RawBuilder<IndexHit>): HitQuery =>
  db.selectFrom(source.as('found')).select(['found.id', 'found.sort_time']) as unknown as HitQuery;

/** Returns the first records of a search by time and id. For a common word, it does not scan all matches. */
export async function firstMatches(db: Db, search: IndexSearch, place: PageRange): Promise<IndexHit[]> {
  const { kind, userId, narrow = (found) => found } = search;
  const over = (source: RawBuilder<IndexHit>): HitQuery => narrow(foundIn(db, source));
  const all = over(matching(db, kind, userId, search));
  if (onPostgres(db)) return (await amongTheFirst(search, place, over)) ?? fetchInOrder(all, place);
  return (await areNumberedByTime(db, kind, userId)) ? byRow(() => all, userId, place) : fetchInOrder(all, place);
}

/** One of several searches. */
export interface OneSearch {
  terms: SearchTerm[];
  limit: number;
}

interface SearchGroup {
  kind: IndexedKind;
  userId: string;
  /** `any`: the first matches found, which is cheaper if there are many. */
  order: 'newest' | 'any';
}

/**
 * Returns the records of each search. On PostgreSQL all of them are one statement, because each statement costs a round
 * trip.
 */
export async function matchesOfEach(
  db: Db,
  several: SearchGroup,
  searches: readonly OneSearch[],
): Promise<IndexHit[][]> {
  if (searches.length === 0) return [];
  if (onPostgres(db)) return inOneStatement(db, several, searches);
  const { kind, userId, order } = several;
  const isByRow = order === 'newest' && (await areNumberedByTime(db, kind, userId));
  const found: IndexHit[][] = [];
  for (const { terms, limit } of searches) {
    const all = () => foundIn(db, matching(db, kind, userId, { terms }));
    const place = { order: 'desc', after: undefined, limit } as const;
    if (order === 'any') found.push(await all().limit(limit).execute());
    else if (!isByRow) found.push(await fetchInOrder(all(), place));
    else found.push(await byRow(all, userId, place, newestRows(db, kind, userId, terms)));
  }
  return found;
}

async function inOneStatement(db: Db, several: SearchGroup, searches: readonly OneSearch[]): Promise<IndexHit[][]> {
  const { kind, userId, order } = several;
  const parts = searches.map(({ terms, limit }, number): RawBuilder<unknown> => {
    const sorted = order === 'newest' ? sql`order by sort_time desc, id desc` : sql``;
    return sql`(select ${sql.lit(number)} as number, id, sort_time
      from ${postgresMatching(kind, userId, { terms })} as found ${sorted} limit ${sql.lit(limit)})`;
  });
  const { rows } = await sql<IndexHit & { number: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const found = searches.map((): IndexHit[] => []);
  for (const { number, id, sort_time } of rows) found[number]!.push({ id, sort_time });
  return found;
}

/** Fetches one page, ordered by time and id. */
export const fetchInOrder = (query: HitQuery, { order, after, limit }: PageRange): Promise<IndexHit[]> =>
  behind(query, order, after).orderBy('found.sort_time', order).orderBy('found.id', order).limit(limit).execute();

function behind(query: HitQuery, order: PageRange['order'], after: PageRange['after']): HitQuery {
  if (!after) return query;
  return query.where(sql<SqlBool>`${keyIsBehind('found', order, after)}`);
}

const keyIsBehind = (table: string, order: PageRange['order'], [time, id]: NonNullable<PageRange['after']>) =>
  sql`(${sql.ref(`${table}.sort_time`)}, ${sql.ref(`${table}.id`)}) ${sql.raw(order === 'asc' ? '>' : '<')} (${time}, ${id})`;

// PostgreSQL scans TRIED records per requested one. If that finds some but not enough, it scans ten times as many.
const TRIED = 20;
const TRIED_AGAIN = 10;
const MAX_PAGE = 250;

/** Returns the page if the first records are enough to fill it. */
async function amongTheFirst(
  { kind, userId, ...wanted }: IndexSearch,
  place: PageRange,
  over: (source: RawBuilder<IndexHit>) => HitQuery,
): Promise<IndexHit[] | undefined> {
  const { order, after, limit } = place;
  if (limit > MAX_PAGE) return undefined;
  const direction = sql.raw(order);
  let found: IndexHit[] = [];
  for (const tried of [TRIED * limit, TRIED * TRIED_AGAIN * limit]) {
    if (tried > TRIED * limit && found.length * TRIED_AGAIN < limit) return undefined;
    const first = sql`(select first.* from ${sql.table(`${kind}_found`)} as first where first.user_id = ${userId}
      ${after ? sql`and ${keyIsBehind('first', order, after)}` : sql``}
      order by first.sort_time ${direction}, first.id ${direction} limit ${tried})`;
    found = await fetchInOrder(over(postgresMatching(kind, userId, wanted, first)), { order, limit, after: undefined });
    if (found.length === limit) return found;
  }
  return undefined;
}

type Row = IndexHit & { step: number };

// Reads a few extra rows, which usually completes the step of the last one.
const MORE = 10;

/** Reads rows of a search within a range, in the order of a page. */
type RowReader = (range: RowRange, limit: number) => Promise<Row[]>;

const within = (query: HitQuery, { from, to }: RowRange): HitQuery =>
  query.where(sql<SqlBool>`found.words_row between ${from} and ${to}`);

const rowsIn = (query: HitQuery, order: PageRange['order'], limit: number) =>
  query
    .select(stepOf('found.words_row').as('step'))
    .orderBy(sql.ref('found.words_row'), order)
    .limit(limit) as SelectQueryBuilder<Tables & { found: IndexHit }, 'found', Row>;

/** Reads the newest rows of a search in SQLite. */
const newestRows =
  (db: Db, kind: IndexedKind, userId: string, terms: SearchTerm[]): RowReader =>
  ({ from, to }, limit) =>
    runCompiled(
      db,
      `newest rows of ${kind} words`,
      (db, userId, words, from, to, limit) =>
        rowsIn(within(foundIn(db, rowsMatching(`${kind}_words`, kind, userId, words)), { from, to }), 'desc', limit),
      [userId, matchText({ terms }), from, to, limit],
    );

/** Returns the page from rows ordered by row number. That is the order of their times, except within a step. */
async function byRow(
  all: () => HitQuery,
  userId: string,
  { order, after, limit }: PageRange,
  read: RowReader = (range, limit) => rowsIn(within(behind(all(), order, after), range), order, limit).execute(),
): Promise<IndexHit[]> {
  const isUp = order === 'asc';
  const rows = rowsOfUser(userId);
  if (after) rows[isUp ? 'from' : 'to'] = rowsOfTime(userId, String(after[0]))[isUp ? 'from' : 'to'];

  const found: IndexHit[] = [];
  for (;;) {
    const wanted = limit - found.length;
    const some = await read(rows, wanted + MORE);
    const last = some.at(-1);
    const isAll = some.length < wanted + MORE;
    const whole = isAll ? some : some.filter(({ step }) => step !== last!.step);
    append(
      found,
      whole.map(({ id, sort_time }) => ({ id, sort_time })),
    );
    if (isAll || found.length >= limit) break;
    const cut = rowsOfStep(last!.step);
    append(found, await fetchInOrder(within(behind(all(), order, after), cut), { order, limit, after: undefined }));
    if (found.length >= limit) break;
    if (isUp) rows.from = cut.to + 1;
    else rows.to = cut.from - 1;
  }
  const sign = isUp ? 1 : -1;
  const compare = (a: IndexHit, b: IndexHit) => textOrder(a.sort_time, b.sort_time) || textOrder(a.id, b.id);
  return found.sort((a, b) => sign * compare(a, b)).slice(0, limit);
}

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
