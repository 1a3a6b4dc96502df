import { join } from 'node:path';
import type { SqlValue } from '../../src/store/engine.ts';
import { type DatabaseSync, loadEngine } from '../../src/store/engine.ts';

/** As long as a test may take, to wait for a writer on a busy computer. */
export const BUSY_MS = 300_000;

/** Reads a data folder directly, with the service's engine. */
export function withDatabase<T>(dataDir: string, read: (database: DatabaseSync) => T): T {
  const database = new (loadEngine())(join(dataDir, 'kith.db'), { timeout: BUSY_MS });
  try {
    return read(database);
  } finally {
    // One engine keeps prepared statements past close, and would checkpoint the log only at their garbage collection.
    database.exec('pragma wal_checkpoint(passive)');
    database.close();
  }
}

export const rows = (database: DatabaseSync, sql: string, ...values: SqlValue[]) =>
  database.prepare(sql).all(...values);

export const count = (database: DatabaseSync, table: string): number =>
  Number(rows(database, `select count(*) as n from ${table}`)[0]!.n);

/** Describes the problems of a data folder. Empty if there are none. */
export function damage(dataDir: string): string[] {
  return withDatabase(dataDir, (database) => [
    ...pragma(database, 'integrity_check').filter((line) => line !== 'ok'),
    ...pragma(database, 'foreign_key_check').map((line) => `foreign key: ${line}`),
    ...unindexed(database, 'contact', 'contacts'),
    ...unindexed(database, 'note', 'timeline_items'),
  ]);
}

const pragma = (database: DatabaseSync, name: string): string[] =>
  rows(database, `pragma ${name}`).map((row) => Object.values(row).join(' '));

/** Records without words, words without a record, and an inconsistent index. */
function unindexed(database: DatabaseSync, kind: 'contact' | 'note', table: string): string[] {
  const missing = (sql: string) => rows(database, sql).map((row) => `${kind} index: ${Object.values(row).join(' ')}`);
  try {
    database.exec(`insert into ${kind}_words (${kind}_words, rank) values ('integrity-check', 1)`);
  } catch (error) {
    return [`${kind} index: ${(error as Error).message}`];
  }
  return [
    ...missing(
      `select id, 'is not indexed' from ${table} where (user_id, id) not in (select user_id, id from ${kind}_search)`,
    ),
    ...missing(
      `select id, 'has no record' from ${kind}_search where (user_id, id) not in (select user_id, id from ${table})`,
    ),
    ...missing(
      `select id, 'has no words' from ${kind}_search where words_row not in (select rowid from ${kind}_words)`,
    ),
    ...missing(
      `select rowid, 'belongs to nothing' from ${kind}_words where rowid not in (select words_row from ${kind}_search)`,
    ),
  ];
}
