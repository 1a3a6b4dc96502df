import type { Operations } from '../../contract/operations.ts';
import { badRequest, KithError, notFound } from '../../shared/error.ts';
import { newId } from '../../store/ids.ts';
import type { GroupRow } from '../../store/tables.ts';
import { requireOwned } from '../common/owned.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { deleteCounts } from '../runtime/counts.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';
import { replaceMembers } from './members.ts';
import { ancestors, parentsOfGroups } from './tree.ts';

type NewGroup = RequestOf<Operations['create_group']>['body'];
type GroupChanges = RequestOf<Operations['update_group']>['body'];

const findGroup = ({ db, user }: Context, id: string): Promise<GroupRow | undefined> =>
  db.selectFrom('groups').selectAll().where('user_id', '=', user.user_id).where('id', '=', id).executeTakeFirst();

export async function requireGroup(context: Context, id: string): Promise<GroupRow> {
  const row = await findGroup(context, id);
  if (!row) throw notFound('group', id);
  return row;
}

/** Creates a group with its members. Throws 409 for a used id, and 404 for a parent or contact that is not the user's. */
export async function createGroup(context: Context, input: NewGroup): Promise<string> {
  const { db, user, now } = context;
  const { id = newId(), name, emoji = null, description = null, parent_id = null } = input;
  if (parent_id === id) throw belowItself();
  await requireLinks(context, input);
  if (await findGroup(context, id)) {
    throw new KithError('Conflict', `The id ${id} is already used.`, { hint: 'Omit the id to generate one.' });
  }
  markChanged(context, 'group', [id]);
  const row = { user_id: user.user_id, id, workspace_id: null, created_at: now, updated_at: now };
  await db
    .insertInto('groups')
    .values({ ...row, name, emoji, description, parent_id })
    .execute();
  await replaceMembers(context, id, contactIds(input));
  return id;
}

/** Changes the given fields. A list of contacts replaces the members. */
export async function updateGroup(context: Context, id: string, changes: GroupChanges): Promise<void> {
  const { db, user, now } = context;
  await requireGroup(context, id);
  await requireLinks(context, changes);
  markChanged(context, 'group', [id]);
  const { name, emoji, description, parent_id } = changes;
  if (parent_id) {
    const above = ancestors(await parentsOfGroups(context), parent_id);
    if (parent_id === id || above.includes(id)) throw belowItself();
  }
  await db
    .updateTable('groups')
    .set({
      ...(name !== undefined && { name }),
      ...(emoji !== undefined && { emoji }),
      ...(description !== undefined && { description }),
      ...(parent_id !== undefined && { parent_id }),
      updated_at: now,
    })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
  if (changes.groups_contacts) await replaceMembers(context, id, contactIds(changes));
}

/** Moves a group to the trash with its favorites and share links. Its subgroups move up. Contacts and views are kept. */
export async function deleteGroup(context: Context, id: string): Promise<void> {
  const { parent_id } = await requireGroup(context, id);
  await moveToTrash(context, 'group', [id], () => removeGroup(context, id, parent_id));
}

async function removeGroup(context: Context, id: string, parent_id: string | null): Promise<void> {
  const { db, user, now } = context;
  markChanged(context, 'group', [id]);
  await db
    .updateTable('groups')
    .set({ parent_id, updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('parent_id', '=', id)
    .execute();
  await db
    .updateTable('views')
    .set({ group_id: null, updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('group_id', '=', id)
    .execute();
  await db.deleteFrom('groups').where('user_id', '=', user.user_id).where('id', '=', id).execute();
  await deleteCounts(context, 'group', [id]);
}

const belowItself = () => badRequest({ parent_id: 'must not be the group itself or one of its subgroups' });

const contactIds = ({ groups_contacts = [] }: Pick<GroupChanges, 'groups_contacts'>) =>
  groups_contacts.map(({ contact_id }) => contact_id);

async function requireLinks(context: Context, input: GroupChanges): Promise<void> {
  if (input.parent_id) await requireOwned(context, 'groups', [input.parent_id], () => 'parent_id');
  const field = (index: number) => `groups_contacts[${index}].contact_id`;
  await requireOwned(context, 'contacts', contactIds(input), field);
}
