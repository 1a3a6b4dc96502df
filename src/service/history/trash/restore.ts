import type { TableName } from '../../../contract/archive.ts';
import { TRASH_TABLES } from '../../../contract/archive-rows.ts';
import { KithError, notFound } from '../../../shared/error.ts';
import { chunked } from '../../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../../shared/yield.ts';
import { type StoredRow, untyped } from '../../../store/store.ts';
import { cycleThrough } from '../../groups/tree.ts';
import type { Context } from '../../runtime/context.ts';
import { type Change, holds, type TrashEntry } from '../../undo-records/trash-content.ts';
import { trashKind } from '../../undo-records/trash-kinds.ts';
import { insertMissing, mapped, newTouched, reindex, type Touched, touch } from '../archive/put-rows.ts';
import { standing } from '../archive/references.ts';
import { matchByName } from '../archive/same-named.ts';
import { OpenEntries } from './open-entries.ts';

/** A restored entry. `notBack` is the reason if the record itself was not restored. */
export type Restored = TrashEntry & { notBack?: string };

/**
 * Undoes a deletion: restores all rows, and the rows that it changed, unless they changed again. A link to a record that
 * is in the trash is restored together with that record; a link to a permanently deleted one is dropped. Throws 404 for an
 * unknown entry, and 409 if another record now has its id.
 */
export async function restoreFromTrash(context: Context, id: string): Promise<Restored> {
  const [outcome] = await restoreAllFromTrash(context, [id]);
  if (outcome instanceof KithError) throw outcome;
  return outcome!;
}

/**
 * Restores several entries in order. Returns an error for each one that cannot be restored, for which nothing was changed.
 * Data that several of them share, such as a note, is encrypted and indexed once.
 */
export async function restoreAllFromTrash(context: Context, ids: string[]): Promise<(Restored | KithError)[]> {
  const trash = new OpenEntries(context);
  const touched = newTouched();
  const outcomes: (Restored | KithError)[] = [];
  for (const id of ids) {
    if (shouldYield()) await yieldToOthers();
    const entry = await trash.find(id);
    const error = entry ? await refusalOf(context, entry) : notFound('trash entry', id);
    outcomes.push(error ?? (await restoreEntry(context, entry!, trash, touched)));
  }
  await trash.save();
  await reindex(context, touched);
  return outcomes;
}

async function restoreEntry(
  context: Context,
  entry: TrashEntry,
  trash: OpenEntries,
  touched: Touched,
): Promise<Restored> {
  await trash.drop(entry);
  // If a new tag has the name of a deleted one, it replaces that one.
  const maps = entry.rows.tags ? await matchByName(context, { tags: entry.rows.tags }) : {};
  const waiting = new DeferredRestores(trash);
  const { table: own } = trashKind(entry.kind);
  let isBack = maps.tags?.has(entry.object_id) ?? false;
  for (const table of TRASH_TABLES) {
    for (const rows of chunked(entry.rows[table] ?? [], 50)) {
      const restored = rows.map((row) => mapped(table, row, maps));
      const fit = await standing(context, table, restored, {}, waiting);
      for (const row of await insertMissing(context, table, fit)) {
        touch(touched, table, row);
        isBack ||= table === own && row.id === entry.object_id;
      }
    }
  }
  // Comes before the changes, because undoing one may depend on a reference that a row just lost.
  await waiting.pass();
  await undoAll({ context, trash, waiting }, entry.changes);
  await waiting.pass();
  return isBack ? entry : { ...entry, notBack: waiting.passed.has(entry.object_id) ? WAITS : BELONGS_NOWHERE };
}

const WAITS = 'The record it belongs to is in the trash too. Restore that one to restore both.';
const BELONGS_NOWHERE = 'The record it belonged to was permanently deleted.';

/** Returns an error if the id was reused, because restoring would merge two records. */
async function refusalOf({ db, user }: Context, { kind, object_id }: TrashEntry): Promise<KithError | undefined> {
  const taken = await untyped(db)
    .selectFrom(trashKind(kind).table)
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('id', '=', object_id)
    .executeTakeFirst();
  if (!taken) return undefined;
  const what = kind.replace('_', ' ');
  return new KithError(
    'Conflict',
    `Another ${what} now has the id ${object_id}. To restore this one, delete the other one first.`,
  );
}

/** Undoes a merge's changes of existing rows, unless they changed again. */
export async function undoChanges(context: Context, changes: Change[]): Promise<void> {
  const trash = new OpenEntries(context);
  const waiting = new DeferredRestores(trash);
  await undoAll({ context, trash, waiting }, changes);
  await waiting.pass();
  await trash.save();
}

/** The context for undoing changes. */
interface UndoContext {
  context: Context;
  trash: OpenEntries;
  waiting: DeferredRestores;
}

