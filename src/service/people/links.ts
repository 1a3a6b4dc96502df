import { badRequest, KithError } from '../../catalogue/error.ts';
import type { Context } from '../context.ts';
import { newId } from '../store/ids.ts';
import { inList } from '../store/in-list.ts';

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
  const rows = await context.db
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', context.user.user_id)
    .where('id', 'in', inList(ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Throws 404 naming the field of the first id that is not the caller's (decisions, Order of refusals). */
export async function requireOwned(
  context: Context,
  table: Owned,
  ids: string[],
  fieldOf: (index: number) => string,
): Promise<void> {
  if (ids.length === 0) return;
  const owned = await ownedIds(context, table, ids);
  const missing = ids.findIndex((id) => !owned.has(id));
  if (missing < 0) return;
  const field = fieldOf(missing);
  throw new KithError('NotFound', `${field}: nothing of yours has the id ${ids[missing]}.`, {
    details: { fields: { [field]: 'not found' } },
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
  if (changes.remove)
    await links()
      .where('tag_id', 'in', inList(ids(changes.remove)))
      .execute();
  for (const tag_id of [...ids(changes.replace), ...ids(changes.append)]) await linkTag(context, contactId, tag_id);
}

/** Harmless when the contact has the tag already. */
export async function linkTag({ db, user }: Context, contact_id: string, tag_id: string): Promise<void> {
  await db
    .insertInto('tags_contacts')
    .values({ user_id: user.user_id, contact_id, tag_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
    .where('group_id', 'not in', inList(ids))
    .execute();
  for (const group_id of ids) {
    await db
      .insertInto('groups_contacts')
      .values({ user_id: user.user_id, contact_id: contactId, group_id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

interface RelationInput {
  destination: string;
  source_contact?: string | null | undefined;
  destination_contact?: string | null | undefined;
}

export interface RelationChanges {
  append?: RelationInput[] | undefined;
  remove?: { source?: string | undefined; destination: string }[] | undefined;
  replace?: RelationInput[] | undefined;
}

/** Relations lead from this contact to others; `replace` means those, `remove` may name one that leads here. */
export async function changeRelations(
  context: Context,
  contactId: string,
  changes: RelationChanges,
  placeOf: PlaceOf,
): Promise<void> {
  const { db, user } = context;
  await checkRelations(context, contactId, changes, placeOf);
  const relations = () => db.deleteFrom('contact_relations').where('user_id', '=', user.user_id);
  if (changes.replace) {
    const kept = changes.replace.map(({ destination }) => destination);
    await relations().where('source', '=', contactId).where('destination', 'not in', inList(kept)).execute();
  }
  for (const { source = contactId, destination } of changes.remove ?? []) {
    await relations().where('source', '=', source).where('destination', '=', destination).execute();
  }
  const added = [...(changes.replace ?? []), ...(changes.append ?? [])];
  for (const { destination, source_contact = null, destination_contact = null } of added) {
    await db
      .insertInto('contact_relations')
      .values({
        user_id: user.user_id,
        id: newId(),
        source: contactId,
        destination,
        source_contact,
        destination_contact,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'source', 'destination']).doUpdateSet({ source_contact, destination_contact }),
      )
      .execute();
  }
}

/** Throws 400 for a relation to oneself or between two others, 404 for a contact that is not the caller's. */
async function checkRelations(
  context: Context,
  contactId: string,
  changes: RelationChanges,
  placeOf: PlaceOf,
): Promise<void> {
  const bad: Record<string, string> = {};
  for (const list of ['replace', 'append'] as const) {
    for (const [index, { destination }] of (changes[list] ?? []).entries()) {
      if (destination === contactId) bad[`${placeOf(list)}[${index}].destination`] = 'is the contact itself';
    }
  }
  for (const [index, { source = contactId, destination }] of (changes.remove ?? []).entries()) {
    if (source !== contactId && destination !== contactId)
      bad[`${placeOf('remove')}[${index}].source`] = 'must be this contact unless the destination is';
  }
  if (Object.keys(bad).length > 0) throw badRequest(bad);
  const lists = ['replace', 'append', 'remove'] as const;
  for (const [list, end] of [...lists.map((list) => [list, 'destination'] as const), ['remove', 'source'] as const]) {
    const ids = (changes[list] ?? []).map((change) => (change as Record<typeof end, string>)[end] ?? contactId);
    await requireOwned(context, 'contacts', ids, (index) => `${placeOf(list)}[${index}].${end}`);
  }
}
