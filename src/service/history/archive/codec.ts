import {
  type ArchiveRow,
  archiveTable,
  type ColumnKind,
  type GroupMergeChange,
  TABLE_NAMES,
  type TableName,
} from '../../../contract/archive.ts';
import { IMAGE_TABLES, isOptional, knownValue } from '../../../contract/archive-rows.ts';
import { pictureAddress, pictureBytes } from '../../../contract/photos.ts';
import type { CardField } from '../../../shared/cards/fields.ts';
import { badRequest } from '../../../shared/error.ts';
import { parseJson } from '../../../shared/records.ts';
import { startOfDay } from '../../../shared/zones.ts';
import type { StoredRow } from '../../../store/store.ts';
import type { ReminderRow } from '../../../store/tables.ts';
import { openConflict, sealConflict } from '../../cards/conflicts.ts';
import { TEXT_PURPOSE } from '../../cards/text.ts';
import { type DetailTable, normalOf } from '../../common/detail-kinds.ts';
import { foldedValue } from '../../custom-fields/values.ts';
import { openChange, sealChange } from '../../groups/merge-records.ts';
import { photoRow } from '../../photos/photos.ts';
import { readableReminder } from '../../reminders/state.ts';
import type { Context } from '../../runtime/context.ts';
import { sealedToken } from '../../share-links/share-links.ts';
import { type MergeImages, openImages, sealImages } from '../../undo-records/merge-records.ts';
import { openContent, sealContent, type TrashContent } from '../../undo-records/trash-content.ts';
import { openCard } from './cards.ts';

// Converts rows between the database and archives. Archived rows have no user, derived columns, or empty values, and are
// not encrypted.

const SAYS_NOTHING: Partial<Record<ColumnKind, string>> = {
  flag: 'false',
  count: '0',
  list: '[]',
  object: '{}',
  trashRows: '{}',
  images: '{}',
  changes: '[]',
};

/** Converts a stored row for an archive, with columns in the format's order. Skips unknown and empty values. */
export function toArchive(context: Context, table: TableName, stored: StoredRow): ArchiveRow {
  const row: ArchiveRow = {};
  const opened = { ...stored, ...OPENED[table]?.(context, stored) };
  for (const [column, kind] of Object.entries(archiveTable(table).columns)) {
    const stored = fromStored(kind, opened[column]);
    const value = isOptional(table, column) ? knownValue(table, column, stored) : stored;
    if (value !== null && JSON.stringify(value) !== SAYS_NOTHING[kind]) row[column] = value;
  }
  return row;
}

function fromStored(kind: ColumnKind, value: unknown): unknown {
  if (kind === 'flag') return value === 1;
  const isJson = kind === 'json' || kind === 'list' || kind === 'object';
  return isJson && typeof value === 'string' ? (parseJson(value) ?? null) : (value ?? null);
}

/** Completes a row that `checkRow` accepted for the database. Throws a 400 for errors that only the content reveals. */
export function toStored(context: Context, table: TableName, row: ArchiveRow): StoredRow {
  const stored: StoredRow = { user_id: context.user.user_id };
  for (const [column, kind] of Object.entries(archiveTable(table).columns))
    stored[column] = asStored(kind, row[column]);
  return DERIVED[table]?.(context, stored, row) ?? stored;
}

function asStored(kind: ColumnKind, value: unknown): unknown {
  if (kind === 'flag') return value ? 1 : 0;
  const isJson = kind === 'json' || kind === 'list' || kind === 'object';
  return isJson && value !== null ? JSON.stringify(value) : value;
}

type Open = (context: Context, stored: StoredRow) => StoredRow;
type Derive = (context: Context, stored: StoredRow, given: ArchiveRow) => StoredRow;

const OPENED: Partial<Record<TableName, Open>> = {
  photos: (_, { bytes }) => ({ picture: pictureAddress(bytes as Uint8Array) }),
  bin(context, { sealed }) {
    const { title, rows, changes } = openContent(context, String(sealed));
    return { title: title || null, rows: imagesToArchive(context, rows), changes };
  },
  group_merges: (context, { sealed }) => ({ change: openChange(context, String(sealed)) }),
  reminders: (_, stored) => ({ ...readableReminder(stored as unknown as ReminderRow) }),
  cards: ({ secret }, stored) => openCard(stored, (sealed) => secret.open(TEXT_PURPOSE, sealed)),
  card_conflicts: (context, { sealed }) => ({ ...openConflict(context, String(sealed)) }),
  merges: (context, { sealed }) => ({ images: imagesToArchive(context, openImages(context, String(sealed))) }),
};

