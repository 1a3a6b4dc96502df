import type { ColumnTypes } from './types.ts';

/**
 * Photos of contacts, each under the hash of its bytes, and the way from a photo to who has it. No other address is in
 * those indexes: PostgreSQL takes no entry as long as one may be.
 */
export const photos = ({ strict, bytes }: ColumnTypes): string[] => [
  `create table photos (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, size integer not null, created_at text not null, checked_at text not null, bytes ${bytes} not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index photos_checked on photos (user_id, checked_at)',
  ...['image_url', 'business_card_url'].map(
    (column) => `create index contacts_${column} on contacts (user_id, ${column})
      where ${column} >= 'kith://photos/' and ${column} < 'kith://photos0'`,
  ),
];
