import { insertRows } from '../../store/insert.ts';
import { addMembers } from '../groups/members.ts';
import type { Context } from '../runtime/context.ts';
import { bareUid } from './rows.ts';

/** Saves the UIDs of a group's members that have no card yet, because a client may send the group first. */
export async function expectMembers({ db, user }: Context, group_id: string, uids: string[]): Promise<void> {
  await db.deleteFrom('card_members').where('user_id', '=', user.user_id).where('group_id', '=', group_id).execute();
  const rows = [...new Set(uids.map(bareUid))].map((uid) => ({ user_id: user.user_id, group_id, uid }));
  await insertRows(db, 'card_members', rows);
}

/** Adds a new contact to the groups that expect its UID. */
export async function joinExpectingGroups(context: Context, contactId: string, uid: string): Promise<void> {
  const { db, user } = context;
  const expecting = await db
    .deleteFrom('card_members')
    .where('user_id', '=', user.user_id)
    .where('uid', '=', bareUid(uid))
    .returning('group_id')
    .execute();
  for (const { group_id } of expecting) await addMembers(context, group_id, [contactId]);
}

/** The UIDs of expected members, with their groups. */
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
