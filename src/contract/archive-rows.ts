import * as z from 'zod';
import { badRequest } from '../shared/error.ts';
import { once } from '../shared/once.ts';
import { isRecord } from '../shared/records.ts';
import {
  type ArchiveRow,
  archiveTable,
  type ColumnKind,
  TABLE_NAMES,
  type TableName,
  TRASH_KIND_NAMES,
} from './archive.ts';
import { columnSchema } from './archive-columns.ts';
import { FAVORITE_TARGETS } from './favorites.ts';
import { checkValue } from './schema/check.ts';
import { dateTime, uuid } from './schema/primitives.ts';
import { refuseLarge } from './schema/request-size.ts';

/** The tables whose rows are in a contact merge's record. */
export const IMAGE_TABLES = [
  'contacts',
  'contact_relations',
  'merged_contacts',
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'tags_contacts',
  'groups_contacts',
  'contacts_custom_fields',
  'timeline_items_contacts',
  'reminders_contacts',
  'favorites',
] as const satisfies TableName[];

/** The tables whose rows can be in the trash. */
export const TRASH_TABLES = TABLE_NAMES.filter((name) => !['photos', 'bin', 'cards', 'card_conflicts'].includes(name));

/** Columns that a deletion changes in the remaining rows, by table. */
const DELETION_CHANGES = {
  groups: () => ({ parent_id: uuid().nullish(), updated_at: dateTime().optional() }),
  views: () => ({ group_id: uuid().nullish(), updated_at: dateTime().optional() }),
  timeline_items: () => ({ reminder_id: uuid().nullish() }),
  contacts: () => ({ updated_at: dateTime().optional() }),
};

const trashChanges = () => {
  const [first, ...others] = Object.entries(DELETION_CHANGES).map(([table, columns]) => {
    const state = () => z.strictObject(columns());
    return z.strictObject({ table: z.literal(table), id: uuid(), before: state(), after: state() });
  });
  return z.array(z.discriminatedUnion('table', [first!, ...others]));
};

/** Rows by table inside a record. */
const rowsOf = (tables: readonly TableName[]): z.ZodObject =>
  z.strictObject(Object.fromEntries(tables.map((name) => [name, z.array(rowSchema(name)).optional()])));

/** Column kinds whose values are records that contain rows of other tables. */
const RECORDS = {
  /** Rows that a deletion removed. */
  trashRows: once(() => rowsOf(TRASH_TABLES).default({})),
  /** Rows that a deletion changed: the changed columns before and after. */
  changes: () => trashChanges().default([]),
  trashKind: () => z.enum(TRASH_KIND_NAMES),
  /** Rows as they were before a contact merge. */
  images: once(() => rowsOf(IMAGE_TABLES).default({})),
} as const;

const schemas = new Map<TableName, z.ZodType>();

/** The schema of a table's rows. Parsing fills in defaults. */
export function rowSchema(name: TableName): z.ZodType {
  const known = schemas.get(name);
  if (known) return known;
  const columns = Object.entries(archiveTable(name).columns).map(([column, kind]) => [
    column,
    isRecordKind(kind) ? RECORDS[kind]() : columnSchema(name, column, kind),
  ]);
  const schema = z.strictObject(Object.fromEntries(columns)).superRefine((row, { addIssue }) => {
    for (const [column, message] of ROW_RULES[name]?.(row) ?? []) addIssue({ code: 'custom', path: [column], message });
  });
  schemas.set(name, schema);
  return schema;
}

const isRecordKind = (kind: ColumnKind): kind is keyof typeof RECORDS => Object.hasOwn(RECORDS, kind);