const detail =
  (table: DetailTable): Derive =>
  ({ user }, stored) => ({ ...stored, normal: normalOf(table, stored, user.country) });

/** Filled by `indexContact`, which needs the contact's addresses too. */
const UNFOLDED = Object.fromEntries(
  ['name', 'company', 'job_title', 'education', 'location', 'description'].map((field) => [`folded_${field}`, '']),
);

const DERIVED: Partial<Record<TableName, Derive>> = {
  photos({ user, now }, { id, created_at }, { picture }) {
    const row = photoRow(user.user_id, pictureBytes(String(picture))!, now);
    if (row.id !== id) throw badRequest({ picture: 'does not match its id' });
    return { ...row, created_at };
  },
  contacts: (_, stored) => ({ ...stored, ...UNFOLDED }),
  contact_emails: detail('contact_emails'),
  contact_phone_numbers: detail('contact_phone_numbers'),
  legacy_contact_addresses: detail('legacy_contact_addresses'),
  contacts_custom_fields: (_, stored, { text_value, date_value, array_value }) => ({
    ...stored,
    folded_value: foldedValue({
      text_value: text_value as string | null,
      date_value: date_value as string | null,
      entries: Array.isArray(array_value) ? array_value.map(String) : null,
    }),
  }),
  reminders({ user }, stored) {
    const due = stored.due_at_time ?? stored.due_at_date;
    const due_at = stored.due_at_time ?? startOfDay(user.time_zone, String(due));
    return { ...stored, due_at, anchor: stored.anchor ?? due };
  },
  share_links: ({ secret, user }, stored) => ({ ...stored, ...sealedToken(secret, user.user_id) }),
  bin(context, { title: _, rows: __, changes: ___, ...stored }, { title, rows, changes }) {
    const content = {
      title: (title as string | null) ?? '',
      rows: imagesToStored(context, rows),
      changes: changes as TrashContent['changes'],
    };
    return { ...stored, sealed: sealContent(context, content) };
  },
  group_merges: (context, { change: _, ...stored }, { change }) => ({
    ...stored,
    sealed: sealChange(context, change as GroupMergeChange),
  }),
  card_conflicts: (context, { field, kept, lost, ...stored }) => ({
    ...stored,
    sealed: sealConflict(context, {
      field: field as CardField,
      kept: kept as string | null,
      lost: lost as string | null,
    }),
  }),
  merges(context, { images: _, ...stored }, { images }) {
    const whole = {
      ...Object.fromEntries(IMAGE_TABLES.map((table) => [table, []])),
      ...imagesToStored(context, images),
    };
    return { ...stored, sealed: sealImages(context, whole) };
  },
};

/** Rows by table inside a record, such as a merge, in the format's order. */
function imagesToArchive(context: Context, images: MergeImages): Record<string, ArchiveRow[]> {
  return Object.fromEntries(
    TABLE_NAMES.flatMap((table) => {
      const rows = images[table] ?? [];
      return rows.length > 0 ? [[table, rows.map((row) => toArchive(context, table, row))]] : [];
    }),
  );
}

/** The reverse of `imagesToArchive`, for checked rows. */
function imagesToStored(context: Context, images: unknown): MergeImages {
  const tables = Object.entries(images as Partial<Record<TableName, ArchiveRow[]>>);
  return Object.fromEntries(
    tables.map(([table, rows = []]) => [table, rows.map((row) => imageToStored(context, table as TableName, row))]),
  );
}

/** Links to notes copy the note's time. It is left empty here, because undo reads it from the note. */
function imageToStored(context: Context, table: TableName, row: ArchiveRow): StoredRow {
  const stored = toStored(context, table, row);
  return table === 'timeline_items_contacts' ? { ...stored, event_time: '' } : stored;
}
