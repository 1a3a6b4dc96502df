import { type RawBuilder, sql } from 'kysely';
import { BOUNDS } from '../../contract/schema/limits.ts';
import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';

// An answer's size is limited before its rows are read (docs/limits.md#answers): first the row sizes are counted, then
// only the fitting rows are read with their related data.

export interface Size {
  bytes: number;
  /** Whether a list in the record reached the row limit, so it may be longer. */
  isCut: boolean;
}

/** Measures records of one kind in an answer. */
export interface Sizes {
  /** Sizes by id. Lists inside a record are counted up to `maxRows` rows. */
  measure(ids: string[], maxRows: number): Promise<Map<string, Size>>;
  /** Minimum bytes of a row of those lists; 0 if the records have none. */
  rowBytes: number;
  /** The warning about lists that are cut to `maxRows` rows. */
  cutWarning(maxRows: number): string;
}

/** The records that fit in an answer. */
export interface FittingRecords {
  ids: string[];
  /** Row limit of each list inside a record; undefined if no list is cut. */
  maxRows: number | undefined;
  /** Absent if all records fit. */
  warnings?: string[];
}

/** Maximum rows in an answer. Even the smallest rows would not leave room for more. */
export const MAX_ROWS = 10_000;
/** Records measured in one statement. */
const BATCH_SIZE = 200;
/** Row limits to try for the lists inside records that do not fit. */
const ROW_LIMITS = [10_000, 1_000, 100, 10, 1];
/** How many times the number of fitting rows one statement may count. */
const MAX_COUNT_FACTOR = 4;

/**
 * Returns the first of these records that fit in one answer, at least one. A record that does not fit by itself has its lists cut.
 */
export async function firstFitting(ids: string[], sizes: Sizes): Promise<FittingRecords> {
  const count = await countFitting(ids, sizes);
  if (count === ids.length) return { ids, maxRows: undefined };
  const shown = ids.slice(0, Math.max(1, count));
  const maxRows = count === 0 ? await fittingRowLimit(shown, sizes) : undefined;
  const warnings = maxRows === undefined ? [] : [sizes.cutWarning(maxRows)];
  if (shown.length < ids.length) warnings.push(ENDED_EARLY);
  return { ids: shown, maxRows, warnings };
}

/** Returns the limits for an answer with all of these records. Cuts their lists if they do not fit otherwise. */
export async function cutToFit(ids: string[], sizes: Sizes): Promise<Omit<FittingRecords, 'ids'>> {
  if ((await countFitting(ids, sizes)) === ids.length) return { maxRows: undefined };
  const maxRows = await fittingRowLimit(ids, sizes);
  return { maxRows, warnings: [sizes.cutWarning(maxRows)] };
}

async function countFitting(ids: string[], sizes: Sizes): Promise<number> {
  let bytes = 0;
  let count = 0;
  for (const part of chunked(ids, BATCH_SIZE)) {
    // Each record has a share of the counted rows. Only a record with longer lists is counted by itself.
    const share = rowsToCount(part.length, sizes);
    const measured = await sizes.measure(part, share);
    for (const id of part) {
      let size = measured.get(id);
      if (size?.isCut && part.length > 1) size = (await sizes.measure([id], rowsToCount(1, sizes))).get(id);
      bytes += size?.bytes ?? 0;
      if (bytes > BOUNDS.answerBytes || size?.isCut) return count;
      count++;
    }
  }
  return count;
}

async function fittingRowLimit(ids: string[], sizes: Sizes): Promise<number> {
  for (const maxRows of ROW_LIMITS) {
    if (maxRows > rowsToCount(ids.length, sizes)) continue;
    let bytes = 0;
    for (const part of chunked(ids, BATCH_SIZE))
      for (const size of (await sizes.measure(part, maxRows)).values()) bytes += size.bytes;
    if (bytes <= BOUNDS.answerBytes) return maxRows;
  }
  return 1;
}

/** Maximum rows to count in each record's lists. One record alone cannot have more rows than fit in an answer. */
function rowsToCount(records: number, { rowBytes }: Sizes): number {
  if (rowBytes === 0) return 1;
  const maxRows = Math.ceil(BOUNDS.answerBytes / rowBytes) + 1;
  return Math.min(maxRows, Math.ceil((MAX_COUNT_FACTOR * maxRows) / records));
}

const LIMIT = `an answer is limited to ${BOUNDS.answerBytes / 1024 / 1024} MiB`;

const ENDED_EARLY = `This page has fewer rows than requested because ${LIMIT}. Continue with nextCursor.`;

/** A warning about omitted data, and how to get it. */
export const omissionWarning = (what: string, how: string): string => `${what} because ${LIMIT}. ${how}`;

/** The bytes of text columns. Neither database reads long text to get its size. */
export const bytesOf = (columns: readonly string[]): RawBuilder<number> =>
  sql<number>`(${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;

/** Sizes of records without lists: a fixed number of bytes, and the texts in these columns. */
export function sizesOfTexts(
  { db, user }: Context,
  table: 'groups' | 'views' | 'custom_fields' | 'bin',
  bytes: number,
  columns: readonly string[],
): Sizes {
  return {
    rowBytes: 0,
    cutWarning: () => '',
    async measure(ids) {
      const rows = await db
        .selectFrom(table)
        .select(['id', bytesOf(columns).as('texts')])
        .where('user_id', '=', user.user_id)
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, texts }) => [id, { bytes: bytes + Number(texts), isCut: false }]));
    },
  };
}
