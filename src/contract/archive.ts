import * as z from 'zod';
import { once } from '../shared/once.ts';
import type { KINDS } from './archive-columns.ts';
import {
  ADDRESS_FIELDS,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  POSTAL_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  READ_ONLY_TIME_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from './contact-fields.ts';
import { text } from './schema/primitives.ts';

// The lossless JSON of one user's data (`kith export`), table by table. Derived columns (folded text, search words,
// normalized forms) are not included; an import computes them again.

export type { GroupMergeChange } from './archive-columns.ts';

export const TRASH_KIND_NAMES = [
  'contact',
  'note',
  'reminder',
  'group',
  'tag',
  'custom_field',
  'view',
  'favorite',
  'share_link',
  'email',
  'phone',
  'address',
] as const;

/** A column's kind. archive-columns.ts and archive-rows.ts define the accepted values of each kind. */
export type ColumnKind = keyof typeof KINDS | 'trashKind' | 'trashRows' | 'changes' | 'images';

export interface ArchiveTable {
  columns: Record<string, ColumnKind>;
  /** The table's key for one user, and the sort order in an archive. */
  key: readonly string[];
  /** Columns with the id of a required row in another table. */
  references?: Record<string, TableName>;
  /** Columns with the id of an optional row in another table. */
  optionalReferences?: Record<string, TableName>;
}

const all = (kind: ColumnKind, names: readonly string[]): Record<string, ColumnKind> =>
  Object.fromEntries(names.map((name) => [name, kind]));

const STAMPS = { created_at: 'moment', updated_at: 'moment' } as const;
const DETAIL = { id: 'id', contact_id: 'id', workspace_id: 'text' } as const;

/** The archive's tables, in order: a row comes after the rows it references. */
export const ARCHIVE_TABLES = {
  photos: { key: ['id'], columns: { id: 'photoId', picture: 'picture', created_at: 'moment' } },
  tags: { key: ['id'], columns: { id: 'id', workspace_id: 'text', name: 'words', created_at: 'moment' } },
  groups: {
    key: ['id'],
    columns: {
      ...{ id: 'id', workspace_id: 'text', name: 'words', emoji: 'text', description: 'text', parent_id: 'ref' },
      ...STAMPS,
    },
    optionalReferences: { parent_id: 'groups' },
  },
  custom_fields: {
    key: ['id'],
    columns: {
      ...{ id: 'id', name: 'words', field_type: 'fieldType', categories: 'list', ranking: 'integer' },
      ...STAMPS,
    },
  },
  contacts: {
    key: ['id'],
    columns: {
      id: 'id',
      workspace_id: 'text',
      ...all('text', TEXT_FIELDS),
      full_name_given: 'flag',
      ...all('text', [...ADDRESS_FIELDS, 'image_source', 'website']),
      birthday: 'time',
      ...all('integer', ['birthday_year', 'birthday_dismissed_year']),
      ...all('text', PROFILE_FIELDS),
      ...all('flag', FLAG_FIELDS),
      source: 'text',
      priority_tier: 'integer',
      frequency: 'text',
      ...all('time', TIME_FIELDS),
      ...all('text', [...MESSAGE_TEXT_FIELDS, ...PROVIDER_FIELDS, ...READ_ONLY_TEXT_FIELDS]),
      ...all('time', [...MESSAGE_TIME_FIELDS, ...READ_ONLY_TIME_FIELDS]),
      ...all('json', ['linkedin_data', 'web_search_summary']),
      ...all('number', ['latitude', 'longitude']),
      geocode_attempts: 'count',
      ...STAMPS,
    },
  },
  contact_emails: {
    key: ['id'],
    columns: { ...DETAIL, email: 'words', label: 'text', ranking: 'count', ...STAMPS },
    references: { contact_id: 'contacts' },
  },
  contact_phone_numbers: {
    key: ['id'],
    columns: {
      ...DETAIL,
      ...{ phone_number: 'words', label: 'text', ranking: 'count', country_code: 'text' },
      phone_number_sanitized: 'text',
      ...STAMPS,
    },
    references: { contact_id: 'contacts' },
  },
  legacy_contact_addresses: {
    key: ['id'],
    columns: { ...DETAIL, ...all('text', POSTAL_FIELDS), ...STAMPS },
    references: { contact_id: 'contacts' },
  },
  tags_contacts: {
    key: ['contact_id', 'tag_id'],
    columns: all('id', ['contact_id', 'tag_id']),
    references: { contact_id: 'contacts', tag_id: 'tags' },
  },
  groups_contacts: {
    key: ['contact_id', 'group_id'],
    columns: { contact_id: 'id', group_id: 'id', created_at: 'moment' },
    references: { contact_id: 'contacts', group_id: 'groups' },
  },
  contacts_custom_fields: {
    key: ['id'],
    columns: {
      ...all('id', ['id', 'contact_id', 'custom_field_id']),
      ...{ text_value: 'text', date_value: 'day', array_value: 'json' },
    },
    references: { contact_id: 'contacts', custom_field_id: 'custom_fields' },
  },
  contact_relations: {
    key: ['id'],
    columns: {
      ...all('id', ['id', 'source', 'destination']),
      ...all('text', ['source_contact', 'destination_contact']),
    },
    references: { source: 'contacts', destination: 'contacts' },
  },
  reminders: {
    key: ['id'],
    columns: {
      ...{ id: 'id', workspace_id: 'text', assignee_id: 'text', text: 'text', due_at_date: 'day', due_at_time: 'time' },
      ...all('flag', ['is_complete', 'email_sent', 'push_notification_sent']),
      ...{ recurrence: 'text', last_completed_at: 'time', next_occurrence_at: 'time', anchor: 'text' },
      created_at: 'moment',
    },
  },
  reminders_contacts: {
    key: ['reminder_id', 'contact_id'],
    columns: all('id', ['reminder_id', 'contact_id']),
    references: { reminder_id: 'reminders', contact_id: 'contacts' },
  },
  timeline_items: {
    key: ['id'],
    columns: {
      ...{ id: 'id', workspace_id: 'text', audience: 'audience', note: 'text', custom_emoji: 'text' },
      ...{ meeting_type: 'text', event_time: 'moment', created_at: 'moment' },
      ...all('text', ['google_calendar_event_id_v3', 'oauth_credential_id']),
      ...all('text', ['calendar_account_email', 'calendar_account_provider']),
      ...{ reminder_id: 'ref', channels: 'list', attachments: 'list' },
    },
    optionalReferences: { reminder_id: 'reminders' },
  },
  timeline_items_contacts: {
    key: ['timeline_item_id', 'contact_id'],
    columns: { timeline_item_id: 'id', contact_id: 'id', is_origin: 'flag' },
    references: { timeline_item_id: 'timeline_items', contact_id: 'contacts' },
  },
  views: {
    key: ['id'],
    columns: {
      ...{ id: 'id', workspace_id: 'text', group_id: 'ref', name: 'words', emoji: 'text' },
      ...{ filters: 'object', sort: 'text' },
      ...STAMPS,
    },
    optionalReferences: { group_id: 'groups' },
  },
  favorites: {
    key: ['id'],
    columns: { id: 'id', ...all('ref', ['contact_id', 'group_id', 'view_id']), ranking: 'integer', ...STAMPS },
    references: { contact_id: 'contacts', group_id: 'groups', view_id: 'views' },
  },
  // The token is not included because it works on only one server. An import creates a new one.
  share_links: {
    key: ['id'],
    columns: { id: 'id', group_id: 'id', created_at: 'moment', expires_at: 'time' },
    references: { group_id: 'groups' },
  },
  merged_contacts: {
    key: ['contact_id'],
    columns: all('id', ['contact_id', 'survivor_id']),
    references: { survivor_id: 'contacts' },
  },
  merges: {
    key: ['id'],
    columns: { id: 'id', survivor_id: 'id', created_at: 'moment', images: 'images' },
  },
  group_merges: {
    key: ['id'],
    columns: { id: 'id', destination_id: 'id', created_at: 'moment', change: 'groupMerge' },
    references: { destination_id: 'groups' },
  },
  bin: {
    key: ['id'],
    columns: {
      ...{ id: 'id', kind: 'trashKind', object_id: 'id', deleted_at: 'moment', title: 'text' },
      ...{ rows: 'trashRows', changes: 'changes' },
    },
  },
  // Cards that devices wrote for contacts and groups, with the same ids. If a device chose no name or UID, they are
  // derived from the id. `gone_at` is when the contact was deleted, if it can still be restored.
  cards: {
    key: ['id'],
    columns: {
      ...{ id: 'id', kind: 'cardKind', name: 'cardName', uid: 'cardUid', text: 'cardText' },
      ...{ taken_from: 'ref', gone_at: 'time' },
    },
  },
  card_conflicts: {
    key: ['id'],
    columns: {
      ...{ id: 'id', card_id: 'id', device: 'words', created_at: 'moment' },
      ...{ field: 'cardField', kept: 'said', lost: 'said' },
    },
    references: { card_id: 'contacts' },
  },
} as const satisfies Record<string, { [K in keyof ArchiveTable]: unknown }>;

export type TableName = keyof typeof ARCHIVE_TABLES;
export const TABLE_NAMES = Object.keys(ARCHIVE_TABLES) as TableName[];
export const archiveTable = (name: TableName): ArchiveTable => ARCHIVE_TABLES[name] as ArchiveTable;

/** An archive row: values by column name. */
export type ArchiveRow = Record<string, unknown>;
export type ArchiveRows = Partial<Record<TableName, ArchiveRow[]>>;

/** The user's settings. An import into an empty account applies them. */
export interface ArchiveSettings {
  name: string | null;
  time_zone: string;
  country: string | null;
}

export interface Archive {
  settings?: ArchiveSettings | undefined;
  rows: ArchiveRows;
}

export const ARCHIVE_FORMAT = 'kith archive';
export const ARCHIVE_VERSION = 1;

export const settingsSchema = once(() =>
  z.strictObject({
    name: text(500).nullable(),
    time_zone: text(100).refine(isTimeZone, 'must be a time zone such as "Europe/London"'),
    country: z.string().length(2, 'must be a two-letter country code, such as "DE"').nullable(),
  }),
);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
