import { insertRows } from '../../store/insert.ts';
import { addMembers } from '../groups/members.ts';
import type { Context } from '../runtime/context.ts';
import { bareUid } from './rows.ts';

/** The people whom a group's card names and who are not there: a client may send the group first. */
export async function expectMembers({ db, user }: Context, group_id: string, uids: string[]): Promise<void> {
  await db.deleteFrom('card_members').where('user_id', '=', user.user_id).where('group_id', '=', group_id).execute();
  const rows = [...new Set(uids.map(bareUid))].map((uid) => ({ user_id: user.user_id, group_id, uid }));
  await insertRows(db, 'card_members', rows);
}

/** Puts somebody who has come into the groups that expect them. */
export async function joinExpecting(context: Context, contactId: string, uid: string): Promise<void> {
  const { db, user } = context;
  const expecting = await db
    .deleteFrom('card_members')
    .where('user_id', '=', user.user_id)
    .where('uid', '=', bareUid(uid))
    .returning('group_id')
    .execute();
  for (const { group_id } of expecting) await addMembers(context, group_id, [contactId]);
}

/** By group, the UIDs of those who have not come. */
export function expectedMembers(
  { db, user }: Context,
  groupIds: string[],
): Promise<{ group_id: string; uid: string }[]> {
  return db
    .selectFrom('card_members')
    .select(['group_id', 'uid'])
    .where('user_id', '=', user.user_id)
    .where('group_id', 'in', groupIds)
    .orderBy('uid')
    .execute();
}
