/** A reminder with the field names of the API and of archives. */
export interface DatedReminder extends Record<string, unknown> {
  /** Ids of its contacts on the side that it belongs to. */
  contacts: string[];
}

/**
 * Maps rows to existing reminders by id. Each existing one matches one row. A reminder is the same if text, contacts
 * and day are equal. The day may differ if both are occurrences of one series, or if the day is arbitrary.
 */
export function sameReminders(
  rows: DatedReminder[],
  there: DatedReminder[],
  anyDay: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const found = new Map<string, string>();
  const left = new Map<string, DatedReminder[]>();
  const own = new Set(rows.map(({ id }) => id));
  for (const one of there) {
    if (own.has(one.id)) found.set(String(one.id), String(one.id));
    else left.set(nameOf(one), [...(left.get(nameOf(one)) ?? []), one]);
  }
  const take = (row: DatedReminder, fits: (one: DatedReminder) => boolean): void => {
    const same = left.get(nameOf(row)) ?? [];
    const at = found.has(String(row.id)) ? -1 : same.findIndex(fits);
    if (at >= 0) found.set(String(row.id), String(same.splice(at, 1)[0]!.id));
  };
  // Exact matches come first, so that likely ones do not take their place.
  for (const row of rows) take(row, (one) => momentOf(one) === momentOf(row));
  for (const row of rows) take(row, (one) => sameSeries(row.recurrence, dayOf(row), dayOf(one)));
  for (const row of rows) if (anyDay.has(String(row.id))) take(row, () => true);
  return found;
}

const nameOf = ({ text, recurrence, contacts }: DatedReminder): string =>
  JSON.stringify([text ?? null, recurrence ?? null, [...contacts].sort()]);

const dayOf = ({ due_at_date, due_at_time }: DatedReminder): string =>
  String(due_at_date ?? due_at_time ?? '').slice(0, 10);
const momentOf = (reminder: DatedReminder): string => `${dayOf(reminder)} ${reminder.due_at_time ?? ''}`;

/**
 * Whether two days can be occurrences of one series: a multiple of its interval apart, with some tolerance at month
 * ends.
 */
function sameSeries(recurrence: unknown, a: string, b: string): boolean {
  const [, count, unit] = /^(\d+) (day|mon|year)s?$/.exec(String(recurrence ?? '')) ?? [];
  if (!unit || !a || !b) return false;
  if (unit === 'day') return ((Date.parse(a) - Date.parse(b)) / 86_400_000) % Number(count) === 0;
  const [yearA = 0, monthA = 0, dayA = 0] = a.split('-').map(Number);
  const [yearB = 0, monthB = 0, dayB = 0] = b.split('-').map(Number);
  const months = (yearA - yearB) * 12 + monthA - monthB;
  return months % (Number(count) * (unit === 'year' ? 12 : 1)) === 0 && (dayA === dayB || (dayA >= 28 && dayB >= 28));
}
