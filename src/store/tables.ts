import type { TRASH_KIND_NAMES } from '../contract/archive.ts';
import type {
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
} from '../contract/contact-fields.ts';
import type { SEARCHED_FIELDS } from '../contract/contact-filter.ts';
import type { FIELD_TYPES } from '../contract/custom-fields.ts';
import type { AccountTables } from './account-tables.ts';
import type { CardTables } from './card-tables.ts';
import type { CountTables } from './count-tables.ts';
import type { FeedTables } from './feed-tables.ts';
import type { FollowTables } from './follow-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';

// Rows as stored: flags are 0 or 1, times are ISO 8601 UTC with milliseconds, lists and objects are JSON strings.
type Flag = 0 | 1;
type Nullable<N extends readonly string[]> = { [K in N[number]]: string | null };

export interface UserRow {
  user_id: string;
  email: string;
  name: string | null;
  plan: 'free' | 'professional';
  time_zone: string;
  /** ISO 3166 alpha-2: the default country for phone numbers. */
  country: string | null;
  created_at: string;
}

export interface ApiKeyRow {
  user_id: string;
  name: string;
  lookup: string;
  /** The key itself if it can be read back, otherwise its digest. Rotating the secret derives the lookup from it. */
  sealed: string;
  permissions: 'read' | 'write';
  /** `dav`: an app password, which gives access only to the address book over CardDAV. */
  kind: 'api' | 'dav';
  created_at: string;
  expires_at: string | null;
  /** Up to a few minutes out of date. */
  last_used_at: string | null;
}

export interface SecurityRow {
  id: string;
  at: string;
  event: string;
  user_id: string | null;
  key_name: string | null;
  address: string | null;
  detail: string | null;
}

export interface ContactRow
  extends Nullable<typeof TEXT_FIELDS>,
    Nullable<typeof ADDRESS_FIELDS>,
    Nullable<typeof PROFILE_FIELDS>,
    Nullable<typeof MESSAGE_TEXT_FIELDS>,
    Nullable<typeof MESSAGE_TIME_FIELDS>,
    Nullable<typeof PROVIDER_FIELDS>,
    Nullable<typeof TIME_FIELDS>,
    Nullable<typeof READ_ONLY_TEXT_FIELDS>,
    Nullable<typeof READ_ONLY_TIME_FIELDS>,
    Record<(typeof FLAG_FIELDS)[number], Flag>,
    Record<`folded_${(typeof SEARCHED_FIELDS)[number]}`, string> {
  user_id: string;
  id: string;
  workspace_id: string | null;
  /** Whether the caller set full_name, rather than it being joined from first and last name. */
  full_name_given: Flag;
  image_source: string | null;
  website: string | null;
  birthday: string | null;
  birthday_year: number | null;
  birthday_dismissed_year: number | null;
  source: string | null;
  priority_tier: number | null;
  frequency: string | null;
  web_search_summary: string | null;
  linkedin_data: string | null;
  latitude: number | null;
  longitude: number | null;
  geocode_attempts: number;
  /** Derived from the contact's linked notes. */
  has_notes: Flag;
  created_at: string;
  updated_at: string;
}

interface DetailRow {
  user_id: string;
  id: string;
  contact_id: string;
  workspace_id: string | null;
  /** Normalized value for comparisons. */
  normal: string;
  created_at: string;
  updated_at: string;
}

export interface EmailRow extends DetailRow {
  email: string;
  label: string | null;
  ranking: number;
}

export interface PhoneRow extends DetailRow {
  phone_number: string;
  label: string | null;
  ranking: number;
  country_code: string | null;
  phone_number_sanitized: string | null;
}

export interface AddressRow extends DetailRow, Nullable<typeof POSTAL_FIELDS> {}

export interface RelationRow {
  user_id: string;
  id: string;
  source: string;
  destination: string;
  source_contact: string | null;
  destination_contact: string | null;
}

export interface NoteRow {
  user_id: string;
  id: string;
  workspace_id: string | null;
  audience: 'private' | 'shared';
  note: string | null;
  custom_emoji: string | null;
  meeting_type: string | null;
  event_time: string;
  created_at: string;
  google_calendar_event_id_v3: string | null;
  oauth_credential_id: string | null;
  calendar_account_email: string | null;
  calendar_account_provider: string | null;
  reminder_id: string | null;
  channels: string;
  attachments: string;
}

export interface NoteLinkRow {
  user_id: string;
  timeline_item_id: string;
  contact_id: string;
  is_origin: Flag;
  /** Copied from the note, so that one index serves a contact's timeline. */
  event_time: string;
}

