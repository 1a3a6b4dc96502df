import type { ColumnTypes } from './column-types.ts';

/** The directory: users, what signs them in, and the security log. Its rows are read before the user is known. */
export const directory = ({ strict, real }: ColumnTypes): string[] => [
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

  // The default key can be read back. Of other keys, `sealed` has only a digest. App passwords have the kind `dav`.
  `create table api_keys (
    user_id text not null references users (user_id) on delete cascade,
    name text not null, lookup text not null, sealed text not null, permissions text not null,
    created_at text not null, expires_at text, last_used_at text, kind text not null default 'api',
    primary key (user_id, name)
  ) ${strict}`,
  'create unique index api_keys_lookup on api_keys (lookup)',

  // Its rows are kept when their user is removed.
  `create table security_log (
    id text not null primary key,
    at text not null, event text not null, user_id text, key_name text, address text, detail text
  ) ${strict}`,
  'create index security_log_at on security_log (at, id)',

  `create table passkeys (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, name text not null, public_key text not null, counter ${real} not null, transports text not null,
    created_at text not null, last_used_at text,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index passkeys_id on passkeys (id)',

  `create table sessions (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, lookup text not null, browser text not null,
    created_at text not null, renewed_at text not null, last_used_at text not null, expires_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index sessions_lookup on sessions (lookup)',

  // Connected apps.
  `create table connected_hosts (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, client_id text not null, name text not null, sent_to text not null, scopes text not null,
    created_at text not null, last_used_at text,
    primary key (user_id, id)
  ) ${strict}`,
  // The authorization server's records. An app's records are deleted with its grant, a user's with the user.
  `create table sign_in_records (
    kind text not null, lookup text not null, sealed text not null,
    user_id text references users (user_id) on delete cascade,
    host_id text, uid_lookup text, consumed_at text, expires_at text not null,
    primary key (kind, lookup)
  ) ${strict}`,
  'create index sign_in_records_host on sign_in_records (host_id)',
  'create index sign_in_records_uid on sign_in_records (uid_lookup)',
  'create index sign_in_records_user on sign_in_records (user_id)',
  'create index sign_in_records_end on sign_in_records (expires_at)',

  // Scheduled work of all users.
  `create table jobs (
    user_id text not null references users (user_id) on delete cascade,
    kind text not null, id text not null, due_at text not null, plans integer not null,
    lease_mark text, lease_until text, tries integer not null, last_error text,
    primary key (user_id, kind, id)
  ) ${strict}`,
  'create index jobs_due on jobs (due_at)',

  // Each user's daily message and reminder messages.
  `create table messages (
    user_id text not null references users (user_id) on delete cascade,
    is_on integer not null, at_time text not null, with_reminders integer not null, when_empty integer not null,
    sealed text not null, begins_at text not null, sent_day text,
    reminders_at text not null, reminders_id text not null,
    outcome text, outcome_at text, outcome_words text, tested_at text,
    primary key (user_id)
  ) ${strict}`,
];
