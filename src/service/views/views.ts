import { knownValue } from '../../contract/archive-rows.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { notFound } from '../../shared/error.ts';
import { inOrderOf } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import { storedJson } from '../../store/json.ts';
import type { ViewRow } from '../../store/tables.ts';
import { requireOwned } from '../common/owned.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';

export type SavedView = DataOf<Operations['get_view']>['view'];
type NewView = RequestOf<Operations['create_view']>['body'];
type ViewChanges = RequestOf<Operations['update_view']>['body'];

/** Formats views for the API, in the order of `ids`. Ids that are not the caller's are omitted. */
export async function viewsById({ db, user }: Context, ids: string[]): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('views')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    user_id: row.user_id,
    id: row.id,
    workspace_id: row.workspace_id,
    group_id: row.group_id,
    name: row.name,
    emoji: row.emoji,
    filters: storedJson('views', 'filters', row.filters, {}),
    sort: knownValue('views', 'sort', row.sort),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

export async function requireView(context: Context, id: string): Promise<SavedView> {
  const [view] = await viewsById(context, [id]);
  if (!view) throw notFound('view', id);
  return view;
}

export async function createView(context: Context, { name, ...fields }: NewView): Promise<string> {
  const { db, user, now } = context;
  const id = newId();
  const columns = await viewColumns(context, fields);
  const empty = { workspace_id: null, group_id: null, emoji: null, filters: '{}', sort: null };
  await db
    .insertInto('views')
    .values({ ...empty, ...columns, user_id: user.user_id, id, name, created_at: now, updated_at: now })
    .execute();
  return id;
}

/** Updates the given fields. */
export async function updateView(context: Context, id: string, changes: ViewChanges): Promise<void> {
  const { db, user, now } = context;
  await requireView(context, id);
  await db
    .updateTable('views')
    .set({ ...(await viewColumns(context, changes)), updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
}

/** Moves a view to the trash together with its favorites. */
export async function deleteView(context: Context, id: string): Promise<void> {
  await requireView(context, id);
  await moveToTrash(context, 'view', [id], () => removeView(context, id));
}

async function removeView({ db, user }: Context, id: string): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', user.user_id).where('view_id', '=', id).execute();
  await db.deleteFrom('views').where('user_id', '=', user.user_id).where('id', '=', id).execute();
}

async function viewColumns(context: Context, { filters, ...fields }: ViewChanges): Promise<Partial<ViewRow>> {
  if (fields.group_id) await requireOwned(context, 'groups', [fields.group_id], () => 'group_id');
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(filters && { filters: JSON.stringify(filters) }) };
}
