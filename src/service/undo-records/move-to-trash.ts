import { chunked, groupBy } from '../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { newId } from '../../store/ids.ts';
import { type StoredRow, untyped } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import { type Capture, type Captured, capture, type PossibleChange } from './capture.ts';
import { titleOf } from './titles.ts';
import type { Change, TrashContent } from './trash-content.ts';
import { addEntry } from './trash-entries.ts';
import { type TrashKindName, trashKind } from './trash-kinds.ts';

/**
 * Runs a deletion and saves the deleted rows in the trash, one entry per id, in the same transaction. The ids must be the
 * user's and of one kind.
 */
export async function moveToTrash<T>(
  context: Context,
  kind: TrashKindName,
  ids: string[],
  deletion: () => Promise<T>,
): Promise<T> {
  const wanted = [...new Set(ids)];
  const before = await capture(context, kind, wanted);
  const titles = new Map<string, string>();
  const { table } = trashKind(kind);
  for (const { table: of, row, owner } of before.gone)
    if (of === table && row.id === owner) titles.set(owner, await titleOf(context, kind, row));
  const result = await deletion();
  const { gone, changes } = await classifyRows(context, before);
  const goneOf = groupBy(gone, ({ owner }) => owner);
  const changesOf = groupBy(changes, ({ owner }) => owner);
  for (const id of wanted) {
    if (shouldYield()) await yieldToOthers();
    const content: TrashContent = {
      title: titles.get(id) ?? '',
      rows: byTable(goneOf.get(id) ?? []),
      changes: (changesOf.get(id) ?? []).map(({ owner: _, ...change }) => change),
    };
    await addEntry(context, { id: newId(), kind, object_id: id, deleted_at: context.now, ...content });
  }
  return result;
}

/** Finds out which of the doubtful rows were deleted and which were changed. */
async function classifyRows(context: Context, { gone, doubtful }: Capture) {
  const went = [...gone];
  const known = new Set(gone.map(({ table, row }) => `${table} ${row.id}`));
  const changes: (Change & { owner: string })[] = [];
  const now = await standingRows(context, doubtful);
  for (const { columns, ...found } of doubtful) {
    const { table, row, owner } = found;
    const name = `${table} ${row.id}`;
    const after = now.get(name);
    if (!after) {
      if (!known.has(name)) went.push(found);
      known.add(name);
      continue;
    }
    const changed = columns.filter((column) => after[column] !== row[column]);
    if (changed.length === 0) continue;
    changes.push({ table, id: String(row.id), owner, before: picked(row, changed), after: picked(after, changed) });
  }
  return { gone: went, changes };
}

const picked = (row: StoredRow, columns: string[]): StoredRow =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

async function standingRows({ db, user }: Context, doubtful: PossibleChange[]): Promise<Map<string, StoredRow>> {
  const standing = new Map<string, StoredRow>();
  for (const table of new Set(doubtful.map((found) => found.table))) {
    const ids = doubtful.flatMap((found) => (found.table === table ? String(found.row.id) : []));
    for (const part of chunked([...new Set(ids)])) {
      const rows = await untyped(db)
        .selectFrom(table)
        .selectAll()
        .where('user_id', '=', user.user_id)
        .where('id', 'in', part)
        .execute();
      for (const row of rows) standing.set(`${table} ${row.id}`, row);
    }
  }
  return standing;
}

function byTable(captured: Captured[]): TrashContent['rows'] {
  const rows: TrashContent['rows'] = {};
  for (const { table, row } of captured) {
    const list = rows[table];
    if (list) list.push(row);
    else rows[table] = [row];
  }
  return rows;
}
