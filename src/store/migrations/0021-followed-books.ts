import type { ColumnTypes } from './types.ts';

/**
 * Address books elsewhere that are kept the same as kith, and their cards as both sides last agreed on them. `sealed` holds
 * the address and what signs in there; `looked` says how far both sides were looked at, `report` counts what the last run did.
 */
export const followedBooks = ({ strict }: ColumnTypes): string[] => [
  `create table followed_books (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, name text not null, host text not null, both_ways integer not null, sealed text not null,
    state text not null, reason text, looked text, report text, synced_at text, may_delete integer not null,
    run_mark text, run_until text, created_at text not null, updated_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index followed_books_name on followed_books (user_id, name)',
  // The texts of cards elsewhere are more than contacts hold, and sealed as those of cards here.
  `create table followed_cards (
    user_id text not null, id text not null, book_id text not null, href text not null, etag text not null,
    uid text not null, name text not null, change integer not null, here text not null, there text not null,
    sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, book_id) references followed_books (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index followed_cards_href on followed_cards (user_id, book_id, href)',
];
