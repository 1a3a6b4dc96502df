import { dayAfter, dayIn, instantOf, wallClock } from '../shared/zones.ts';

/** A reminder's due date fields. */
interface Due {
  due_at_time?: string | null | undefined;
}

/** Returns the changes that make a reminder due some days from now in a time zone. A moment keeps its local time. */
export function dueInDays(
  days: number,
  { due_at_time }: Due,
  zone: string,
): { due_at_time: string } | { due_at_date: string } {
  const day = dayAfter(dayIn(zone, new Date().toISOString()), days);
  return due_at_time ? { due_at_time: instantOf(zone, day, wallClock(zone, due_at_time).time) } : { due_at_date: day };
}
