import type { ColumnTypes } from './types.ts';

/**
 * Several keys for a user, by name. Only the one that was there, called default from now on, can be read back: of the
 * others no more than a digest is kept, sealed. Beside them the security log, which outlives the users it speaks of.
 */
export const keys = ({ strict }: ColumnTypes): string[] => [
  'create table kept_keys as select * from api_keys',
  'drop table api_keys',
  `create table api_keys (
    user_id text not null references users (user_id) on delete cascade,
    name text not null, lookup text not null, sealed text not null, permissions text not null,
    created_at text not null, expires_at text, last_used_at text,
    primary key (user_id, name)
  ) ${strict}`,
  'create unique index api_keys_lookup on api_keys (lookup)',
  `insert into api_keys (user_id, name, lookup, sealed, permissions, created_at)
    select user_id, 'default', lookup, sealed, permissions, created_at from kept_keys`,
  'drop table kept_keys',

  `create table security_log (
    id text not null primary key,
    at text not null, event text not null, user_id text, key_name text, address text, detail text
  ) ${strict}`,
  'create index security_log_at on security_log (at, id)',
];
