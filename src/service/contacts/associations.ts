import { badRequest, KithError } from '../../contract/error.ts';
import { mergedInto } from '../merge/merged-away.ts';
import type { Context } from '../runtime/context.ts';
import { inParts } from '../store/lists.ts';

export type Owned =
  | 'contacts'
  | 'tags'
  | 'groups'
  | 'views'
  | 'favorites'
  | 'custom_fields'
  | 'timeline_items'
  | 'reminders';

/** Those of `ids` that are the caller's. */
export async function ownedIds(context: Context, table: Owned, ids: string[]): Promise<Set<string>> {
  const owned = new Set<string>();
  for (const part of inParts([...new Set(ids)])) {
    const rows = await context.db
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', context.user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id } of rows) owned.add(id);
  }
  return owned;
}

/** Throws 404 naming the field of the first id that is not the caller's (docs/api/requests.md). */
export async function requireOwned(
  context: Context,
  table: Owned,
  ids: string[],
  fieldOf: (index: number) => string,
): Promise<void> {
  if (ids.length === 0) return;
  const owned = await ownedIds(context, table, ids);
  const missing = ids.find((id) => !owned.has(id));
  if (missing === undefined) return;
  refuseMissing(ids, owned, fieldOf, table === 'contacts' ? await mergedInto(context, missing) : undefined);
}

/** Throws 404 naming the field of the first id that is not among the caller's, with what is known of it. */
export function refuseMissing(
  ids: string[],
  owned: Set<string>,
  fieldOf: (index: number) => string,
  survivor?: { merged_into: string },
): void {
  const missing = ids.findIndex((id) => !owned.has(id));
  if (missing < 0) return;
  const field = fieldOf(missing);
  throw new KithError('NotFound', `${field}: nothing of yours has the id ${ids[missing]}.`, {
    details: { fields: { [field]: 'not found' }, ...survivor },
  });
}

/** Throws unless `given`, where a nested row repeats the contact's own id, is that id: 404 for a stranger's, else 400. */
export async function requireItself(
  context: Context,
  contactId: string,
  given: string | null | undefined,
  field: string,
): Promise<void> {
  if (!given || given === contactId) return;
  await requireOwned(context, 'contacts', [given], () => field);
  throw badRequest({ [field]: 'must be the id of this contact' });
}

/** Where a list of changes stands in the body; on create the field itself is the list. */
export type PlaceOf = (list: 'append' | 'remove' | 'replace') => string;

interface TagLink {
  tag_id: string;
  contact_id?: string | null | undefined;
}

/** `append`, `remove`, `replace` of a contact's tags. */
export interface TagChanges {
  append?: TagLink[] | undefined;
  remove?: TagLink[] | undefined;
  replace?: TagLink[] | undefined;
}

export async function changeTags(
  context: Context,
  contactId: string,
  changes: TagChanges,
  placeOf: PlaceOf,
): Promise<void> {
  const { db, user } = context;
  const ids = (links: TagLink[] | undefined) => (links ?? []).map(({ tag_id }) => tag_id);
  for (const list of ['replace', 'append', 'remove'] as const) {
    await requireOwned(context, 'tags', ids(changes[list]), (index) => `${placeOf(list)}[${index}].tag_id`);
  }
  for (const [index, { contact_id }] of (changes.remove ?? []).entries()) {
    await requireItself(context, contactId, contact_id, `${placeOf('remove')}[${index}].contact_id`);
  }
  const links = () =>
    db.deleteFrom('tags_contacts').where('user_id', '=', user.user_id).where('contact_id', '=', contactId);
  if (changes.replace) await links().execute();
  if (changes.remove) await links().where('tag_id', 'in', ids(changes.remove)).execute();
  await linkTags(context, [contactId], [...ids(changes.replace), ...ids(changes.append)]);
}

/** Gives every contact every tag; harmless where it has it already. Both must be the caller's. */
export async function linkTags(
  { db, user }: Context,
  contactIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  const links = contactIds.flatMap((contact_id) =>
    tagIds.map((tag_id) => ({ user_id: user.user_id, contact_id, tag_id })),
  );
  for (const part of inParts(links)) {
    await db
      .insertInto('tags_contacts')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
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
  await db
    .deleteFrom('groups_contacts')
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', contactId)
    .where('group_id', 'not in', ids)
    .execute();
  for (const group_id of ids) {
    await db
      .insertInto('groups_contacts')
      .values({ user_id: user.user_id, contact_id: contactId, group_id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
