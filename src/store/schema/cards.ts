import type { ColumnTypes } from './column-types.ts';

/** Contacts and groups as vCards: the address book that CardDAV clients read, and address books kept in sync. */
export const cards = ({ strict }: ColumnTypes): string[] => [
  // `change` numbers the changes of a user's cards. `counted` is the last change that `kept_counts` includes.
  `create table card_counters (
    user_id text not null primary key references users (user_id) on delete cascade,
    change integer not null, purged integer not null
  , counted integer) ${strict}`,
  // A row is kept after its contact or group is deleted, so that clients learn of the deletion.
  `create table cards (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, kind text not null, name text not null, uid text not null,
    change integer not null, changed_at text not null, gone integer not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index cards_change on cards (user_id, change)',
  'create index cards_name on cards (user_id, name)',
  'create index cards_uid on cards (user_id, uid)',
  'create index cards_gone on cards (user_id, changed_at) where gone = 1',
  // Members that a group's card names before their own cards arrive.
  `create table card_members (
    user_id text not null, group_id text not null, uid text not null,
    primary key (user_id, group_id, uid),
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index card_members_uid on card_members (user_id, uid)',
  // Properties of a card that no field holds. A merge can take them from another card.
  `create table card_texts (
    user_id text not null, id text not null, sealed text not null, taken_from text,
    primary key (user_id, id),
    foreign key (user_id, id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  // The version of a card that a device received or sent last.
  `create table cards_given (
    user_id text not null, device text not null, id text not null, change integer not null, digest text not null,
    primary key (user_id, device, id),
    foreign key (user_id, id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  // The fields that a device has sent at least once.
  `create table card_devices (
    user_id text not null references users (user_id) on delete cascade,
    device text not null, fields text not null,
    primary key (user_id, device)
  ) ${strict}`,
  // Edits of one field on two sides: the stored value and the other one.
  `create table card_conflicts (
    user_id text not null, id text not null, card_id text not null, device text not null, created_at text not null,
    sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, card_id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  // WebDAV properties that clients set on a card, or on the address book if there is no card.
  `create table card_properties (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, card_id text, space text not null, name text not null, sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, card_id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  'create index card_properties_card on card_properties (user_id, card_id)',

  // Address books on other servers. `sealed` has the address and the credentials, `looked` the state of both sides.
  `create table followed_books (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, name text not null, host text not null, both_ways integer not null, sealed text not null,
    state text not null, reason text, looked text, report text, synced_at text, may_delete integer not null,
    run_mark text, run_until text, created_at text not null, updated_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index followed_books_name on followed_books (user_id, name)',
  // Their cards as both sides last agreed on them.
  `create table followed_cards (
    user_id text not null, id text not null, book_id text not null, href text not null, etag text not null,
    uid text not null, name text not null, change integer not null, here text not null, there text not null,
    sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, book_id) references followed_books (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index followed_cards_href on followed_cards (user_id, book_id, href)',
];
