import type { TableName } from '../../contract/archive.ts';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoIdIn } from '../../contract/photos.ts';
import type { StoredRow } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import type { TrashKindName } from './trash-kinds.ts';

/** A row that stayed and was changed: its columns before and after the deletion. */
export interface Change {
  table: TableName;
  id: string;
  before: StoredRow;
  after: StoredRow;
}

/** Everything that a deletion removed and changed, so that it can be restored. */
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

/** The tables that other rows refer to: while such a row is in the trash, the references to it wait there too. */
const POINTED_AT: TableName[] = ['contacts', 'timeline_items', 'reminders', 'tags', 'groups', 'custom_fields', 'views'];

/** Whether a record lies in this entry. */
export const holds = ({ rows }: TrashContent, id: string): boolean =>
  POINTED_AT.some((table) => rows[table]?.some((row) => row.id === id));

/** The ids that an entry is found by: its records, who was merged into them, the rows it changed, and photos of contacts. */
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
