import type { Context } from '../runtime/context.ts';
import { type Purge, retainedSince } from '../runtime/retention.ts';

/**
 * Forgets cards whose people or groups are gone for longer than the trash keeps them. A device that was last in step before
 * that begins anew.
 */
export const purgeCards: Purge = async (db, _, userId, now) => {
  const purged = await db
    .deleteFrom('cards')
    .where('user_id', '=', userId)
    .where('gone', '=', 1)
    .where('changed_at', '<', retainedSince(now))
    .returning('change')
    .execute();
  if (purged.length === 0) return;
  const last = Math.max(...purged.map(({ change }) => change));
  await db
    .updateTable('card_counters')
    .set({ purged: last })
    .where('user_id', '=', userId)
    .where('purged', '<', last)
    .execute();
};

/** Forgets what clients said of people who are gone for good: neither in the trash nor in a merge that can be taken back. */
export async function forgetTexts({ db, user }: Pick<Context, 'db' | 'user'>): Promise<void> {
  await db
    .deleteFrom('card_texts')
    .where('user_id', '=', user.user_id)
    .where('id', 'in', db.selectFrom('cards').select('id').where('user_id', '=', user.user_id).where('gone', '=', 1))
    .where('id', 'not in', db.selectFrom('bin_objects').select('object_id').where('user_id', '=', user.user_id))
    .where('id', 'not in', db.selectFrom('merged_contacts').select('contact_id').where('user_id', '=', user.user_id))
    .execute();
}
