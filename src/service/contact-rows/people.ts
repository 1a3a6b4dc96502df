import { chunked } from '../../shared/lists.ts';
import type { ContactRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';

/** The fields that identify a contact to a reader. */
export type PersonBrief = Pick<ContactRow, 'id' | 'full_name' | 'job_title' | 'company'>;

export async function peopleById({ db, user }: Context, ids: string[]): Promise<Map<string, PersonBrief>> {
  const people = new Map<string, PersonBrief>();
  for (const part of chunked([...new Set(ids)])) {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'full_name', 'job_title', 'company'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) people.set(row.id, row);
  }
  return people;
}

/** The people who were seen last, latest first. A time in the future, such as a planned visit, does not count. */
export async function latestSeen({ db, user, now }: Context, take: number) {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name', 'last_seen_at'])
    .where('user_id', '=', user.user_id)
    .where('is_archived', '=', 0)
    .where('last_seen_at', '<=', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .execute();
  return rows.map(({ last_seen_at, ...person }) => ({ ...person, last_seen_at: last_seen_at! }));
}

/** Maps normalized email addresses to the ids of their contacts. */
export async function holdersOf({ db, user }: Context, addresses: string[]): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>();
  for (const part of chunked([...new Set(addresses)])) {
    const rows = await db
      .selectFrom('contact_emails')
      .select(['normal', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .where('normal', 'in', part)
      .orderBy('contact_id')
      .execute();
    for (const { normal, contact_id } of rows) holders.set(normal, [...(holders.get(normal) ?? []), contact_id]);
  }
  return holders;
}
