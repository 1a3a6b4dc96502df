import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { POSTAL_FIELDS, RELATION_FIELDS } from '../../contract/contact-fields.ts';
import { fromJson, jsonRow, jsonRows, storedJson } from '../../store/json.ts';
import { type Db, onPostgres, type StoredRow } from '../../store/store.ts';
import type { ContactRow, Tables } from '../../store/tables.ts';
import { bytesOf, type Size } from '../common/answer-size.ts';
import { knownFrequency } from '../common/frequency.ts';
import type { JsonRow } from './view.ts';

// A contact's relations are columns of the statement that reads the contact: subqueries that return their rows as JSON.
// So any number of relations takes one statement. On PostgreSQL each subquery has the user id as a parameter, so that a
// distributed database can run the statement on one node. On SQLite it is cheaper to refer to the contact's user_id.

export type RelationField = (typeof RELATION_FIELDS)[number];

/** A contact's row with the columns of its relations. */
export type LoadedContact = (ContactRow | JsonRow) & Loaded;

interface Loaded {
  [relation: `with_${string}`]: unknown;
}

type Contacts = ExpressionBuilder<Tables, 'contacts'>;

// biome-ignore lint/suspicious/noExplicitAny: each relation reads other tables.
type Rows = SelectQueryBuilder<any, any, object>;

interface Relation {
  /** Selects a contact's rows. Absent if the contact's own row has all data. */
  rows?: (contacts: Contacts, owner: Expression<string>) => Rows;
  /** Whether a contact has at most one row, which is returned as an object. */
  isOne?: boolean;
  /** Approximate bytes of a row in an answer, without the columns in `long`. */
  bytes?: number;
  /** Columns that may contain long text. */
  long?: readonly string[];
  /** Converts the loaded column and the contact's row to API format. */
  // biome-ignore lint/suspicious/noExplicitAny: parsed JSON has the columns of the subquery in `rows`.
  view(loaded: any, row: JsonRow | ContactRow): unknown;
}

/** The relations' part in the cache key of a compiled statement. */
export const relationsKey = (wanted: ReadonlySet<RelationField>): string =>
  wanted.size === RELATION_FIELDS.length ? 'all' : [...wanted].join();

/** The contact's user in a subquery. */
const ownerOf = (contacts: Contacts, db: Db, userId: string) =>
  onPostgres(db) ? contacts.val(userId) : contacts.ref('contacts.user_id');

/** The first rows of a query. The limit is text, because compiled statements accept only text. */
const first = (rows: Rows, maxRows: string): Rows => rows.limit(sql<number>`cast(${maxRows} as integer)`);

/** The columns of the wanted relations, each with at most `maxRows` rows. `withRelations` converts them. */
export function relationColumns(
  contacts: Contacts,
  db: Db,
  userId: string,
  wanted: ReadonlySet<RelationField>,
  maxRows?: string,
) {
  const owner = ownerOf(contacts, db, userId);
  return [...wanted].flatMap((field) => {
    const { rows, isOne } = RELATIONS[field];
    if (!rows) return [];
    const all = rows(contacts, owner);
    if (isOne) return [jsonRow(db, all).as(columnName(field))];
    return [jsonRows(db, maxRows === undefined ? all : first(all, maxRows)).as(columnName(field))];
  });
}

/** Columns with each wanted relation's number of rows, counted up to `maxRows`, and the bytes of its long columns. */
export function sizeColumns(
  contacts: Contacts,
  db: Db,
  userId: string,
  wanted: ReadonlySet<RelationField>,
  maxRows: string,
) {
  const owner = ownerOf(contacts, db, userId);
  return [...wanted].flatMap((field) => {
    const { rows, isOne, long } = RELATIONS[field];
    if (!rows || isOne) return [];
    const all = rows(contacts, owner).clearSelect();
    const counted = first(all.clearOrderBy().select(sql`1`.as('one')), maxRows);
    const count = sql<number>`(select count(*) from (${counted}) as counted)`.as(sizeName('count', field));
    if (!long) return [count];
    const measured = first(all.select(bytesOf(long).as('bytes')), maxRows);
    const bytes = sql<number>`(select sum(measured.bytes) from (${measured}) as measured)`;
    return [count, bytes.as(sizeName('bytes', field))];
  });
}

/** The bytes of relations, from their `sizeColumns`. */
export function sizeOfRelations(
  row: Record<string, unknown>,
  wanted: ReadonlySet<RelationField>,
  maxRows: number,
): Size {
  const size: Size = { bytes: 0, isCut: false };
  for (const field of wanted) {
    const { bytes = 0, isOne } = RELATIONS[field];
    const count = isOne ? 1 : Number(row[sizeName('count', field)] ?? 0);
    size.bytes += count * bytes + Number(row[sizeName('bytes', field)] ?? 0);
    size.isCut ||= count >= maxRows;
  }
  return size;
}

