import type { ContactPage, PageRequest } from '../contact-rows/pages.ts';
import { readContacts, wantedRelations } from '../contact-rows/read.ts';
import { firstContacts } from '../contact-rows/size.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { countLinks } from '../runtime/counts.ts';
import { parentsOfGroups, withSubgroups } from './tree.ts';
import { membersIn } from './view.ts';

/**
 * Lists a group's unarchived contacts, by id. The cursor is the last contact's id. Any id is valid, including that of
 * a contact that is no longer a member.
 */
export async function pageOfMembers(
  context: Context,
  groupId: string,
  { take, cursor, include, includeSubgroups }: PageRequest & { includeSubgroups?: boolean },
): Promise<ContactPage> {
  const groups = includeSubgroups ? withSubgroups(await parentsOfGroups(context), groupId) : [groupId];
  let members = membersIn(context, groups).select('contact_id').distinct();
  if (cursor !== undefined) members = members.where('contact_id', '>', cursor);
  const found = await members
    .orderBy('contact_id')
    .limit(take + 1)
    .execute();
  const wanted = wantedRelations(include, undefined);
  const ids = found.slice(0, take).map(({ contact_id }) => contact_id);
  const { ids: shown, maxRows, ...warned } = await firstContacts(context, ids, wanted);
  const contacts = await readContacts(context, shown, wanted, { maxRows });
  const nextCursor = found.length > shown.length ? shown.at(-1)! : null;
  return { contacts, pagination: { nextCursor, count: contacts.length }, ...warned };
}

/** Adds contacts, which must be the user's. Returns those that were not members before. */
export async function addMembers(context: Context, groupId: string, contactIds: string[]): Promise<string[]> {
  const { db, user, now } = context;
  markChanged(context, 'group', [groupId]);
  const known = new Set(await membersAmong(context, groupId, contactIds));
  const added = contactIds.filter((id) => !known.has(id));
  for (const contact_id of added) {
    await db
      .insertInto('groups_contacts')
      .values({ user_id: user.user_id, contact_id, group_id: groupId, created_at: now })
      .execute();
  }
  await countLinks(context, 'group', linksTo(groupId, added), 1);
  return added;
}

/** Removes contacts from a group. Returns those that were members. */
export async function removeMembers(context: Context, groupId: string, contactIds: string[]): Promise<string[]> {
  const { db, user } = context;
  markChanged(context, 'group', [groupId]);
  const removed = await membersAmong(context, groupId, contactIds);
  await db
    .deleteFrom('groups_contacts')
    .where('user_id', '=', user.user_id)
    .where('group_id', '=', groupId)
    .where('contact_id', 'in', removed)
    .execute();
  await countLinks(context, 'group', linksTo(groupId, removed), -1);
  return removed;
}

const linksTo = (name: string, contactIds: string[]) => contactIds.map((contact_id) => ({ contact_id, name }));

/** Replaces the members with contacts, which must be the user's. */
export async function replaceMembers(context: Context, groupId: string, contactIds: string[]): Promise<void> {
  const { db, user } = context;
  const left = await db
    .deleteFrom('groups_contacts')
    .where('user_id', '=', user.user_id)
    .where('group_id', '=', groupId)
    .where('contact_id', 'not in', contactIds)
    .returning(['contact_id', 'group_id as name'])
    .execute();
  await countLinks(context, 'group', left, -1);
  await addMembers(context, groupId, [...new Set(contactIds)]);
}

export const membersOf = ({ db, user }: Context, groupId: string) =>
  db
    .selectFrom('groups_contacts')
    .select('contact_id')
    .where('user_id', '=', user.user_id)
    .where('group_id', '=', groupId);

async function membersAmong(context: Context, groupId: string, contactIds: string[]): Promise<string[]> {
  const rows = await membersOf(context, groupId).where('contact_id', 'in', contactIds).execute();
  const members = new Set(rows.map(({ contact_id }) => contact_id));
  return contactIds.filter((id) => members.has(id));
}
