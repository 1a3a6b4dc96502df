import type { TableName, TRASH_KIND_NAMES } from '../../contract/archive.ts';
import { HANGING_TABLES } from './hanging-tables.ts';

/** Rows of a table that contain the deleted record's id in a column. */
export interface Naming {
  table: TableName;
  column: string;
}

/** The rows deleted with a record, and those that lose their reference to it. */
export interface TrashKind {
  table: TableName;
  hanging: Naming[];
  /** Kept rows, and the columns that a deletion changes in them. */
  changed: (Naming & { columns: string[] })[];
  /** The column with the id of the record that contains this one. The deletion counts as a change of that record. */
  partOf?: { table: TableName; column: string };
}

const detail = (table: TableName): TrashKind => ({
  ...alone(table),
  partOf: { table: 'contacts', column: 'contact_id' },
});
const alone = (table: TableName): TrashKind => ({ table, hanging: [], changed: [] });
const withRows = (table: TableName, hanging: Naming[]): TrashKind => ({ table, hanging, changed: [] });

export const TRASH_KINDS = {
  // Notes and reminders that belong only to the contact are deleted too, and so are its merge records. See capture.ts.
  contact: withRows('contacts', [
    ...HANGING_TABLES.map(({ table }) => ({ table, column: 'contact_id' })),
    { table: 'contact_relations', column: 'source' },
    { table: 'contact_relations', column: 'destination' },
    { table: 'merged_contacts', column: 'survivor_id' },
  ]),
  note: withRows('timeline_items', [{ table: 'timeline_items_contacts', column: 'timeline_item_id' }]),
  reminder: {
    table: 'reminders',
    hanging: [{ table: 'reminders_contacts', column: 'reminder_id' }],
    changed: [{ table: 'timeline_items', column: 'reminder_id', columns: ['reminder_id'] }],
  },
  group: {
    table: 'groups',
    hanging: [
      { table: 'groups_contacts', column: 'group_id' },
      { table: 'favorites', column: 'group_id' },
      { table: 'share_links', column: 'group_id' },
      { table: 'group_merges', column: 'destination_id' },
    ],
    changed: [
      { table: 'groups', column: 'parent_id', columns: ['parent_id', 'updated_at'] },
      { table: 'views', column: 'group_id', columns: ['group_id', 'updated_at'] },
    ],
  },
  tag: withRows('tags', [{ table: 'tags_contacts', column: 'tag_id' }]),
  custom_field: withRows('custom_fields', [{ table: 'contacts_custom_fields', column: 'custom_field_id' }]),
  view: withRows('views', [{ table: 'favorites', column: 'view_id' }]),
  favorite: alone('favorites'),
  share_link: alone('share_links'),
  email: detail('contact_emails'),
  phone: detail('contact_phone_numbers'),
  address: detail('legacy_contact_addresses'),
} as const satisfies Record<TrashKindName, TrashKind>;

export type TrashKindName = (typeof TRASH_KIND_NAMES)[number];
export const trashKind = (name: TrashKindName): TrashKind => TRASH_KINDS[name];
