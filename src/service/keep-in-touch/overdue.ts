import { dayIn, daysBetween, endOfDay } from '../../shared/zones.ts';
import type { ContactRow } from '../../store/tables.ts';
import { addInterval, intervalSize, knownFrequency } from '../common/frequency.ts';
import { CONTACT_TIMES, lastNotes, latestTime } from '../contact-rows/last-contact.ts';
import type { Context } from '../runtime/context.ts';

type Row = Pick<
  ContactRow,
  'id' | 'full_name' | 'job_title' | 'company' | 'frequency' | 'next_reminder_at' | 'priority_tier' | 'starred'
> &
  Pick<ContactRow, (typeof CONTACT_TIMES)[number] | 'created_at'>;

type DueRow = Pick<ContactRow, 'frequency' | 'next_reminder_at' | 'last_seen_at' | 'created_at'>;

export interface Overdue {
  contact: Pick<ContactRow, 'id' | 'full_name' | 'job_title' | 'company'>;
  frequency: string;
  last_contact_at: string | null;
  due_at: string;
  days_overdue: number;
}

/**
 * Contacts to get in touch with by the end of a local day, most urgent first. Contacts whom the user has met or written
 * to since then are not due, even if the reminder was not completed.
 */
export async function overdueOn(context: Context, day: string): Promise<Overdue[]> {
  const { db, user, now } = context;
  const zone = user.time_zone;
  const until = endOfDay(zone, day);
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name', 'job_title', 'company', 'frequency', 'next_reminder_at', 'priority_tier', 'starred'])
    .select([...CONTACT_TIMES, 'created_at'])
    .where('user_id', '=', user.user_id)
    .where('is_archived', '=', 0)
    .where('never_keep_in_touch', '=', 0)
    .where('frequency', 'is not', null)
    .where((row) => row.or([row('next_reminder_at', '<=', until), row('next_reminder_at', 'is', null)]))
    .execute();
  const kept = rows.filter(({ frequency }) => knownFrequency(frequency) !== null);
  const noted = await lastNotes(
    context,
    kept.map(({ id }) => id),
  );
  const due = kept.flatMap((row) => {
    const last = latestTime(row, noted.get(row.id)?.time, now);
    const due_at = dueAt(row, last);
    if (due_at > until) return [];
    const { id, full_name, job_title, company } = row;
    const days_overdue = daysOverdue(due_at, day, zone);
    const entry = { contact: { id, full_name, job_title, company }, frequency: row.frequency!, last_contact_at: last };
    return [{ ...entry, due_at, days_overdue, urgency: urgency(row, days_overdue) }];
  });
  due.sort(
    (a, b) =>
      b.urgency - a.urgency ||
      (a.due_at === b.due_at ? (a.contact.id < b.contact.id ? -1 : 1) : a.due_at < b.due_at ? -1 : 1),
  );
  return due.map(({ urgency: _, ...entry }) => entry);
}

/**
 * When to get in touch next, as an ISO 8601 instant. The stored time was computed from `last_seen_at` or set by the
 * user. A more recent interaction may delay it, but never moves it forward.
 */
export function dueAt({ frequency, next_reminder_at, last_seen_at, created_at }: DueRow, last: string | null): string {
  if (!next_reminder_at) return addInterval(last ?? created_at, frequency!);
  if (!last || (last_seen_at && last <= last_seen_at)) return next_reminder_at;
  const counted = addInterval(last, frequency!);
  return counted > next_reminder_at ? counted : next_reminder_at;
}

/** Updates an entry with a more recent interaction. Returns undefined if the contact is no longer due that day. */
export function afterContact(entry: Overdue, last: string, day: string, zone: string): Overdue | undefined {
  if (entry.last_contact_at && last <= entry.last_contact_at) return entry;
  const due_at = [entry.due_at, addInterval(last, entry.frequency)].sort()[1]!;
  if (due_at > endOfDay(zone, day)) return undefined;
  return { ...entry, due_at, last_contact_at: last, days_overdue: daysOverdue(due_at, day, zone) };
}

const daysOverdue = (dueAt: string, day: string, zone: string): number =>
  Math.max(0, daysBetween(dayIn(zone, dueAt), day));

const DAYS_A_MONTH = 30.44;
const TIER_WEIGHT: Record<number, number> = { 1: 2, 2: 1.5, 3: 1.25 };

/**
 * Lateness in multiples of the frequency. A weekly contact ten days late ranks above a yearly one twenty days late.
 * Important contacts get extra weight.
 */
function urgency({ frequency, priority_tier, starred }: Row, daysOverdue: number): number {
  const { days, months } = intervalSize(frequency!);
  const late = 1 + daysOverdue / (days + months * DAYS_A_MONTH);
  return late * (TIER_WEIGHT[priority_tier ?? 0] ?? 1) * (starred ? 1.25 : 1);
}
