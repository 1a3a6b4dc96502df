import type { ColumnTypes } from './types.ts';

/**
 * The keys that contacts are compared by, so that duplicates of a new contact are found without reading all; and the
 * contacts whose keys are still to be made: at first all existing ones. Beside them an index of birthdays by day of the year.
 */
export const matching = ({ strict }: ColumnTypes): string[] => [
  `create table match_keys (
    user_id text not null, contact_id text not null, match_key text not null,
    primary key (user_id, contact_id, match_key),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create index match_keys_key on match_keys (user_id, match_key, contact_id)',
  `create table contacts_to_match (
    user_id text not null, contact_id text not null,
    primary key (user_id, contact_id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'insert into contacts_to_match (user_id, contact_id) select user_id, id from contacts',
  'create index contacts_birthday on contacts (user_id, (substr(birthday, 6, 5))) where birthday is not null',
];