const sizeName = (what: 'count' | 'bytes', field: RelationField) => `${what}_${columnName(field)}` as const;

/** Adds the wanted relations to a view, from a row with their columns. */
export function withRelations(
  view: Record<string, unknown>,
  row: ContactRow & Loaded,
  wanted: ReadonlySet<RelationField>,
): Record<string, unknown> {
  for (const field of wanted) view[field] = RELATIONS[field].view(fromJson(row[columnName(field)]), row);
  return view;
}

/** The wanted relations as JSON that continues an object. Loaded JSON is used unchanged if possible. */
export function relationsText(row: JsonRow & Loaded, wanted: ReadonlySet<RelationField>): string {
  let text = '';
  for (const field of wanted) {
    const { view } = RELATIONS[field];
    const loaded = row[columnName(field)];
    const isText = view === asLoaded || loaded === '[]';
    text += `,"${field}":${isText ? loaded : JSON.stringify(view(fromJson(loaded), row))}`;
  }
  return text;
}

/** Column names by field. Two of the field names are too long for PostgreSQL. */
const COLUMN_NAMES = new Map(
  RELATION_FIELDS.map((field) => [field, `with_${field.replace('contact_relations_contact_relations_', '')}` as const]),
);
const columnName = (field: RelationField) => COLUMN_NAMES.get(field)!;

const asLoaded = (rows: unknown) => rows;

const DETAIL_COLUMNS = {
  contact_emails: ['email', 'label', 'ranking'],
  contact_phone_numbers: ['phone_number', 'label', 'ranking', 'country_code', 'phone_number_sanitized'],
  legacy_contact_addresses: POSTAL_FIELDS,
} as const;
type DetailTable = keyof typeof DETAIL_COLUMNS;

const detailColumns = (table: DetailTable): string[] => [
  ...['user_id', 'id', 'contact_id', 'workspace_id'],
  ...DETAIL_COLUMNS[table],
  ...['created_at', 'updated_at'],
];

/** Converts an email, phone number, or address to API format. */
export function viewDetail<T extends DetailTable>(table: T, row: Tables[T]): Omit<Tables[T], 'normal'> {
  const columns = new Set(detailColumns(table));
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name))) as Omit<Tables[T], 'normal'>;
}

const details = (table: DetailTable, ...order: ('ranking' | 'id')[]): Relation => ({
  bytes: 450,
  rows: (contacts, owner) =>
    order.reduce(
      (rows, by) => rows.orderBy(`detail.${by}`),
      contacts
        .selectFrom(sql<StoredRow>`${sql.table(table)}`.as('detail'))
        .select(detailColumns(table).map((name) => `detail.${name}` as const))
        .where('detail.user_id', '=', owner)
        .whereRef('detail.contact_id', '=', 'contacts.id'),
    ),
  view: asLoaded,
});

const relations = (side: 'source' | 'destination'): Relation => ({
  bytes: 250,
  rows: (contacts, owner) =>
    contacts
      .selectFrom('contact_relations as relation')
      .select(['relation.id', 'relation.source', 'relation.destination'])
      .select(['relation.source_contact', 'relation.destination_contact'])
      .where('relation.user_id', '=', owner)
      .whereRef(`relation.${side}`, '=', 'contacts.id')
      .orderBy('relation.id'),
  view: asLoaded,
});

const none: Relation = { view: () => [] };

