import { readMembers } from './labels.ts';
import { peopleOf } from './notes.ts';
import type { Read } from './undo.ts';

// The people of records that a write changes, read before it. Arguments and response name all others.

/** Ids of contacts that a write touches. `count` if there are more than these. */
export interface TouchedIds {
  ids: string[];
  count?: number;
}

export type Touches<Args = never> = (args: Args, read: Read) => Promise<TouchedIds>;

export const peopleOfNote: Touches<{ noteId: string }> = async ({ noteId }, read) => ({
  ids: peopleOf((await read('get_note', { noteId })).note.timeline_items_contacts),
});

export const peopleOfReminder: Touches<{ reminderId: string }> = async ({ reminderId }, read) => ({
  ids: peopleOf((await read('get_reminder', { reminderId })).reminder.reminders_contacts),
});

interface FavoriteArguments {
  favoriteId?: string;
  favoriteIds?: string[];
  updates?: { favoriteId: string }[];
}

/** The pinned contacts of the named favorites. */
export const pinnedPeople: Touches<FavoriteArguments> = async ({ favoriteId, favoriteIds, updates }, read) => {
  const named = new Set([favoriteId, ...(favoriteIds ?? []), ...(updates ?? []).map((one) => one.favoriteId)]);
  const { favorites } = await read('list_favorites', {});
  return { ids: favorites.flatMap(({ id, contact_id }) => (named.has(id) && contact_id ? [contact_id] : [])) };
};

/** Maximum number of contacts read of those with a tag or in a group. */
const MAX_LISTED = 10;

async function withCount(read: Read, where: { tags: { any: string[] } } | { groups: { any: string[] } }) {
  const { contacts } = await read('filter_contacts', { where, take: MAX_LISTED, select: { full_name: true } });
  const ids = contacts.map(({ id }) => id);
  return ids.length < MAX_LISTED ? { ids } : { ids, count: (await read('count_contacts', { where })).count };
}

export const peopleWithTag: Touches<{ tagId: string }> = ({ tagId }, read) =>
  withCount(read, { tags: { any: [tagId] } });

export const membersOfGroup: Touches<{ groupId: string }> = ({ groupId }, read) =>
  withCount(read, { groups: { any: [groupId] } });

/** The former members, if an update replaces them. */
export const replacedMembers: Touches<{ groupId: string; groups_contacts?: unknown }> = async (
  { groupId, groups_contacts },
  read,
) => ({ ids: groups_contacts ? ((await readMembers(read, groupId)) ?? []) : [] });
