import { dayIn, startOfDay } from '../../shared/zones.ts';
import type { Context } from '../runtime/context.ts';

/**
 * Adjusts a user's reminders to a new time zone. Reminders that are due on a day remain due on that day. Those with a time
 * are instants and do not change. It can be repeated after an interruption.
 */
export async function moveReminders({ db, user }: Context, zone: string): Promise<void> {
  const rows = await db
    .selectFrom('reminders')
    .select(['id', 'due_at_date', 'due_at', 'next_occurrence_at'])
    .where('user_id', '=', user.user_id)
    .where('due_at_time', 'is', null)
    .execute();
  for (const { id, due_at_date, due_at, next_occurrence_at } of rows) {
    const moved = {
      due_at: due_at_date ? startOfDay(zone, due_at_date) : due_at,
      next_occurrence_at: next_occurrence_at && midnightMoved(user.time_zone, zone, next_occurrence_at),
    };
    if (moved.due_at === due_at && moved.next_occurrence_at === next_occurrence_at) continue;
    await db.updateTable('reminders').set(moved).where('user_id', '=', user.user_id).where('id', '=', id).execute();
  }
}

/** Converts midnight in one zone to midnight of the same day in another. Other instants are not changed. */
function midnightMoved(from: string, to: string, instant: string): string {
  const day = dayIn(from, instant);
  return startOfDay(from, day) === instant ? startOfDay(to, day) : instant;
}
