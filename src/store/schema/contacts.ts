import type { ColumnTypes } from './column-types.ts';

/** Contacts and their details. Columns that begin with `folded_` hold the text that filters and sorts compare. */
export const contacts = ({ strict, real, bytes }: ColumnTypes): string[] => [
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
    folded_education text not null, folded_location text not null, folded_description text not null, has_notes integer not null default 0,
    primary key (user_id, id)
  ) ${strict}`,
  'create index contacts_created on contacts (user_id, is_archived, created_at, id)',
  'create index contacts_updated on contacts (user_id, is_archived, updated_at, id)',
  'create index contacts_seen on contacts (user_id, is_archived, last_seen_at, id)',
  'create index contacts_next_reminder on contacts (user_id, is_archived, next_reminder_at, id)',
  'create index contacts_name on contacts (user_id, is_archived, folded_name, id)',
  'create index contacts_place on contacts (user_id, latitude, longitude) where latitude is not null',
  'create index contacts_birthday on contacts (user_id, (substr(birthday, 6, 5))) where birthday is not null',
  'create index contacts_without_notes on contacts (user_id, is_archived, created_at, id) where has_notes = 0',
  // Only kith's own photos: other addresses can be longer than PostgreSQL accepts in an index.
  ...['image_url', 'business_card_url'].map(
    (column) => `create index contacts_${column} on contacts (user_id, ${column})
      where ${column} >= 'kith://photos/' and ${column} < 'kith://photos0'`,
  ),
  // The id is the hash of the bytes.
  `create table photos (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, size integer not null, created_at text not null, checked_at text not null, bytes ${bytes} not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index photos_checked on photos (user_id, checked_at)',

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

  // Keys that duplicates share.
  `create table match_keys (
    user_id text not null, contact_id text not null, match_key text not null,
    primary key (user_id, contact_id, match_key),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create index match_keys_key on match_keys (user_id, match_key, contact_id)',
];
