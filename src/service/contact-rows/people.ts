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
