import { sql } from 'kysely';
import { dayAfter, daysBetween } from '../../shared/zones.ts';
import type { Context } from '../runtime/context.ts';

export interface Celebration {
  /** The day of the celebration, YYYY-MM-DD: February 28 in a year without the 29th. */
  date: string;
  /** The age reached; null when the year of birth is not known. */
  turns: number | null;
}

interface Born {
  /** Midnight UTC of the day of birth, as stored: never shifted into a zone (docs/api/times.md#birthdays). */
  birthday: string;
  birthday_year: number | null;
}

/** The celebration between two days, both included, or undefined. The window must be shorter than a year. */
export function celebrationBetween(
  { birthday, birthday_year }: Born,
  from: string,
  to: string,
): Celebration | undefined {
  const day = birthday.slice(5, 10);
  for (const year of new Set([from.slice(0, 4), to.slice(0, 4)])) {
    const date = day === '02-29' && !isLeap(Number(year)) ? `${year}-02-28` : `${year}-${day}`;
    if (date < from || date > to) continue;
    const age = birthday_year === null ? null : Number(year) - birthday_year;
    return { date, turns: age !== null && age > 0 ? age : null };
  }
  return undefined;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** The contacts who have their birthday between two days of the user's calendar, soonest first. */
export async function birthdaysBetween({ db, user }: Context, from: string, to: string) {
  const days = new Set<string>();
  for (let ahead = 0; ahead <= daysBetween(from, to); ahead++) days.add(dayAfter(from, ahead).slice(5));
  if (days.has('02-28')) days.add('02-29');
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name', 'job_title', 'company', 'birthday', 'birthday_year', 'birthday_dismissed_year'])
    .where('user_id', '=', user.user_id)
    .where('is_archived', '=', 0)
    .where('birthday', 'is not', null)
    // Spelled as in its index.
    .where(sql`substr(birthday, 6, 5)`, 'in', [...days])
    .execute();
  const kept = rows.flatMap(({ birthday, birthday_year, birthday_dismissed_year, ...contact }) => {
    const celebration = celebrationBetween({ birthday: birthday!, birthday_year }, from, to);
    if (!celebration || birthday_dismissed_year === Number(celebration.date.slice(0, 4))) return [];
    return [{ contact, ...celebration, in_days: daysBetween(from, celebration.date) }];
  });
  return kept.sort((a, b) => a.in_days - b.in_days || (a.contact.id < b.contact.id ? -1 : 1));
}
