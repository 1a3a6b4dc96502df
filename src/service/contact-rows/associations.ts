import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { chunked } from '../../shared/lists.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Tables } from '../../store/tables.ts';
import { markGroupsOf } from '../common/changed-groups.ts';
import { requireOwned, requireSameId } from '../common/owned.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { countLinks } from '../runtime/counts.ts';

/** Returns the path of a list of changes in the body, or the field's path if the field itself is the list. */
export type PathOf = (list: 'append' | 'remove' | 'replace') => string;

/**
 * Converts links to changes, with their paths in the body. A plain list becomes `replace`, because a new contact has no
 * links yet.
 */
export const toChanges = <Entry, Changes extends object>(
  field: string,
  given: Entry[] | Changes,
): [Changes | { replace: Entry[] }, PathOf] =>
  Array.isArray(given) ? [{ replace: given }, () => field] : [given, (list) => `${field}.${list}`];

/** The added links, from either form. */
export const addedLinks = <Entry>(
  given: Entry[] | { append?: Entry[] | undefined; replace?: Entry[] | undefined } | undefined,
): Entry[] => (Array.isArray(given) ? given : [...(given?.replace ?? []), ...(given?.append ?? [])]);

interface TagLink {
  tag_id: string;
  contact_id?: string | null | undefined;
}

export interface TagChanges {
  append?: TagLink[] | undefined;
  remove?: TagLink[] | undefined;
  replace?: TagLink[] | undefined;
}

export async function changeTags(
  context: Context,
  contactId: string,
  changes: TagChanges,
  pathOf: PathOf,
): Promise<void> {
  const { db, user } = context;
  const ids = (links: TagLink[] | undefined) => (links ?? []).map(({ tag_id }) => tag_id);
  for (const list of ['replace', 'append', 'remove'] as const) {
    await requireOwned(context, 'tags', ids(changes[list]), (index) => `${pathOf(list)}[${index}].tag_id`);
  }
  for (const [index, { contact_id }] of (changes.remove ?? []).entries()) {
    await requireSameId(context, contactId, contact_id, `${pathOf('remove')}[${index}].contact_id`);
  }
  markChanged(context, 'contact', [contactId]);
  const links = () =>
    db
      .deleteFrom('tags_contacts')
      .where('user_id', '=', user.user_id)
      .where('contact_id', '=', contactId)
      .returning(['contact_id', 'tag_id as name']);
  if (changes.replace) await countLinks(context, 'tag', await links().execute(), -1);
  if (changes.remove)
    await countLinks(context, 'tag', await links().where('tag_id', 'in', ids(changes.remove)).execute(), -1);
  await linkTags(context, [contactId], [...ids(changes.replace), ...ids(changes.append)]);
}

/** Adds all tags to all contacts. Idempotent. Both must belong to the user. */
export async function linkTags(
  context: Context,
  contactIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  const { db, user } = context;
  if (tagIds.length > 0) markChanged(context, 'contact', contactIds);
  const links = contactIds.flatMap((contact_id) =>
    tagIds.map((tag_id) => ({ user_id: user.user_id, contact_id, tag_id })),
  );
  for (const part of chunked(links)) {
    const made = await db
      .insertInto('tags_contacts')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['contact_id', 'tag_id as name'])
      .execute();
    await countLinks(context, 'tag', made, 1);
  }
}

export async function replaceGroups(
  context: Context,
  contactId: string,
  groups: { group_id: string }[],
): Promise<void> {
  const { db, user, now } = context;
  const ids = groups.map(({ group_id }) => group_id);
  await requireOwned(context, 'groups', ids, (index) => `groups_contacts[${index}].group_id`);
  await markGroupsOf(context, [contactId]);
  markChanged(context, 'group', ids);
  const left = await db
    .deleteFrom('groups_contacts')
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', contactId)
    .where('group_id', 'not in', ids)
    .returning(['contact_id', 'group_id as name'])
    .execute();
  await countLinks(context, 'group', left, -1);
  const links = ids.map((group_id) => ({ user_id: user.user_id, contact_id: contactId, group_id, created_at: now }));
  await joinGroups(context, links);
}

type Profile = (typeof PROFILE_FIELDS)[number];

/** The social profile that a group collects, by its name. X is the new name of Twitter. */
const profileOf = (groupName: string): Profile | undefined => {
  const name = fold(groupName);
  return name === 'x' ? 'twitter' : PROFILE_FIELDS.find((field) => field === name);
};

/**
 * Adds contacts to the user's social groups. A group named after a social network gets all contacts with a handle on it
 * (docs/api/contacts.md). Idempotent.
 */
export async function joinSocialGroups(context: Context, contactIds: string[]): Promise<void> {
  const { db, user, now } = context;
  const groups = await db.selectFrom('groups').select(['id', 'name']).where('user_id', '=', user.user_id).execute();
  const social = groups.flatMap(({ id, name }) => {
    const profile = profileOf(name);
    return profile ? [{ id, profile }] : [];
  });
  if (social.length === 0) return;
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', ...PROFILE_FIELDS])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', contactIds)
    .execute();
  const members = social.flatMap((group) =>
    contacts
      .filter((contact) => contact[group.profile])
      .map((contact) => ({ user_id: user.user_id, contact_id: contact.id, group_id: group.id, created_at: now })),
  );
  if (members.length === 0) return;
  markChanged(
    context,
    'group',
    members.map(({ group_id }) => group_id),
  );
  await joinGroups(context, members);
}

async function joinGroups(context: Context, members: Tables['groups_contacts'][]): Promise<void> {
  for (const part of chunked(members)) {
    const joined = await context.db
      .insertInto('groups_contacts')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['contact_id', 'group_id as name'])
      .execute();
    await countLinks(context, 'group', joined, 1);
  }
}
