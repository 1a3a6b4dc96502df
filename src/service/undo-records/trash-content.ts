import type { TableName } from '../../contract/archive.ts';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoIdIn } from '../../contract/photos.ts';
import type { StoredRow } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import type { TrashKindName } from './trash-kinds.ts';

/** A row that the deletion changed: its columns before and after. */
export interface Change {
  table: TableName;
  id: string;
  before: StoredRow;
  after: StoredRow;
}

/** All rows that a deletion deleted or changed. */
export interface TrashContent {
  title: string;
  rows: Partial<Record<TableName, StoredRow[]>>;
  changes: Change[];
}

export interface TrashEntry extends TrashContent {
  id: string;
  kind: TrashKindName;
  object_id: string;
  deleted_at: string;
}

export const PURPOSE = 'bin';

/** Tables that other rows refer to. While such a row is in the trash, the references to it are in its entry. */
const POINTED_AT: TableName[] = ['contacts', 'timeline_items', 'reminders', 'tags', 'groups', 'custom_fields', 'views'];

/** Whether this entry contains a deleted record. */
export const holds = ({ rows }: TrashContent, id: string): boolean =>
  POINTED_AT.some((table) => rows[table]?.some((row) => row.id === id));

/** The ids by which an entry is found: its records, contacts merged into them, changed rows, and contacts' photos. */
export const objectsOf = ({ rows, changes }: TrashContent): string[] => [
  ...POINTED_AT.flatMap((table) => (rows[table] ?? []).map(({ id }) => String(id))),
  ...(rows.merged_contacts ?? []).map(({ contact_id }) => String(contact_id)),
  ...changes.map(({ id }) => id),
  ...(rows.contacts ?? []).flatMap((row) => ADDRESS_FIELDS.flatMap((field) => photoIdIn(row[field] as string) ?? [])),
];

export const sealContent = ({ secret }: Pick<Context, 'secret'>, { title, rows, changes }: TrashContent): string =>
  secret.seal(PURPOSE, JSON.stringify({ title, rows, changes }));

export const openContent = ({ secret }: Pick<Context, 'secret'>, sealed: string): TrashContent =>
  JSON.parse(secret.open(PURPOSE, sealed));
