import type { ColumnTypes } from './types.ts';

/**
 * The accounts whose mail and meetings count as contact, how far they were counted, and whom their person writes to who is
 * in no address book; and who of these is not to be offered. Addresses stand in `sealed` alone.
 */
export const lastContact = ({ strict }: ColumnTypes): string[] => [
  `create table contact_counts (
    user_id text not null, id text not null, counted_until text, sealed text not null, created_at text not null,
    primary key (user_id, id),
    foreign key (user_id, id) references connected_accounts (user_id, id) on delete cascade
  ) ${strict}`,
  `create table dismissed_offers (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, sealed text not null, until text,
    primary key (user_id, id)
  ) ${strict}`,
];
