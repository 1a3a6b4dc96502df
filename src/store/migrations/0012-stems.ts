import type { ColumnTypes } from './types.ts';

/**
 * Records that are searched by more words than an older version stored: notes by their stems, contacts by their phone
 * numbers. Each is indexed anew after the first request of its user, and found as before until then.
 */
export const stems = ({ strict }: ColumnTypes): string[] => [
  `create table records_to_index (
    user_id text not null references users (user_id) on delete cascade,
    kind text not null, id text not null,
    primary key (user_id, kind, id)
  ) ${strict}`,
  `insert into records_to_index (user_id, kind, id)
    select user_id, 'note', id from timeline_items where note is not null`,
  `insert into records_to_index (user_id, kind, id)
    select distinct user_id, 'contact', contact_id from contact_phone_numbers`,
];