export interface GroupRow {
  user_id: string;
  id: string;
  workspace_id: string | null;
  name: string;
  emoji: string | null;
  description: string | null;
  parent_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface ViewRow {
  user_id: string;
  id: string;
  workspace_id: string | null;
  group_id: string | null;
  name: string;
  emoji: string | null;
  filters: string;
  sort: string | null;
  created_at: string;
  updated_at: string;
}

export interface ShareLinkRow {
  user_id: string;
  id: string;
  group_id: string;
  lookup: string;
  sealed: string;
  created_at: string;
  expires_at: string | null;
}

export interface FavoriteRow {
  user_id: string;
  id: string;
  contact_id: string | null;
  group_id: string | null;
  view_id: string | null;
  ranking: number | null;
  created_at: string;
  updated_at: string;
}

export interface ReminderRow {
  user_id: string;
  id: string;
  workspace_id: string | null;
  assignee_id: string | null;
  text: string | null;
  /** A day, YYYY-MM-DD. Ignored if there is a time. */
  due_at_date: string | null;
  due_at_time: string | null;
  is_complete: Flag;
  email_sent: Flag;
  push_notification_sent: Flag;
  recurrence: string | null;
  last_completed_at: string | null;
  next_occurrence_at: string | null;
  created_at: string;
  /** The day or time that occurrences are counted from. */
  anchor: string;
  /** The due time as an instant, for sorting. For a day, its first instant in the user's time zone. */
  due_at: string;
}

export interface CustomFieldRow {
  user_id: string;
  id: string;
  name: string;
  field_type: (typeof FIELD_TYPES)[number];
  categories: string;
  ranking: number | null;
  created_at: string;
  updated_at: string;
}

export interface IdempotencyRow {
  user_id: string;
  idempotency_key: string;
  fingerprint: string;
  /** Null while an operation with several transactions is in progress. */
  status: number | null;
  sealed: string;
  lease_until: string | null;
  created_at: string;
}

export interface PhotoRow {
  user_id: string;
  /** The SHA-256 of the bytes, in hex. */
  id: string;
  bytes: Uint8Array;
  size: number;
  created_at: string;
  /** When references to the photo were last checked. */
  checked_at: string;
}

export interface SearchRow {
  user_id: string;
  id: string;
  words_row: number;
  /** SQLite: 1 if the row number encodes user and time, 2 if no such number was free. */
  placed: 1 | 2;
  sort_time: string;
}

export interface Tables
  extends AccountTables,
    CardTables,
    CountTables,
    FeedTables,
    FollowTables,
    JobTables,
    SignInTables {
  users: UserRow;
  api_keys: ApiKeyRow;
  security_log: SecurityRow;
  contacts: ContactRow;
  contact_emails: EmailRow;
  contact_phone_numbers: PhoneRow;
  legacy_contact_addresses: AddressRow;
  contact_relations: RelationRow;
  tags: { user_id: string; id: string; workspace_id: string | null; name: string; created_at: string };
  tags_contacts: { user_id: string; contact_id: string; tag_id: string };
  groups: GroupRow;
  groups_contacts: { user_id: string; contact_id: string; group_id: string; created_at: string };
  custom_fields: CustomFieldRow;
  contacts_custom_fields: {
    user_id: string;
    id: string;
    contact_id: string;
    custom_field_id: string;
    text_value: string | null;
    date_value: string | null;
    array_value: string | null;
    /** Value that filters compare: folded text, the date, or the folded entries separated by newlines. */
    folded_value: string;
  };
  reminders_contacts: { user_id: string; reminder_id: string; contact_id: string };
  reminders: ReminderRow;
  timeline_items: NoteRow;
  timeline_items_contacts: NoteLinkRow;
  share_links: ShareLinkRow;
  views: ViewRow;
  favorites: FavoriteRow;
  merges: { user_id: string; id: string; survivor_id: string; sealed: string; created_at: string };
  group_merges: { user_id: string; id: string; destination_id: string; sealed: string; created_at: string };
  merged_contacts: { user_id: string; contact_id: string; survivor_id: string };
  bin: {
    user_id: string;
    id: string;
    kind: (typeof TRASH_KIND_NAMES)[number];
    object_id: string;
    deleted_at: string;
    sealed: string;
  };
  bin_objects: { user_id: string; object_id: string; bin_id: string };
  idempotency_records: IdempotencyRow;
  photos: PhotoRow;
  outbox: { user_id: string; id: string; contact_id: string; created_at: string };
  match_keys: { user_id: string; contact_id: string; match_key: string };
  contact_search: SearchRow;
  note_search: SearchRow;
  contact_words: WordsRow;
  note_words: WordsRow;
  contact_parts: { rowid: number; parts: string };
}

/** A row of SQLite's full-text index. Its number identifies the record. */
interface WordsRow {
  rowid: number;
  words: string;
}
