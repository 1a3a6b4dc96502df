import type { GroupMergeChange } from '../../../contract/archive.ts';
import { KithError } from '../../../shared/error.ts';
import {
  dropGroupMerge,
  type GroupMergeRecord,
  missingSources,
  undoableGroupMerges,
} from '../../groups/merge-records.ts';
import { requireGroup } from '../../groups/save.ts';
import { markChanged } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { countLinks } from '../../runtime/counts.ts';
import { restoreAllFromTrash, undoChanges } from '../trash/restore.ts';

/**
 * Undoes the latest merge into a group. Restores the sources with their members, subgroups, views, favorites, and share
 * links, and the destination except for later changes. Throws 404 for an unknown group, and 409 if it has no merge to
 * undo or a source was permanently deleted.
 */
export async function undoGroupMerge(context: Context, destinationId: string): Promise<GroupMergeRecord> {
  const [latest] = await undoableGroupMerges(context, { destinationId, limit: 1 });
  if (!latest) {
    await requireGroup(context, destinationId);
    throw new KithError('Conflict', 'This group has no merge to undo.');
  }
  const { sources, before, after, added } = latest.change;
  const [gone] = await missingSources(context, [latest]);
  if (gone !== undefined) {
    const { name } = sources.find(({ id }) => id === gone)!;
    throw new KithError(
      'Conflict',
      `The merge cannot be undone, because the group “${name}” was deleted from the trash.`,
    );
  }
  await dropGroupMerge(context, latest.id);
  // A source that was already restored from the trash is not changed.
  await restoreAllFromTrash(
    context,
    sources.map(({ bin_id }) => bin_id),
  );
  await restoreDestination(context, destinationId, before, after);
  await removeMembers(context, destinationId, added);
  return latest;
}

/** Restores the destination, except for later changes. */
async function restoreDestination(
  context: Context,
  id: string,
  before: GroupMergeChange['before'],
  after: GroupMergeChange['after'],
): Promise<void> {
  const { db, user } = context;
  markChanged(context, 'group', [id]);
  for (const column of ['name', 'emoji'] as const) {
    await db
      .updateTable('groups')
      .set({ [column]: before[column] })
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .where(column, after[column] === null ? 'is' : '=', after[column])
      .execute();
  }
  const placed = ({ parent_id, updated_at }: typeof before) => ({ parent_id, updated_at });
  await undoChanges(context, [{ table: 'groups', id, before: placed(before), after: placed(after) }]);
}

/** Removes the members that came from the sources, unless they were removed and added again later. */
async function removeMembers(context: Context, id: string, added: GroupMergeChange['added']): Promise<void> {
  const { db, user } = context;
  for (const { contact_id, created_at } of added) {
    const left = await db
      .deleteFrom('groups_contacts')
      .where('user_id', '=', user.user_id)
      .where('group_id', '=', id)
      .where('contact_id', '=', contact_id)
      .where('created_at', '=', created_at)
      .returning(['contact_id', 'group_id as name'])
      .execute();
    await countLinks(context, 'group', left, -1);
  }
}
