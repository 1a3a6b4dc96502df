import { chunked } from '../../shared/lists.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';

/** Marks the groups of contacts as changed. Call it while the contacts are members. */
export async function markGroupsOf(context: Context, contactIds: readonly string[]): Promise<void> {
  const { db, user } = context;
  for (const part of chunked(contactIds)) {
    const rows = await db
      .selectFrom('groups_contacts')
      .select('group_id')
      .distinct()
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', part)
      .execute();
    markChanged(
      context,
      'group',
      rows.map(({ group_id }) => group_id),
    );
  }
}
