import { accounts } from './accounts.ts';
import { cards } from './cards.ts';
import type { ColumnTypes } from './column-types.ts';
import { contacts } from './contacts.ts';
import { directory } from './directory.ts';
import { history } from './history.ts';
import { notes } from './notes.ts';
import { organizing } from './organizing.ts';
import { search } from './search.ts';

/**
 * All tables of 0.1.0, as statements that both engines run. Every key of a table with users' rows starts with `user_id`, so
 * that a user's rows can be on any shard. Later changes are migrations (migrate.ts). These statements are never edited,
 * including their line breaks, because `kith restore` compares a backup's schema with them.
 */
export const schema = (types: ColumnTypes): string[] =>
  [directory, contacts, organizing, notes, history, cards, accounts, search, unused].flatMap((tables) => tables(types));

/**
 * Queues of development builds, no longer used. They remain so that data of the last development build can be opened.
 */
const unused = ({ strict }: ColumnTypes): string[] => [
  `create table contacts_to_match (
    user_id text not null, contact_id text not null,
    primary key (user_id, contact_id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  `create table records_to_index (
    user_id text not null references users (user_id) on delete cascade,
    kind text not null, id text not null,
    primary key (user_id, kind, id)
  ) ${strict}`,
];
