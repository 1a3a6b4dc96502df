import { dayIn, startOfDay } from '../../shared/zones.ts';
import type { Context } from '../runtime/context.ts';

/**
 * Moves the reminders of a user who goes from one zone to another: what is due on a day stays due on that day. Those with
 * a time of day are moments, and stay. It can be run again after an interruption.
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

/** The beginning of the same day there; every other moment stays what it is. */
function midnightMoved(from: string, to: string, instant: string): string {
  const day = dayIn(from, instant);
  return startOfDay(from, day) === instant ? startOfDay(to, day) : instant;
}
