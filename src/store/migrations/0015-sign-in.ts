import type { ColumnTypes } from './types.ts';

/**
 * What signs people and hosts in: passkeys, the sessions of browsers, hosts that a person let in, and the records of
 * the authorization server. All of the directory: each is looked up before the user is known.
 */
export const signIn = ({ strict, real }: ColumnTypes): string[] => [
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

  `create table connected_hosts (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, client_id text not null, name text not null, sent_to text not null, scopes text not null,
    created_at text not null, last_used_at text,
    primary key (user_id, id)
  ) ${strict}`,

  // A host's records go with its grant; a person's with the person.
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
];
