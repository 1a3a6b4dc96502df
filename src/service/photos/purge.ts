import type { Secret } from '../../identity/secrets/secret.ts';
import type { Db } from '../../store/store.ts';
import { retainedSince } from '../runtime/retention.ts';
import { type Owner, photosOfContacts, photosOfMerges, photosOfTrash } from './references.ts';

const LOOKED_AT_ONCE = 50;

/**
 * Deletes photos that no contact refers to, and no record of a deleted or merged contact, which lasts 30 days. Checks a
 * few at a time, and each photo once in 30 days, because reading merge records is expensive.
 */
export async function purgePhotos(db: Db, secret: Secret, userId: string, now: string): Promise<void> {
  const due = await db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', userId)
    .where('checked_at', '<', retainedSince(now))
    .orderBy('checked_at')
    .limit(LOOKED_AT_ONCE)
    .execute();
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  const unused = await unusedOf({ db, secret, userId }, ids);
  if (unused.length > 0)
    await db.deleteFrom('photos').where('user_id', '=', userId).where('id', 'in', unused).execute();
  await db
    .updateTable('photos')
    .set({ checked_at: now })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

async function unusedOf(owner: Owner, ids: string[]): Promise<string[]> {
  const used = await photosOfContacts(owner, ids);
  for (const id of await photosOfTrash(owner, ids)) used.add(id);
  if (used.size === ids.length) return [];
  const merged = await photosOfMerges(owner);
  if (!merged) return [];
  for (const id of merged) used.add(id);
  return ids.filter((id) => !used.has(id));
}
