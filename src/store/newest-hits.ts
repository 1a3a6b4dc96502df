import { type RawBuilder, sql } from 'kysely';
import type { SearchTerm } from '../shared/text/fold.ts';
import { matchesOfEach } from './first-matches.ts';
import type { IndexHit } from './indexed-records.ts';
import { matchesTerm } from './postgres-words.ts';
import { type Db, onPostgres } from './store.ts';

/** Number of newest notes that determine how common a word is. */
const SAMPLE = 2_000;
/** A word in fewer notes of the sample never counts as common. */
const MIN_COMMON = 20;
/** Maximum number of newest notes returned for a word that is not common. */
export const MAX_HITS = 1_000;

export interface Hits {
  /** The newest notes that contain the term, at most MAX_HITS. */
  found: IndexHit[];
  /** The fraction of the user's notes that contain the term, if it is common. */
  share: number | undefined;
}

/**
 * Returns the newest notes that contain each term. Both engines give the same result, and its size is bounded. `total`
 * is the number of the user's notes.
 */
export async function newestHits(db: Db, userId: string, terms: readonly SearchTerm[], total: number): Promise<Hits[]> {
  const last = await lastOfSample(db, userId);
  // A word is common if the sample suggests that more than MAX_HITS notes contain it.
  const common = last ? Math.max(MIN_COMMON, (SAMPLE * MAX_HITS) / total) : Number.POSITIVE_INFINITY;
  const found = onPostgres(db)
    ? await onPostgresHits(db, userId, { terms, common })
    : await matchesOfEach(
        db,
        { kind: 'note', userId, order: 'newest' },
        terms.map((term) => ({ terms: [term], limit: MAX_HITS })),
      );
  return found.map((all) => {
    const recent = last ? all.filter((one) => isNewer(one, last)) : [];
    if (recent.length < common) return { found: all.slice(0, MAX_HITS), share: undefined };
    return { found: recent.slice(0, MAX_HITS), share: recent.length / SAMPLE };
  });
}

const isNewer = (a: IndexHit, b: IndexHit): boolean =>
  a.sort_time > b.sort_time || (a.sort_time === b.sort_time && a.id >= b.id);

/** The oldest note of the sample, or undefined if the user has fewer notes. */
const lastOfSample = (db: Db, userId: string): Promise<IndexHit | undefined> =>
  db
    .selectFrom('timeline_items')
    .select(['id', 'event_time as sort_time'])
    .where('user_id', '=', userId)
    .orderBy('event_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(SAMPLE - 1)
    .executeTakeFirst();

interface TermSearch {
  terms: readonly SearchTerm[];
  /** Number of sample notes from which a word counts as common. */
  common: number;
}

/** Looks up common words only in the sample, because their posting lists in the index would be read completely. */
async function onPostgresHits(db: Db, userId: string, { terms, common }: TermSearch): Promise<IndexHit[][]> {
  // With few notes, scanning them takes longer than using the index.
  if (common === Number.POSITIVE_INFINITY) return byIndex(db, userId, terms);
  const found = await inSample(db, userId, terms);
  const rare = [...terms.keys()].filter((number) => found[number]!.length < common);
  const rest = await byIndex(
    db,
    userId,
    rare.map((number) => terms[number]!),
  );
  for (const [index, number] of rare.entries()) found[number] = rest[index]!;
  return found;
}

async function inSample(db: Db, userId: string, terms: readonly SearchTerm[]): Promise<IndexHit[][]> {
  if (terms.length === 0) return [];
  const held = sql.join(
    terms.map((term) => sql`(case when ${matchesTerm(term)} then '1' else '0' end)`),
    sql` || `,
  );
  const { rows } = await sql<IndexHit & { held: string }>`with newest as materialized (
      select id, sort_time, lexemes, words from ${sql.table('note_found')} where user_id = ${userId}
      order by sort_time desc, id desc limit ${sql.lit(SAMPLE)}),
    asked as (select found.id, found.sort_time, ${held} as held from newest as found)
    select * from asked where held like '%1%' order by sort_time desc, id desc`.execute(db);
  return terms.map((_, number) =>
    rows
      .filter(({ held }) => held[number] === '1')
      .map(({ id, sort_time }) => ({ id, sort_time }))
      .slice(0, MAX_HITS),
  );
}

/** The subqueries are materialized: with a limit in the query itself, the planner would scan the whole table. */
async function byIndex(db: Db, userId: string, terms: readonly SearchTerm[]): Promise<IndexHit[][]> {
  if (terms.length === 0) return [];
  const table = sql.table('note_found');
  const name = (number: number) => sql.id(`held_${number}`);
  const lists = terms.map(
    (term, number) => sql`${name(number)} as materialized (select id, sort_time from ${table} as found
      where user_id = ${userId} and ${matchesTerm(term)})`,
  );
  const parts = terms.map(
    (_, number): RawBuilder<unknown> => sql`select * from (select ${sql.lit(number)} as number, id, sort_time
      from ${name(number)} order by sort_time desc, id desc limit ${sql.lit(MAX_HITS)}) as ${sql.id(`part_${number}`)}`,
  );
  const { rows } = await sql<IndexHit & { number: number | string }>`with ${sql.join(lists)}
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const found = terms.map((): IndexHit[] => []);
  for (const { number, id, sort_time } of rows) found[Number(number)]!.push({ id, sort_time });
  return found;
}
