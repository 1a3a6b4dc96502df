import type { ColumnTypes } from './types.ts';

/**
 * People, what hangs on them, and the records that keep writes safe. Every key starts with user_id, so that
 * rows can live on any shard; only the directory (users, api_keys) is looked up without one.
 */
export const people = ({ strict, real }: ColumnTypes): string[] => [
  `create table users (
    user_id text not null primary key,
    email text not null,
    name text,
    plan text not null,
    time_zone text not null,
    country text,
    created_at text not null
  ) ${strict}`,
  'create unique index users_email on users (email)',
  `create table api_keys (
    user_id text not null primary key references users (user_id) on delete cascade,
    lookup text not null,
    sealed text not null,
    permissions text not null,
    created_at text not null
  ) ${strict}`,
  'create unique index api_keys_lookup on api_keys (lookup)',

  `create table contacts (
    user_id text not null references users (user_id) on delete cascade,
    id text not null,
    workspace_id text,
    first_name text, last_name text, full_name text, full_name_given integer not null default 0,
    description text, job_title text, company text, education text, legacy_location text,
    image_url text, business_card_url text, image_source text, website text,
    birthday text, birthday_year integer, birthday_dismissed_year integer,
    linkedin text, twitter text, facebook text, instagram text, telegram text, tiktok text, youtube text,
    starred integer not null default 0, is_archived integer not null default 0,
    ignore_merge integer not null default 0, never_keep_in_touch integer not null default 0,
    source text, priority_tier integer, frequency text,
    last_seen_at text, last_reminder_at text, next_reminder_at text, first_met_at text, first_interaction_at text,
    linkedin_companies text, linkedin_education text, linkedin_urn text, linkedin_headline text,
    linkedin_enhance_date text, linkedin_data text,
    linkedin_last_message_at text, linkedin_last_message_snippet text, linkedin_message_link text,
    whatsapp_message_link text, whatsapp_message_snippet text, whatsapp_last_message_at text,
    imessage_message_link text, imessage_message_snippet text, imessage_last_message_at text,
    instagram_message_link text, instagram_message_snippet text, instagram_last_message_at text,
    gmail_last_interaction_at text, gmail_last_interaction_provider text,
    gmail_last_interaction_provider_id text, gmail_last_interaction_subject text,
    gcal_last_interaction_at text, gcal_last_interaction_provider text,
    gcal_last_interaction_provider_id text, gcal_last_interaction_title text,
    phone_call_interaction_snippet text, phone_call_last_interaction_at text,
    web_search_summary text, latitude ${real}, longitude ${real},
    geocode_attempts integer not null default 0, geocode_failed_at text,
    created_at text not null, updated_at text not null,
    folded_name text not null, folded_company text not null, folded_job_title text not null,
    folded_education text not null, folded_location text not null, folded_description text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index contacts_created on contacts (user_id, is_archived, created_at, id)',
  'create index contacts_updated on contacts (user_id, is_archived, updated_at, id)',
  'create index contacts_seen on contacts (user_id, is_archived, last_seen_at, id)',
  'create index contacts_next_reminder on contacts (user_id, is_archived, next_reminder_at, id)',
  'create index contacts_name on contacts (user_id, is_archived, folded_name, id)',
  'create index contacts_place on contacts (user_id, latitude, longitude) where latitude is not null',

  `create table contact_emails (
    user_id text not null, id text not null, contact_id text not null, workspace_id text,
    email text not null, normal text not null, label text, ranking integer not null,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index contact_emails_contact on contact_emails (user_id, contact_id, normal)',
  'create index contact_emails_normal on contact_emails (user_id, normal)',
  `create table contact_phone_numbers (
    user_id text not null, id text not null, contact_id text not null, workspace_id text,
    phone_number text not null, normal text not null, label text, ranking integer not null,
    country_code text, phone_number_sanitized text,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index contact_phone_numbers_contact on contact_phone_numbers (user_id, contact_id, normal)',
  'create index contact_phone_numbers_normal on contact_phone_numbers (user_id, normal)',
  `create table legacy_contact_addresses (
    user_id text not null, id text not null, contact_id text not null, workspace_id text,
    formatted text, street text, city text, region text, country text, postal_code text, address_type text,
    normal text not null,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index legacy_contact_addresses_contact on legacy_contact_addresses (user_id, contact_id, normal)',
  `create table contact_relations (
    user_id text not null, id text not null, source text not null, destination text not null,
    source_contact text, destination_contact text,
    primary key (user_id, id),
    foreign key (user_id, source) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, destination) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index contact_relations_pair on contact_relations (user_id, source, destination)',
  'create index contact_relations_destination on contact_relations (user_id, destination)',

  `create table tags (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, name text not null, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index tags_name on tags (user_id, name)',
  `create table tags_contacts (
    user_id text not null, contact_id text not null, tag_id text not null,
    primary key (user_id, contact_id, tag_id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, tag_id) references tags (user_id, id) on delete cascade
  ) ${strict}`,
  'create index tags_contacts_tag on tags_contacts (user_id, tag_id)',

  `create table groups (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, name text not null, emoji text, description text, parent_id text,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, parent_id) references groups (user_id, id)
  ) ${strict}`,
  'create index groups_parent on groups (user_id, parent_id)',
  `create table groups_contacts (
    user_id text not null, contact_id text not null, group_id text not null, created_at text not null,
    primary key (user_id, contact_id, group_id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index groups_contacts_group on groups_contacts (user_id, group_id)',

  `create table custom_fields (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, name text not null, field_type text not null, categories text not null, ranking integer,
    created_at text not null, updated_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  `create table contacts_custom_fields (
    user_id text not null, id text not null, contact_id text not null, custom_field_id text not null,
    text_value text, date_value text, array_value text, folded_value text not null,
    primary key (user_id, id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, custom_field_id) references custom_fields (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index contacts_custom_fields_pair on contacts_custom_fields (user_id, contact_id, custom_field_id)',
  'create index contacts_custom_fields_field on contacts_custom_fields (user_id, custom_field_id)',

  `create table reminders (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, assignee_id text, text text,
    due_at_date text, due_at_time text, is_complete integer not null default 0,
    email_sent integer not null default 0, push_notification_sent integer not null default 0,
    recurrence text, last_completed_at text, next_occurrence_at text, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  `create table reminders_contacts (
    user_id text not null, reminder_id text not null, contact_id text not null,
    primary key (user_id, reminder_id, contact_id),
    foreign key (user_id, reminder_id) references reminders (user_id, id) on delete cascade,
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create index reminders_contacts_contact on reminders_contacts (user_id, contact_id)',

  `create table timeline_items (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, audience text not null, note text, custom_emoji text, meeting_type text,
    event_time text not null, created_at text not null,
    google_calendar_event_id_v3 text, oauth_credential_id text,
    calendar_account_email text, calendar_account_provider text,
    reminder_id text, channels text not null, attachments text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index timeline_items_time on timeline_items (user_id, event_time, id)',
  `create table timeline_items_contacts (
    user_id text not null, timeline_item_id text not null, contact_id text not null,
    is_origin integer not null default 0, event_time text not null,
    primary key (user_id, timeline_item_id, contact_id),
    foreign key (user_id, timeline_item_id) references timeline_items (user_id, id) on delete cascade,
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create index timeline_items_contacts_time on timeline_items_contacts (user_id, contact_id, event_time, timeline_item_id)',

  `create table favorites (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, contact_id text, group_id text, view_id text, ranking integer,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index favorites_contact on favorites (user_id, contact_id) where contact_id is not null',

  `create table merges (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, survivor_id text not null, sealed text not null, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index merges_survivor on merges (user_id, survivor_id, created_at)',
  `create table merged_contacts (
    user_id text not null references users (user_id) on delete cascade,
    contact_id text not null, survivor_id text not null,
    primary key (user_id, contact_id)
  ) ${strict}`,
  'create index merged_contacts_survivor on merged_contacts (user_id, survivor_id)',

  `create table idempotency_records (
    user_id text not null references users (user_id) on delete cascade,
    idempotency_key text not null, fingerprint text not null, status integer, sealed text not null,
    lease_until text, created_at text not null,
    primary key (user_id, idempotency_key)
  ) ${strict}`,
  'create index idempotency_records_age on idempotency_records (user_id, created_at)',
];

/** Full-text search, the one part where the two engines have nothing in common. */
export const search = (types: ColumnTypes): string[] =>
  ['contact', 'note'].flatMap((kind) => (types.engine === 'sqlite' ? sqliteSearch(kind, types) : postgresSearch(kind)));

/** SQLite's full-text search: an index row per contact and note, found again through these tables. */
const sqliteSearch = (kind: string, { strict }: ColumnTypes): string[] => [
  `create virtual table ${kind}_words using fts5 (
    words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
  )`,
  `create table ${kind}_search (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, words_row integer not null, sort_time text not null,
    primary key (user_id, id)
  ) ${strict}`,
  `create index ${kind}_search_row on ${kind}_search (user_id, words_row, sort_time, id)`,
];

/**
 * Each word once as a lexeme for the index, and all of them in order as text, on which phrases are decided:
 * lexemes know only so many positions. The view is what searches read: under row-level security the planner
 * keeps the text operators, which are not leakproof, out of an index; the view carries the policy's condition itself.
 */
const postgresSearch = (kind: string): string[] => [
  `create table ${kind}_search (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, lexemes tsvector not null, words text not null, sort_time text not null,
    primary key (user_id, id)
  )`,
  `create index ${kind}_search_time on ${kind}_search (user_id, sort_time, id)`,
  // One index over user and words where the extension may be had.
  `do $$ begin
    create extension if not exists btree_gin;
    create index ${kind}_search_lexemes on ${kind}_search using gin (user_id, lexemes);
  exception when others then
    create index ${kind}_search_lexemes on ${kind}_search using gin (lexemes);
  end $$`,
  `create view ${kind}_found as select user_id, id, lexemes, words, sort_time from ${kind}_search
    where user_id = nullif(current_setting('app.user_id', true), '')`,
];
