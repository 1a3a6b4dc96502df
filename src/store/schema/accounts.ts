import type { ColumnTypes } from './column-types.ts';

/** Connected mail and calendar accounts, and the calendar feed. */
export const accounts = ({ strict }: ColumnTypes): string[] => [
  // `sealed` has the tokens, `choices` the calendars that the user selected. No message or event is stored.
  `create table connected_accounts (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, provider text not null, email text not null, status text not null,
    capabilities text not null, sealed text not null, version integer not null,
    refresh_mark text, refresh_until text, created_at text not null, updated_at text not null, choices text not null default '{}',
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index connected_accounts_address on connected_accounts (user_id, provider, email)',
  // The accounts whose mail and meetings update when a contact was last seen. `sealed` has the suggested contacts.
  `create table contact_counts (
    user_id text not null, id text not null, counted_until text, sealed text not null, created_at text not null,
    primary key (user_id, id),
    foreign key (user_id, id) references connected_accounts (user_id, id) on delete cascade
  ) ${strict}`,
  // Dismissed suggestions.
  `create table dismissed_offers (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, sealed text not null, until text,
    primary key (user_id, id)
  ) ${strict}`,

  `create table feeds (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, lookup text not null, sealed text not null,
    parts text not null, alarm_minutes integer, revision integer not null,
    created_at text not null, changed_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index feeds_lookup on feeds (user_id, lookup)',
  // Revision and time of each event's last change: calendar programs accept a change only with a higher revision.
  `create table feed_events (
    user_id text not null, feed_id text not null,
    id text not null, digest text not null, revision integer not null, changed_at text not null,
    primary key (user_id, feed_id, id),
    foreign key (user_id, feed_id) references feeds (user_id, id) on delete cascade
  ) ${strict}`,
];
