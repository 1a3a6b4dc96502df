import type { ColumnTypes } from './types.ts';

/**
 * People and groups as cards that address books are kept in step with. A card's row outlives what it is of, so that its
 * going is told too; it counts up `card_counters` with every change. Those that are there come first, in their order.
 */
export const cards = ({ strict }: ColumnTypes): string[] => [
  `create table card_counters (
    user_id text not null primary key references users (user_id) on delete cascade,
    change integer not null, purged integer not null
  ) ${strict}`,
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

  `insert into cards (user_id, id, kind, name, uid, change, changed_at, gone)
    select user_id, id, kind, id || '.vcf', id, row_number() over (partition by user_id order by id), updated_at, 0
    from (
      select user_id, id, 'contact' as kind, updated_at from contacts
      union all select user_id, id, 'group' as kind, updated_at from groups
    ) as there`,
  'insert into card_counters (user_id, change, purged) select user_id, max(change), 0 from cards group by user_id',

  // People whom a group's card names and who have not come yet.
  `create table card_members (
    user_id text not null, group_id text not null, uid text not null,
    primary key (user_id, group_id, uid),
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index card_members_uid on card_members (user_id, uid)',
  // What a client said of a card that no field holds; a merge may have taken it from somebody else.
  `create table card_texts (
    user_id text not null, id text not null, sealed text not null, taken_from text,
    primary key (user_id, id),
    foreign key (user_id, id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  // The state of a card that a device got or sent last, in short.
  `create table cards_given (
    user_id text not null, device text not null, id text not null, change integer not null, digest text not null,
    primary key (user_id, device, id),
    foreign key (user_id, id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  // The fields that a device knows of: it has sent each of them at some time.
  `create table card_devices (
    user_id text not null references users (user_id) on delete cascade,
    device text not null, fields text not null,
    primary key (user_id, device)
  ) ${strict}`,
  // Edits of one field on two sides: what was kept, and what was not.
  `create table card_conflicts (
    user_id text not null, id text not null, card_id text not null, device text not null, created_at text not null,
    sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, card_id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
];
