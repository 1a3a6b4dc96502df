import type { ColumnTypes } from './types.ts';

/** What clients of the address book have put on a card, or on the book itself (no card), beside what kith tells of them. */
export const cardProperties = ({ strict }: ColumnTypes): string[] => [
  `create table card_properties (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, card_id text, space text not null, name text not null, sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, card_id) references cards (user_id, id) on delete cascade
  ) ${strict}`,
  'create index card_properties_card on card_properties (user_id, card_id)',
];
