import { KithError } from '../../contract/error.ts';
import type { Context } from '../runtime/context.ts';
import { ownedIds } from './associations.ts';

/** Which ids no new contact may have; those that were merged away with the id of the survivor. */
export async function takenIds(context: Context, ids: string[]): Promise<Map<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const { db, user } = context;
  const contacts = await ownedIds(context, 'contacts', ids);
  const merged = await db
    .selectFrom('merged_contacts')
    .select(['contact_id', 'survivor_id'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', ids)
    .execute();
  return new Map([
    ...[...contacts].map((id) => [id, undefined] as const),
    ...merged.map(({ contact_id, survivor_id }) => [contact_id, survivor_id] as const),
  ]);
}

export const idIsTaken = (id: string, survivorId: string | undefined): KithError =>
  new KithError('Conflict', `The id ${id} is taken.`, {
    hint: 'Leave the id out to have one made.',
    details: { id, ...(survivorId && { merged_into: survivorId }) },
  });
