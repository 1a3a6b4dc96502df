import type { Context } from '../context.ts';
import { inList } from '../store/in-list.ts';

/** Every table with rows that hang on a contact, and the columns that say which contact. */
export const CONTACT_TABLES = [
  ['contacts', ['id']],
  ['contact_emails', ['contact_id']],
  ['contact_phone_numbers', ['contact_id']],
  ['legacy_contact_addresses', ['contact_id']],
  ['contact_relations', ['source', 'destination']],
  ['tags_contacts', ['contact_id']],
  ['groups_contacts', ['contact_id']],
  ['contacts_custom_fields', ['contact_id']],
  ['timeline_items_contacts', ['contact_id']],
  ['reminders_contacts', ['contact_id']],
  ['favorites', ['contact_id']],
  ['merged_contacts', ['survivor_id']],
] as const;

/** Rows by table, whole, as they stand before a merge touches them. */
export type MergeImages = Record<string, Record<string, unknown>[]>;

export async function imagesOf({ db, user }: Context, contactIds: string[]): Promise<MergeImages> {
  const images: MergeImages = {};
  for (const [table, columns] of CONTACT_TABLES) {
    images[table] = await db
      .selectFrom(table as 'contact_relations')
      .selectAll()
      .where('user_id', '=', user.user_id)
      .where((row) => row.or(columns.map((column) => row(column as 'source', 'in', inList(contactIds)))))
      .execute();
  }
  return images;
}