const RELATIONS: Record<RelationField, Relation> = {
  contact_emails: details('contact_emails', 'ranking', 'id'),
  contact_phone_numbers: details('contact_phone_numbers', 'ranking', 'id'),
  legacy_contact_addresses: {
    ...details('legacy_contact_addresses', 'id'),
    long: POSTAL_FIELDS.map((field) => `detail.${field}`),
  },
  contact_locations: none,
  feed_items: none,
  contact_relations_contact_relations_sourceTocontacts: relations('source'),
  contact_relations_contact_relations_destinationTocontacts: relations('destination'),

  contacts_custom_fields: {
    bytes: 400,
    long: ['value.text_value', 'value.array_value'],
    rows: (contacts, owner) =>
      contacts
        .selectFrom('contacts_custom_fields as value')
        .innerJoin('custom_fields as field', (join) =>
          join.onRef('field.user_id', '=', 'value.user_id').onRef('field.id', '=', 'value.custom_field_id'),
        )
        .select(['value.id', 'value.contact_id', 'value.custom_field_id'])
        .select(['value.text_value', 'value.date_value', 'value.array_value', 'field.name', 'field.field_type'])
        .where('value.user_id', '=', owner)
        .whereRef('value.contact_id', '=', 'contacts.id')
        .orderBy('field.ranking')
        .orderBy('value.id'),
    view: (rows: { name: string; field_type: string; array_value: string | null; custom_field_id: string }[]) =>
      rows.map(({ name, field_type, array_value, ...value }) => ({
        ...value,
        array_value: storedJson('contacts_custom_fields', 'array_value', array_value, null),
        custom_fields: { id: value.custom_field_id, name, field_type },
      })),
  },

  groups_contacts: {
    bytes: 250,
    rows: (contacts, owner) =>
      contacts
        .selectFrom('groups_contacts as link')
        .innerJoin('groups', (join) =>
          join.onRef('groups.user_id', '=', 'link.user_id').onRef('groups.id', '=', 'link.group_id'),
        )
        .select(['link.contact_id', 'link.group_id', 'groups.name', 'groups.emoji'])
        .where('link.user_id', '=', owner)
        .whereRef('link.contact_id', '=', 'contacts.id')
        .orderBy('groups.name')
        .orderBy('link.group_id'),
    view: (rows: { contact_id: string; group_id: string; name: string; emoji: string | null }[]) =>
      rows.map(({ contact_id, group_id, name, emoji }) => ({
        contact_id,
        group_id,
        groups: { id: group_id, name, emoji },
      })),
  },

  tags_contacts: {
    bytes: 200,
    rows: (contacts, owner) =>
      contacts
        .selectFrom('tags_contacts as link')
        .innerJoin('tags', (join) =>
          join.onRef('tags.user_id', '=', 'link.user_id').onRef('tags.id', '=', 'link.tag_id'),
        )
        .select(['link.contact_id', 'link.tag_id', 'tags.name'])
        .where('link.user_id', '=', owner)
        .whereRef('link.contact_id', '=', 'contacts.id')
        .orderBy('tags.name'),
    view: (rows: { contact_id: string; tag_id: string; name: string }[]) =>
      rows.map(({ contact_id, tag_id, name }) => ({ contact_id, tag_id, tags: { id: tag_id, name } })),
  },

  timeline_items_contacts: {
    bytes: 135,
    rows: (contacts, owner) =>
      contacts
        .selectFrom('timeline_items_contacts as link')
        .select(['link.timeline_item_id', 'link.contact_id', 'link.is_origin'])
        .where('link.user_id', '=', owner)
        .whereRef('link.contact_id', '=', 'contacts.id')
        .orderBy('link.event_time', 'desc')
        .orderBy('link.timeline_item_id', 'desc'),
    view: (rows: { is_origin: number }[]) => rows.map((row) => ({ ...row, is_origin: row.is_origin === 1 })),
  },

  reminders_contacts: {
    bytes: 115,
    rows: (contacts, owner) =>
      contacts
        .selectFrom('reminders_contacts as link')
        .select(['link.reminder_id', 'link.contact_id'])
        .where('link.user_id', '=', owner)
        .whereRef('link.contact_id', '=', 'contacts.id')
        .orderBy('link.reminder_id'),
    view: asLoaded,
  },

  contact_birthdays: {
    view: (_, row) =>
      row.birthday_dismissed_year && { contact_id: row.id, last_dismissal_year: row.birthday_dismissed_year },
  },

  keep_in_touch_reminders: {
    view(_, { frequency: stored, next_reminder_at, last_reminder_at }) {
      const frequency = knownFrequency(stored);
      return frequency && { frequency, next_reminder_at, last_reminder_at };
    },
  },

  last_note: {
    bytes: 400,
    isOne: true,
    rows: (contacts, owner) =>
      contacts
        .selectFrom('timeline_items_contacts as link')
        .innerJoin('timeline_items as note', (join) =>
          join.onRef('note.user_id', '=', 'link.user_id').onRef('note.id', '=', 'link.timeline_item_id'),
        )
        .select('note.id')
        .select(sql<string>`coalesce(substr(note.note, 1, ${sql.lit(PREVIEW_LENGTH)}), '')`.as('preview'))
        .select(['note.event_time', 'note.custom_emoji as emoji', 'note.meeting_type'])
        .where('link.user_id', '=', owner)
        .whereRef('link.contact_id', '=', 'contacts.id')
        .orderBy('link.event_time', 'desc')
        .orderBy('link.timeline_item_id', 'desc')
        .limit(({ lit }) => lit(1)),
    view: asLoaded,
  },

  _count: {
    bytes: 25,
    isOne: true,
    rows: (contacts, owner) =>
      contacts
        .selectFrom('groups_contacts as link')
        .select(({ fn }) => fn.countAll<number>().as('groups_contacts'))
        .where('link.user_id', '=', owner)
        .whereRef('link.contact_id', '=', 'contacts.id'),
    view: asLoaded,
  },
};

const PREVIEW_LENGTH = 200;
