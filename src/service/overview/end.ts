import { dayIn, endOfDay } from '../../shared/zones.ts';
import type { Context } from '../runtime/context.ts';

/**
 * Returns until when the counts of an overview stay the same if nobody writes: the end of the user's day, or the first
 * reminder before it that becomes due or recurs. Undefined if another process changed the account since `user` was read,
 * because then an overview has the old time zone.
 */
export async function overviewEnd({ db, user, now }: Context): Promise<string | undefined> {
  const account = await db
    .selectFrom('users')
    .select(['email', 'time_zone'])
    .where('user_id', '=', user.user_id)
    .executeTakeFirst();
  if (account?.email !== user.email || account.time_zone !== user.time_zone) return undefined;
  const reminders = db.selectFrom('reminders').where('user_id', '=', user.user_id);
  const due = await reminders
    .select('due_at as at')
    .where('is_complete', '=', 0)
    .where('due_at_time', 'is not', null)
    .where('due_at', '>', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  const recurring = await reminders
    .select('next_occurrence_at as at')
    .where('is_complete', '=', 1)
    .where('next_occurrence_at', '>', now)
    .orderBy('next_occurrence_at')
    .limit(1)
    .executeTakeFirst();
  const ends = [endOfDay(user.time_zone, dayIn(user.time_zone, now)), due?.at, recurring?.at];
  return ends.filter((end) => typeof end === 'string').sort()[0];
}
