import { sql } from 'kysely';
import { append, groupBy } from '../shared/lists.ts';
import { runCompiled } from './compiled-queries.ts';
import type { IndexedKind, IndexedRecord } from './indexed-records.ts';
import type { Db } from './store.ts';

// SQLite returns index matches in ascending or descending order of row number. A number has 53 bits, the most that a
// JavaScript number can hold: nine for the user, thirty for the time in steps of four seconds, fourteen to count within
// a step.
const USERS = 2 ** 9;
const STEPS = 2 ** 30;
const IN_A_STEP = 2 ** 14;
const STEP_MS = 4_000;

/** A range of row numbers to restrict a search to. */
export interface RowRange {
  from: number;
  to: number;
}

/** Row numbers for a user's records. Another user may share the range. */
export function rowsOfUser(userId: string): RowRange {
  let slot = 0;
  for (const letter of userId) slot = (slot * 31 + letter.codePointAt(0)!) % USERS;
  const from = slot * STEPS * IN_A_STEP;
  return { from, to: from + STEPS * IN_A_STEP - 1 };
}

/** Row numbers for a time. They never decrease as time increases. Times before 1970 or after 2106 are clamped. */
export function rowsOfTime(userId: string, time: string): RowRange {
  const step = Math.min(Math.max(Math.floor(Date.parse(time) / STEP_MS), 0), STEPS - 1);
  return rowsOfStep(rowsOfUser(userId).from / IN_A_STEP + step);
}

export const rowsOfStep = (step: number): RowRange => ({ from: step * IN_A_STEP, to: (step + 1) * IN_A_STEP - 1 });

/** SQL expression for the step of a row. */
export const stepOf = (column: string) => sql<number>`${sql.ref(column)} / ${sql.lit(IN_A_STEP)}`;

export interface NumberedRecord extends IndexedRecord {
  words_row: number;
  placed: 1 | 2;
}

// Strings in this form sort by time.
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Assigns free row numbers, lowest first, because SQLite writes an index fastest in that order. */
export async function assignRowNumbers(
  db: Db,
  kind: IndexedKind,
  records: readonly IndexedRecord[],
): Promise<NumberedRecord[]> {
  const found: NumberedRecord[] = [];
  const without: IndexedRecord[] = [];
  const steps = groupBy(records, ({ userId, sortTime }) =>
    TIME.test(sortTime) ? rowsOfTime(userId, sortTime).from : -1,
  );
  for (const [from, some] of steps) {
    const to = from + IN_A_STEP - 1;
    const next = from < 0 ? 0 : (await highest(db, kind, { from, to }, from - 1)) + 1;
    for (const [index, record] of some.entries()) {
      if (from < 0 || next + index > to) without.push(record);
      else found.push({ ...record, words_row: next + index, placed: 1 });
    }
  }
  if (without.length > 0) {
    const all = await highest(db, kind, { from: 0, to: Number.MAX_SAFE_INTEGER }, 0);
    const next = found.reduce((most, { words_row }) => Math.max(most, words_row), all) + 1;
    append(
      found,
      without.map((record, index) => ({ ...record, words_row: next + index, placed: 2 as const })),
    );
  }
  return found.sort((a, b) => a.words_row - b.words_row);
}

/** Returns the highest number in use. The index stores text sizes by row number in a readable table. */
async function highest(db: Db, kind: IndexedKind, { from, to }: RowRange, none: number): Promise<number> {
  const { rows } = await sql<{ row: number | null }>`select max(id) as row from ${sql.table(`${kind}_words_docsize`)}
    where id between ${from} and ${to}`.execute(db);
  return rows[0]!.row ?? none;
}

/** Whether all of a user's records are numbered by time. */
export async function areNumberedByTime(db: Db, kind: IndexedKind, userId: string): Promise<boolean> {
  const rows = await runCompiled(
    db,
    `unplaced ${kind}`,
    (db, userId) => ({
      compile: () =>
        sql`select 1 from ${unplacedOf(kind)} where user_id = ${userId} and placed <> 1 limit 1`.compile(db),
    }),
    [userId],
  );
  return rows.length === 0;
}

// The index is named because the planner does not know that it contains hardly any records.
const unplacedOf = (kind: IndexedKind) =>
  sql`${sql.table(`${kind}_search`)} indexed by ${sql.id(`${kind}_search_unplaced`)}`;
