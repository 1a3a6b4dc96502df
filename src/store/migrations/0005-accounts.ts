import type { ColumnTypes } from './types.ts';

/** Connected mail and calendar accounts. `sealed` holds the tokens; nothing of a message or an event is stored. */
export const accounts = ({ strict }: ColumnTypes): string[] => [
  `create table connected_accounts (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, provider text not null, email text not null, status text not null,
    capabilities text not null, sealed text not null, version integer not null,
    refresh_mark text, refresh_until text, created_at text not null, updated_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index connected_accounts_address on connected_accounts (user_id, provider, email)',
];
