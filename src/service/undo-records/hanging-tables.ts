import type { Tables } from '../../store/tables.ts';

/**
 * The tables whose rows belong to one contact. `key` identifies a row, `same` is the column that must be unique within a
 * contact, and `target` is the table that the row links the contact to.
 */
export const HANGING_TABLES = [
  { table: 'contact_emails', key: 'id', same: 'normal' },
  { table: 'contact_phone_numbers', key: 'id', same: 'normal' },
  { table: 'legacy_contact_addresses', key: 'id', same: 'normal' },
  { table: 'tags_contacts', key: 'tag_id', same: 'tag_id', target: 'tags' },
  { table: 'groups_contacts', key: 'group_id', same: 'group_id', target: 'groups' },
  { table: 'contacts_custom_fields', key: 'id', same: 'custom_field_id', target: 'custom_fields' },
  { table: 'timeline_items_contacts', key: 'timeline_item_id', same: 'timeline_item_id', target: 'timeline_items' },
  { table: 'reminders_contacts', key: 'reminder_id', same: 'reminder_id', target: 'reminders' },
  { table: 'favorites', key: 'id', same: 'user_id' },
] as const satisfies HangingTable[];

export interface HangingTable {
  table: keyof Tables;
  /** The column that identifies a row among all contacts or, for links, within its contact. */
  key: string;
  same: string;
  /** The table that `same` refers to, if any. */
  target?: keyof Tables;
}
