import { type RawBuilder, sql } from 'kysely';
import { chunked } from '../shared/lists.ts';
import type { SearchTerm } from '../shared/text/fold.ts';
import type { IndexedKind, IndexedRecord, IndexHit, IndexQuery } from './indexed-records.ts';
import { insertRows } from './insert.ts';
import { postgresMatching, putPostgresWords } from './postgres-words.ts';
import { type Db, onPostgres } from './store.ts';
import { assignRowNumbers } from './word-rows.ts';

/** Replaces the searchable words of records. Search results are ordered by `sortTime`. */
export async function putWords(
  db: Db,
  kind: IndexedKind,
  userId: string,
  records: readonly IndexedRecord[],
): Promise<void> {
  if (!onPostgres(db)) {
    const ids = records.map(({ id }) => id);
    await removeWords(db, kind, userId, ids);
  }
  await putNewWords(db, kind, records);
}

/** Adds words of records that have none yet. */
export async function putNewWords(db: Db, kind: IndexedKind, records: readonly IndexedRecord[]): Promise<void> {
  if (onPostgres(db)) return putPostgresWords(db, kind, records);
  if (records.length === 0) return;
  const rows = await assignRowNumbers(db, kind, records);
  const words = rows.map(({ words_row, words, others = [] }) => ({
    rowid: words_row,
    words: [...words, ...others].join(' '),
  }));
  await insertRows(db, `${kind}_words`, words);
  if (kind === 'contact') {
    const parts = rows.flatMap(({ words_row, parts }) => (parts ? [{ rowid: words_row, parts }] : []));
    await insertRows(db, 'contact_parts', parts);
  }
  const found = rows.map(({ userId, id, words_row, placed, sortTime }) => ({
    user_id: userId,
    id,
    words_row,
    placed,
    sort_time: sortTime,
  }));
  await insertRows(db, `${kind}_search`, found);
}

export async function removeWords(db: Db, kind: IndexedKind, userId: string, ids: readonly string[]): Promise<void> {
  for (const part of chunked(ids)) {
    const gone = db.deleteFrom(`${kind}_search`).where('user_id', '=', userId).where('id', 'in', part);
    if (onPostgres(db)) {
      await gone.execute();
      continue;
    }
    const rows = JSON.stringify((await gone.returning('words_row').execute()).map(({ words_row }) => words_row));
    for (const index of kind === 'contact' ? ['contact_words', 'contact_parts'] : ['note_words'])
      await sql`delete from ${sql.table(index)} where rowid in (select value from json_each(${rows}))`.execute(db);
  }
}

/** A subquery of the records that contain all terms but not all of `but`, with the columns id and sort_time. */
export const matching = (db: Db, kind: IndexedKind, userId: string, wanted: IndexQuery): RawBuilder<IndexHit> =>
  onPostgres(db)
    ? postgresMatching(kind, userId, wanted)
    : rowsMatching(`${kind}_words`, kind, userId, matchText(wanted));

/** The same for one of SQLite's indexes, with row numbers. */
export function rowsMatching(
  name: 'contact_words' | 'note_words' | 'contact_parts',
  kind: IndexedKind,
  userId: string,
  text: string,
): RawBuilder<IndexHit & { words_row: number }> {
  const index = sql.table(name);
  // The join order is forced. The reverse order would check every record of the user against the index.
  return sql`(select found.id, found.sort_time, ${index}.rowid as words_row
    from ${index} cross join ${sql.table(`${kind}_search`)} as found
    on found.user_id = ${userId} and found.words_row = ${index}.rowid where ${index} match ${text})`;
}

/** Terms in the language of SQLite's index. */
export const matchText = ({ terms, but }: IndexQuery): string =>
  but ? `(${allOf(terms)}) NOT (${allOf(but)})` : allOf(terms);

/** Terms in the index's query language. Words contain only letters and digits, so quoting is safe. */
const allOf = (terms: SearchTerm[]): string =>
  terms
    .map((term) => {
      const alternatives = [term, ...(term.or ?? [])].map(written);
      return alternatives.length === 1 ? alternatives[0] : `(${alternatives.join(' OR ')})`;
    })
    .join(' AND ');

const written = ({ words, prefix }: SearchTerm): string => `"${words.join(' ')}"${prefix ? ' *' : ''}`;
