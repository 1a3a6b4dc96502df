import { sql } from 'kysely';
import { type ArchiveRow, archiveTable, TABLE_NAMES, type TableName } from '../../../contract/archive.ts';
import type { StoredRow } from '../../../store/store.ts';
import type { Context } from '../../runtime/context.ts';
import { cardsToExport, conflictsToExport } from './cards.ts';
import { toArchive } from './codec.ts';

const PAGE = 1_000;
/** Rows of photos are about 1,000 times as large as others. */
const PAGE_OF_PHOTOS = 8;

const pageSize = (table: TableName): number => (table === 'photos' ? PAGE_OF_PHOTOS : PAGE);

/** Called for each part of an archive, in order, with a table and its rows. */
export type OnRows = (table: TableName, rows: ArchiveRow[]) => Promise<void>;

/** Reads all of a user's data in one transaction, in a stable order, page by page. */
export async function exportRows(context: Context, onRows: OnRows): Promise<void> {
  for (const table of TABLE_NAMES) {
    await onRows(table, []);
    let last: StoredRow | undefined;
    do {
      const page = await pageAfter(context, table, last);
      if (page.length > 0)
        await onRows(
          table,
          page.map((row) => toArchive(context, table, row)),
        );
      last = page.length === pageSize(table) ? page.at(-1) : undefined;
    } while (last);
  }
}

/** Queries for tables that are not exported as a whole. */
const CHOSEN: Partial<Record<TableName, typeof cardsToExport | typeof conflictsToExport>> = {
  cards: cardsToExport,
  card_conflicts: conflictsToExport,
};

/** The next page by primary key. Keys are ids, which both databases sort in the same order. */
async function pageAfter(context: Context, table: TableName, last: StoredRow | undefined): Promise<StoredRow[]> {
  const { db, user } = context;
  const [first, second] = archiveTable(table).key as [string, string?];
  const rows = sql<StoredRow>`${CHOSEN[table]?.(context) ?? sql.table(table)}`.as('found');
  let query = db.selectFrom(rows).selectAll().where('user_id', '=', user.user_id);
  if (last) {
    query = query.where((row) => {
      const beyond = row(first, '>', String(last[first]));
      if (!second) return beyond;
      return row.or([beyond, row.and([row(first, '=', String(last[first])), row(second, '>', String(last[second]))])]);
    });
  }
  query = query.orderBy(first);
  if (second) query = query.orderBy(second);
  return query.limit(pageSize(table)).execute();
}
