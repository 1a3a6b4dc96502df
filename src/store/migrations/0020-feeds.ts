import type { ColumnTypes } from './types.ts';

/**
 * The address of a user's calendar feed, and of each of its events what it was when it last changed: programs take an
 * event anew by its number and time.
 */
export const feeds = ({ strict }: ColumnTypes): string[] => [
  `create table feeds (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, lookup text not null, sealed text not null,
    parts text not null, alarm_minutes integer, revision integer not null,
    created_at text not null, changed_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index feeds_lookup on feeds (user_id, lookup)',

  `create table feed_events (
    user_id text not null, feed_id text not null,
    id text not null, digest text not null, revision integer not null, changed_at text not null,
    primary key (user_id, feed_id, id),
    foreign key (user_id, feed_id) references feeds (user_id, id) on delete cascade
  ) ${strict}`,
];