/** Undoes changes in the order they allow: a change of a row can only be undone after later changes of it. */
async function undoAll(taking: UndoContext, changes: Change[]): Promise<void> {
  await taking.trash.lookUp(changes.map(({ id }) => id));
  let left = changes;
  for (;;) {
    const still: Change[] = [];
    for (const change of left) if (!(await undoChange(taking, change))) still.push(change);
    if (still.length === left.length) return;
    left = still;
  }
}

/** Restores each column that still has the value from the deletion. Returns whether a column was or will be restored. */
async function undoChange({ context, trash, waiting }: UndoContext, change: Change): Promise<boolean> {
  const { db, user } = context;
  const { table, id, before, after } = change;
  const rows = untyped(db);
  const row = await rows
    .selectFrom(table)
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    // The row was deleted later. The change is undone when the row is restored.
    waiting.change(id, change);
    return true;
  }
  const entries = (await trash.about(id)).reverse();
  const columns: StoredRow = {};
  for (const column of Object.keys(before)) {
    if (!(column in row)) continue;
    if (row[column] === after[column] || (await wasChangedOnward(trash, entries, change, column, row[column])))
      columns[column] = before[column];
  }
  const round = table === 'groups' ? await cycleThrough(context, id, columns.parent_id) : [];
  if (round.length > 0) {
    if (await deferToEntry(trash, round, change)) return true;
    delete columns.parent_id;
  }
  if (Object.keys(columns).length === 0) return false;
  const [fit] = await standing(context, table, [{ ...row, ...columns }], {}, waiting);
  await rows
    .updateTable(table)
    .set(Object.fromEntries(Object.keys(columns).map((column) => [column, fit![column]])))
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
  return true;
}

/** Moves a change that would create a cycle of groups to the later entry whose restoration breaks the cycle. */
async function deferToEntry(trash: OpenEntries, round: string[], change: Change): Promise<boolean> {
  for (const id of round) {
    const entry = (await trash.about(id)).find(({ changes }) =>
      changes.some((one) => one.table === 'groups' && one.id === id && 'parent_id' in one.before),
    );
    if (!entry) continue;
    entry.changes.push(change);
    await trash.changed(entry, change);
    return true;
  }
  return false;
}

/**
 * Whether later deletions, whose entries are still in the trash, changed the value from this deletion to the current one.
 * For example, deleting nested groups moves a child up several times. Removes the column from those later entries.
 */
async function wasChangedOnward(
  trash: OpenEntries,
  entries: TrashEntry[],
  { table, id, after }: Change,
  column: string,
  now: unknown,
): Promise<boolean> {
  let value = after[column];
  const passed: { entry: TrashEntry; later: Change }[] = [];
  // Oldest first, because each started with the value of the previous one.
  for (const entry of entries) {
    const later = entry.changes.find(
      (one) => one.table === table && one.id === id && column in one.before && one.before[column] === value,
    );
    if (!later) continue;
    value = later.after[column];
    passed.push({ entry, later });
  }
  if (passed.length === 0 || value !== now) return false;
  for (const { entry, later } of passed) {
    delete later.before[column];
    delete later.after[column];
    await trash.changed(entry);
  }
  return true;
}

/** Rows and changes that cannot be restored yet, because they refer to records in the trash. */
class DeferredRestores {
  readonly #trash: OpenEntries;
  #missing: { missing: string; add(entry: TrashEntry): { id?: unknown } }[] = [];
  /** The ids of rows and changes that were moved to another entry. */
  readonly passed = new Set<unknown>();

  constructor(trash: OpenEntries) {
    this.#trash = trash;
  }

  readonly refuse = (table: TableName, row: StoredRow, _reason: string, missing?: string): void => {
    if (missing === undefined) return;
    this.#missing.push({
      missing,
      add(entry) {
        entry.rows[table] ??= [];
        entry.rows[table].push(row);
        return row;
      },
    });
  };

  /** Called for a row that was restored without the reference in a column. */
  readonly loosened = (table: TableName, row: StoredRow, column: string): void => {
    const missing = String(row[column]);
    this.change(missing, { table, id: String(row.id), before: { [column]: missing }, after: { [column]: null } });
  };

  change(missing: string, change: Change): void {
    this.#missing.push({
      missing,
      add(entry) {
        entry.changes.push(change);
        return change;
      },
    });
  }

  /** Moves all of them to the entries of the missing records. */
  async pass(): Promise<void> {
    const all = this.#missing;
    this.#missing = [];
    await this.#trash.lookUp(all.map(({ missing }) => missing));
    for (const { missing, add } of all) {
      const entry = (await this.#trash.about(missing)).find((one) => holds(one, missing));
      if (!entry) continue;
      const added = add(entry);
      this.passed.add(added.id);
      await this.#trash.changed(entry, added);
    }
  }
}
