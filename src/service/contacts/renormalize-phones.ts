import type { Db, Store } from '../../store/store.ts';
import type { PhoneRow, UserRow } from '../../store/tables.ts';
import { normalOf } from '../common/detail-kinds.ts';
import { indexContacts } from '../indexing/contact-index.ts';

const TAKEN_AT_ONCE = 200;

/**
 * Normalizes a user's phone numbers again after a change of country. It can be repeated after an interruption. If two
 * numbers of a contact would become equal, the second one is not changed.
 */
export async function renormalizePhones(store: Store, user: UserRow): Promise<number> {
  let changed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const part = await store.write(user.user_id, async (db) => {
      const phones = db.selectFrom('contact_phone_numbers').where('user_id', '=', user.user_id);
      const rows = await phones.selectAll().where('id', '>', from).orderBy('id').limit(TAKEN_AT_ONCE).execute();
      const contacts = await renormalize(db, user, rows);
      changed += contacts.length;
      await indexContacts(db, user.user_id, contacts);
      return rows;
    });
    after = part.length < TAKEN_AT_ONCE ? undefined : part.at(-1)!.id;
  }
  return changed;
}

/** Returns the contact of each number that changed. */
async function renormalize(db: Db, user: UserRow, rows: readonly PhoneRow[]): Promise<string[]> {
  const phones = db.selectFrom('contact_phone_numbers').where('user_id', '=', user.user_id);
  const changed: string[] = [];
  for (const { id, contact_id, normal: before, ...row } of rows) {
    const { phone_number, country_code, phone_number_sanitized } = row;
    const normal = normalOf('contact_phone_numbers', { phone_number, country_code }, user.country);
    if (normal === before) continue;
    const same = phones.select('id').where('contact_id', '=', contact_id).where('normal', '=', normal);
    if (await same.executeTakeFirst()) continue;
    await db
      .updateTable('contact_phone_numbers')
      .set({ normal, ...(phone_number_sanitized === before && { phone_number_sanitized: normal }) })
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .execute();
    changed.push(contact_id);
  }
  return changed;
}
