import type { ColumnTypes } from './types.ts';

/**
 * The view that lists of contacts are read from on PostgreSQL: the user's own contacts, as the policy has it. Under the
 * policy itself the planner may not use what it knows about a text that is compared in part: it takes any such filter for
 * one that finds nearly nothing, and reads all contacts where the first few of an index would do. The view holds the columns
 * that there are now: a migration that adds one to filter by makes it anew.
 */
export const contactsFound = ({ engine }: ColumnTypes): string[] =>
  engine === 'sqlite'
    ? []
    : [
        `create view contacts_found as select * from contacts
          where user_id = nullif(current_setting('app.user_id', true), '')`,
      ];