/** Rules across a row's columns. Each returns the bad columns with reasons. */
const ROW_RULES: Partial<Record<TableName, (row: ArchiveRow) => [column: string, reason: string][]>> = {
  favorites: (row) =>
    FAVORITE_TARGETS.filter((target) => row[target] !== null).length === 1
      ? []
      : [['contact_id', `must be the only one of ${FAVORITE_TARGETS.join(', ')} that is set`]],
  merges({ survivor_id, images }) {
    const { contacts = [], merged_contacts: _, ...tables } = images as Partial<Record<TableName, ArchiveRow[]>>;
    const ids = new Set(contacts.map(({ id }) => id));
    if (ids.size < contacts.length) return [['images', 'lists a contact twice']];
    if (!ids.has(survivor_id)) return [['images', 'lacks the contact survivor_id']];
    const stray = Object.entries(tables).find(([, rows]) =>
      rows.some((row) => 'contact_id' in row && !ids.has(row.contact_id)),
    );
    return stray ? [['images', `has a row in ${stray[0]} whose contact_id is not one of its contacts`]] : [];
  },
  reminders({ due_at_date, due_at_time, anchor }) {
    if (due_at_date === null && due_at_time === null) return [['due_at_date', 'this or due_at_time is required']];
    const isMoment = anchor !== null && String(anchor).length > 'YYYY-MM-DD'.length;
    return due_at_time === null && isMoment ? [['anchor', 'must be a date, as due_at_date is']] : [];
  },
};

/** Column kinds with their own limit, or whose rows are limited one by one. */
const SEPARATELY_LIMITED: ReadonlySet<string> = new Set(['picture', 'cardText', 'said', 'changes', 'groupMerge']);

/**
 * Throws a 400 for a value that no request could contain: too deeply nested, too many values, or too long after folding. This
 * bounds every later walk over the row.
 */
export function refuseLargeRow(name: TableName, row: ArchiveRow, place = ''): void {
  for (const [column, kind] of Object.entries(archiveTable(name).columns)) {
    const value = row[column];
    if (kind === 'trashRows' || kind === 'images') {
      for (const table of kind === 'images' ? IMAGE_TABLES : TRASH_TABLES) {
        const rows: unknown = isRecord(value) && Object.hasOwn(value, table) ? value[table] : [];
        for (const [index, inner] of Array.isArray(rows) ? rows.entries() : [])
          if (isRecord(inner)) refuseLargeRow(table, inner, `${place}${column}.${table}[${index}].`);
      }
    } else if (!SEPARATELY_LIMITED.has(kind)) refuseLarge({ [place + column]: value });
  }
}

/** Checks and completes an archive row. Throws a 400 that names each bad column, including columns inside records. */
export function checkRow(name: TableName, given: unknown): ArchiveRow {
  if (!isRecord(given)) throw badRequest({ row: 'must be an object' });
  refuseLargeRow(name, given);
  return checkValue(rowSchema(name), given) as ArchiveRow;
}

const columnSchemas = new Map<string, z.ZodType>();

function schemaOf(name: TableName, column: string): z.ZodType {
  const key = `${name} ${column}`;
  const kind = archiveTable(name).columns[column]!;
  const schema = columnSchemas.get(key) ?? (isRecordKind(kind) ? RECORDS[kind]() : columnSchema(name, column, kind));
  columnSchemas.set(key, schema);
  return schema;
}

/** Types whose values are kept if they are only too long. A number that is too large is an invalid value. */
const LENGTHS: ReadonlySet<string> = new Set(['string', 'array']);

/**
 * Returns a stored value, or null if its column does not accept it. Such values come from restored backups and from archives
 * that an older version imported. Text and lists are kept regardless of their length.
 */
export function knownValue<T>(name: TableName, column: string, value: T): T | null {
  if (value === null) return null;
  const issues = schemaOf(name, column).safeParse(value).error?.issues ?? [];
  const isOnlyLong = issues.every((issue) => issue.code === 'too_big' && LENGTHS.has(issue.origin));
  return isOnlyLong ? value : null;
}

/** Whether a column may be left out of an archive. */
export const isOptional = (name: TableName, column: string): boolean =>
  schemaOf(name, column) instanceof z.ZodDefault && !isRecordKind(archiveTable(name).columns[column]!);
