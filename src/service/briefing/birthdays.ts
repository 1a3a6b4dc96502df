import { sql } from 'kysely';
import { celebrationBetween } from '../../shared/birthdays.ts';
import { dayAfter, daysBetween } from '../../shared/zones.ts';
import { knownBirthday } from '../contact-rows/birthday.ts';
import type { Context } from '../runtime/context.ts';

/** Contacts with a birthday between two local dates, soonest first. */
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
    // Must match the expression in the index.
    .where(sql`substr(birthday, 6, 5)`, 'in', [...days])
    .execute();
  const kept = rows.flatMap(({ birthday, birthday_year, birthday_dismissed_year, ...contact }) => {
    const born = knownBirthday({ birthday, birthday_year, birthday_dismissed_year });
    const celebration = born && celebrationBetween(born, from, to);
    if (!celebration || born.birthday_dismissed_year === Number(celebration.date.slice(0, 4))) return [];
    return [{ contact, ...celebration, in_days: daysBetween(from, celebration.date) }];
  });
  return kept.sort((a, b) => a.in_days - b.in_days || (a.contact.id < b.contact.id ? -1 : 1));
}
