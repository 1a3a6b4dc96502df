import { chunked, largest } from '../../shared/lists.ts';
import { untyped } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import { type Purge, retainedSince } from '../runtime/retention.ts';

/**
 * Deletes cards whose contacts and groups were deleted before the trash's retention period. A device that last synced
 * before that has to sync from the start.
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
  const last = largest(purged.map(({ change }) => change));
  await db
    .updateTable('card_counters')
    .set({ purged: last })
    .where('user_id', '=', userId)
    .where('purged', '<', last)
    .execute();
};

/** The ids of contacts and groups that can be restored, from the trash or by undoing a merge. */
export const restorableIds = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db
    .selectFrom('bin_objects')
    .select('object_id as id')
    .where('user_id', '=', user.user_id)
    .union(db.selectFrom('merged_contacts').select('contact_id as id').where('user_id', '=', user.user_id));

/** Those of `ids` that can be restored. */
export async function restorableAmong(context: Pick<Context, 'db' | 'user'>, ids: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of chunked(ids)) {
    const rows = context.db.selectFrom(restorableIds(context).as('back')).select('id').where('id', 'in', part);
    for (const { id } of await rows.execute()) found.add(id);
  }
  return found;
}

/** Deletes the device data of permanently deleted contacts. Devices still learn that their cards were removed. */
export async function deleteCardData(context: Pick<Context, 'db' | 'user'>): Promise<void> {
  const { db, user } = context;
  const gone = db
    .selectFrom('cards')
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('gone', '=', 1)
    .where('id', 'not in', restorableIds(context));
  const ofUser = (table: 'card_texts' | 'cards_given' | 'card_conflicts' | 'card_properties') =>
    untyped(db).deleteFrom(table).where('user_id', '=', user.user_id);
  await ofUser('card_texts').where('id', 'in', gone).execute();
  await ofUser('cards_given').where('id', 'in', gone).execute();
  await ofUser('card_conflicts').where('card_id', 'in', gone).execute();
  await ofUser('card_properties').where('card_id', 'in', gone).execute();
}
