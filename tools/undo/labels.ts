import type { Operations } from '../../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../src/contract/schema/operation.ts';
import { without } from './contact-fields.ts';
import {
  formerValues,
  type Read,
  readContacts,
  restoring,
  toolCall,
  type Undo,
  type UndoCall,
  unlessEmpty,
} from './undo.ts';

// Tags and groups.

type Associations = ArgumentsOf<Operations['tag_contacts']>;
type Tag = DataOf<Operations['create_tag']>['tag'];

/** Undo of tagging or untagging: only for contacts whose tags changed. */
export const undoTagging = (tool: 'tag_contacts' | 'untag_contacts'): Undo<Associations, { ids: string[] }> => {
  const [back, added] =
    tool === 'tag_contacts' ? (['untag_contacts', true] as const) : (['tag_contacts', false] as const);
  return restoring(async ({ contactIds, tagIds }, read) => {
    const before = await readContacts(read, contactIds, ['tags_contacts']);
    const exceptions = added ? 'those who had them before' : 'those who did not have them before';
    if (!before) return () => `${back} with the same contactIds and tagIds, except for ${exceptions}`;
    return ({ ids }) => {
      const together = new Map<string, { contactIds: string[]; tagIds: string[] }>();
      for (const id of ids) {
        const had = before.get(id)?.tags_contacts?.map(({ tag_id }) => tag_id) ?? [];
        const changed = [...new Set(tagIds)].filter((tag) => had.includes(tag) !== added);
        const key = changed.join();
        if (changed.length > 0 && !together.get(key)?.contactIds.push(id))
          together.set(key, { contactIds: [id], tagIds: changed });
      }
      return [...together.values()].map((args) => toolCall(back, args));
    };
  });
};

/** Maximum number of pages of tags that are read before a write. Few people have as many tags. */
const MAX_PAGES = 5;

/** All tags. `undefined` if there are too many. */
async function readTags(read: Read): Promise<Tag[] | undefined> {
  const tags: Tag[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { tags: some, pagination } = await read('list_tags', { take: 200, cursor });
    tags.push(...some);
    cursor = pagination.nextCursor ?? undefined;
    if (!cursor) return tags;
  }
  return undefined;
}

/** Undo of finding or creating tags: deletes only new ones. */
export const undoNewTags = <Told>(tagsOf: (told: Told) => Tag[]): Undo<unknown, Told> =>
  restoring(async (_args, read) => {
    const known = (await readTags(read))?.map(({ id }) => id);
    if (!known) return () => 'Delete the new tags with delete_tag.';
    return (told) => {
      const tags = tagsOf(told).map(({ id }) => id);
      return without(tags, known).map((tagId) => toolCall('delete_tag', { tagId }));
    };
  });

export const undoTagName: Undo<ArgumentsOf<Operations['update_tag']>, DataOf<Operations['update_tag']>> = restoring(
  async ({ tagId }, read) => {
    const tags = await readTags(read);
    if (!tags) return () => 'Rename the tag again with update_tag; its former name is not known.';
    const before = tags.find(({ id }) => id === tagId);
    return ({ tag }) =>
      before && before.name !== tag.name ? [toolCall('update_tag', { tagId, name: before.name })] : [];
  },
);

/** Maximum number of group members that a reply can show. */
const MAX_MEMBERS = 100;

/** Members of a group, including archived ones, without those of its subgroups. `undefined` if there are too many. */
export async function readMembers(read: Read, groupId: string): Promise<string[] | undefined> {
  const members: string[] = [];
  for (const is_archived of [false, true]) {
    const where = { groups: { any: [groupId] }, is_archived };
    const { contacts } = await read('filter_contacts', { where, take: MAX_MEMBERS + 1, select: { full_name: true } });
    for (const { id } of contacts) members.push(id);
  }
  return members.length > MAX_MEMBERS ? undefined : members;
}

export const undoGroupUpdate: Undo<
  ArgumentsOf<Operations['update_group']>,
  DataOf<Operations['update_group']>
> = restoring(async ({ groupId, groups_contacts }, read) => {
  const before = (await read('get_group', { groupId })).group;
  const members = groups_contacts && (await readMembers(read, groupId));
  if (groups_contacts && !members) return () => 'The group had too many members to list them here.';
  return async ({ group }, readNow) => {
    const now = members && (await readMembers(readNow, groupId));
    const changed = members && (!now || without(members, now).length + without(now, members).length > 0);
    const former = {
      ...formerValues(before, group, ['name', 'emoji', 'description', 'parent_id']),
      ...(changed && { groups_contacts: members.map((contact_id) => ({ contact_id })) }),
    };
    return unlessEmpty(former, () => toolCall('update_group', { groupId, ...former }));
  };
});

/** A call for the contacts of a membership change, if there are any. */
export const membersCall = (
  tool: 'add_contacts_to_group' | 'remove_contacts_from_group',
  groupId: string,
  contactIds: string[],
): UndoCall[] => (contactIds.length > 0 ? [toolCall(tool, { groupId, contactIds })] : []);
