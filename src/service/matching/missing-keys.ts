import type { Context } from '../runtime/context.ts';

const TAKEN_AT_ONCE = 100;

/** Makes the keys of some contacts that have none yet, or those of an older version; answers whether there may be more. */
export async function keepMissingKeys(context: Context): Promise<boolean> {
  const { db, user } = context;
  const rows = await db
    .selectFrom('contacts_to_match')
    .select('contact_id')
    .where('user_id', '=', user.user_id)
    .limit(TAKEN_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ contact_id }) => contact_id);
  // What makes keys takes longer to load than most calls do, and there is hardly ever a contact without.
  const [{ keepKeys }, { loadRecords }] = await Promise.all([import('./stored-keys.ts'), import('./load.ts')]);
  await keepKeys(context, await loadRecords(context, { ids }));
  await db.deleteFrom('contacts_to_match').where('user_id', '=', user.user_id).where('contact_id', 'in', ids).execute();
  return rows.length === TAKEN_AT_ONCE;
}
