import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { chunked } from '../../shared/lists.ts';
import type { SearchTerm } from '../../shared/text/fold.ts';
import { insertRows } from './insert.ts';
import { postgresMatching, putPostgresWords } from './postgres-words.ts';
import { type Db, onPostgres } from './store.ts';
import type { Indexed, IndexedRecord } from './tables.ts';

/** Makes `words` the searchable words of a user's records. `sortTime` is what their results are ordered by. */
export async function putWords(
  db: Db,
  kind: Indexed,
  userId: string,
  records: readonly IndexedRecord[],
): Promise<void> {
  if (!onPostgres(db)) {
    const ids = records.map(({ id }) => id);
    await removeWords(db, kind, userId, ids);
  }
  await putNewWords(db, kind, records);
}

/** The same for records without words yet. */
export async function putNewWords(db: Db, kind: Indexed, records: readonly IndexedRecord[]): Promise<void> {
  if (onPostgres(db)) return putPostgresWords(db, kind, records);
  const [first, ...others] = records;
  if (!first) return;
  const text = ({ words, others = [] }: IndexedRecord) => [...words, ...others].join(' ');
  const insertion = CompiledQuery.raw(`insert into ${kind}_words (words) values (?)`, [text(first)]);
  // A row without a given number gets the highest one, so the numbers after it are free.
  const start = Number((await db.executeQuery(insertion)).insertId);
  const numbered = others.map((record, index) => ({ rowid: start + 1 + index, words: text(record) }));
  await insertRows(db, `${kind}_words`, numbered);
  const rows = records.map(({ userId, id, sortTime }, index) => ({
    user_id: userId,
    id,
    words_row: start + index,
    sort_time: sortTime,
  }));
  await insertRows(db, `${kind}_search`, rows);
}

export async function removeWords(db: Db, kind: Indexed, userId: string, ids: readonly string[]): Promise<void> {
  for (const part of chunked(ids)) {
    const gone = db.deleteFrom(`${kind}_search`).where('user_id', '=', userId).where('id', 'in', part);
    if (onPostgres(db)) {
      await gone.execute();
      continue;
    }
    const rows = JSON.stringify((await gone.returning('words_row').execute()).map(({ words_row }) => words_row));
    await sql`delete from ${sql.table(`${kind}_words`)} where rowid in (select value from json_each(${rows}))`.execute(
      db,
    );
  }
}

/** A subquery of the records that hold all terms, save those that hold all of `but`: columns id and sort_time. */
export function matching(
  db: Db,
  kind: Indexed,
  userId: string,
  terms: SearchTerm[],
  but?: SearchTerm[],
): RawBuilder<{ id: string; sort_time: string }> {
  if (onPostgres(db)) return postgresMatching(kind, userId, terms, but);
  const index = sql.table(`${kind}_words`);
  // The join order is forced: the other way round it would try every record of the user against the index.
  return sql`(select found.id, found.sort_time from ${index} cross join ${sql.table(`${kind}_search`)} as found
    on found.user_id = ${userId} and found.words_row = ${index}.rowid where ${index} match ${but ? `(${matchText(terms)}) NOT (${matchText(but)})` : matchText(terms)})`;
}

/** Terms in the index's query language. Words hold letters and digits only, so quoting them is safe. */
const matchText = (terms: SearchTerm[]): string =>
  terms
    .map((term) => {
      const alternatives = [term, ...(term.or ?? [])].map(written);
      return alternatives.length === 1 ? alternatives[0] : `(${alternatives.join(' OR ')})`;
    })
    .join(' AND ');

const written = ({ words, prefix }: SearchTerm): string => `"${words.join(' ')}"${prefix ? ' *' : ''}`;
