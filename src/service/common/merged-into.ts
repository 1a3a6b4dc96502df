import type { Context } from '../runtime/context.ts';

/** The survivor of a merged contact, for `merged_into` in a 404 (docs/api/merge.md). */
export async function mergedInto(
  { db, user }: Pick<Context, 'db' | 'user'>,
  id: string,
): Promise<{ merged_into: string } | undefined> {
  const merged = await db
    .selectFrom('merged_contacts')
    .select('survivor_id')
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', id)
    .executeTakeFirst();
  return merged && { merged_into: merged.survivor_id };
}
