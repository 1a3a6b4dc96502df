import type { OperationName } from '../../contract/operations.ts';
import { sizesOfTexts } from '../common/answer-size.ts';
import { bulkResult, partByOwner } from '../common/bulk.ts';
import { pageByName } from '../common/name-pages.ts';
import { requireOwned } from '../common/owned.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { addMembers, pageOfMembers, removeMembers } from './members.ts';
import { mergeGroups } from './merge.ts';
import { createGroup, deleteGroup, requireGroup, updateGroup } from './save.ts';
import { countMembers, viewGroups } from './view.ts';

type Names = Extract<
  OperationName,
  | 'list_groups'
  | `${'create' | 'get' | 'update' | 'delete'}_group`
  | 'list_group_contacts'
  | 'add_contacts_to_group'
  | 'remove_contacts_from_group'
  | 'count_group_contacts'
  | 'merge_groups'
>;

export const groupHandlers: Handlers<Names> = {
  async list_groups(context, { query }) {
    const sizes = sizesOfTexts(context, 'groups', 400, ['name', 'description']);
    const { ids, pageFields } = await pageByName(context, 'groups', query, sizes);
    return { groups: await viewGroups(context, ids, query.includeSubgroups), ...pageFields };
  },

  create_group: async (context, { body }) => viewOne(context, await createGroup(context, body)),

  async get_group(context, { path }) {
    const { id } = await requireGroup(context, path.groupId!);
    return viewOne(context, id);
  },

  async update_group(context, { path, body }) {
    await updateGroup(context, path.groupId!, body);
    return viewOne(context, path.groupId!);
  },

  async delete_group(context, { path }) {
    await deleteGroup(context, path.groupId!);
    return { affected: 1, ids: [path.groupId!] };
  },

  async list_group_contacts(context, { path, query }) {
    const { id } = await requireGroup(context, path.groupId!);
    return pageOfMembers(context, id, query);
  },

  async add_contacts_to_group(context, { path, body }) {
    const { id } = await requireGroup(context, path.groupId!);
    const { found, missing } = await partByOwner(context, 'contacts', body.contactIds);
    return bulkResult(await addMembers(context, id, found), missing);
  },

  async remove_contacts_from_group(context, { path, body }) {
    const { id } = await requireGroup(context, path.groupId!);
    const { found, missing } = await partByOwner(context, 'contacts', body.contactIds);
    return bulkResult(await removeMembers(context, id, found), missing);
  },

  async count_group_contacts(context, { query }) {
    const { groupIds } = query;
    if (groupIds) await requireOwned(context, 'groups', groupIds, (index) => `groupIds[${index}]`);
    const ids = groupIds ? [...new Set(groupIds)] : await allIds(context);
    const counts = await countMembers(context, ids, query.includeSubgroups);
    return { counts: ids.map((group_id) => ({ group_id, count: counts.get(group_id) ?? 0 })) };
  },

  merge_groups: (context, { path, body }) => mergeGroups(context, path.groupId!, body),
};

const viewOne = async (context: Context, id: string) => ({ group: (await viewGroups(context, [id]))[0]! });

async function allIds({ db, user }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('user_id', '=', user.user_id)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
