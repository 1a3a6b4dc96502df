import { badRequest } from '../../shared/error.ts';
import { newId } from '../../store/ids.ts';
import { requireOwned } from '../common/owned.ts';
import type { Context } from '../runtime/context.ts';
import type { PathOf } from './associations.ts';

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

/** Changes relations from this contact to others. `remove` may also contain a relation from another contact to this one. */
export async function changeRelations(
  context: Context,
  contactId: string,
  changes: RelationChanges,
  pathOf: PathOf,
): Promise<void> {
  const { db, user } = context;
  await checkRelations(context, contactId, changes, pathOf);
  const relations = () => db.deleteFrom('contact_relations').where('user_id', '=', user.user_id);
  if (changes.replace) {
    const kept = changes.replace.map(({ destination }) => destination);
    await relations().where('source', '=', contactId).where('destination', 'not in', kept).execute();
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

/** Throws 400 for a relation to itself or between two other contacts, and 404 for a contact that is not the user's. */
async function checkRelations(
  context: Context,
  contactId: string,
  changes: RelationChanges,
  pathOf: PathOf,
): Promise<void> {
  const bad: Record<string, string> = {};
  for (const list of ['replace', 'append'] as const) {
    for (const [index, { destination }] of (changes[list] ?? []).entries()) {
      if (destination === contactId) bad[`${pathOf(list)}[${index}].destination`] = 'is the contact itself';
    }
  }
  for (const [index, { source = contactId, destination }] of (changes.remove ?? []).entries()) {
    if (source !== contactId && destination !== contactId)
      bad[`${pathOf('remove')}[${index}].source`] = 'must be this contact if the destination is another one';
  }
  if (Object.keys(bad).length > 0) throw badRequest(bad);
  for (const list of ['replace', 'append', 'remove'] as const) {
    const ids = (changes[list] ?? []).map(({ destination }) => destination);
    await requireOwned(context, 'contacts', ids, (index) => `${pathOf(list)}[${index}].destination`);
  }
  const sources = (changes.remove ?? []).map(({ source = contactId }) => source);
  await requireOwned(context, 'contacts', sources, (index) => `${pathOf('remove')}[${index}].source`);
}
