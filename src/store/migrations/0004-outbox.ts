import type { ColumnTypes } from './types.ts';

/** Messages written with the change they tell of, and taken by a worker afterwards. */
export const outbox = ({ strict }: ColumnTypes): string[] => [
  `create table outbox (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, contact_id text not null, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
];
