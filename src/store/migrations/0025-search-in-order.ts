import type { ColumnTypes } from './types.ts';

/**
 * Searches that end with the first page, and filters that look for a part of a text without reading all contacts.
 * SQLite numbers the words of a record by its user and its time (word-rows.ts): `placed` is 1 where they are, 2 where no
 * number was free, and 0 for records of before, which are numbered anew after the first request of their user.
 */
export const searchInOrder = ({ engine }: ColumnTypes): string[] => (engine === 'sqlite' ? ON_SQLITE : ON_POSTGRES);

const ON_SQLITE = [
  ...['contact', 'note'].flatMap((kind) => [
    `alter table ${kind}_search add column placed integer not null default 0`,
    `create index ${kind}_search_unplaced on ${kind}_search (user_id, placed, id) where placed <> 1`,
  ]),
  // Every three characters in a row of what filters compare, under the number of the contact's words.
  `create virtual table contact_parts using fts5 (
    parts, content='', contentless_delete=1, detail=none, tokenize="trigram case_sensitive 1"
  )`,
];

/** Where the extensions may be had: the planner takes the index for what is rare, and without it reads all contacts. */
const ON_POSTGRES = [
  `do $$ begin
    create extension if not exists btree_gin;
    create extension if not exists pg_trgm;
    create index contacts_parts on contacts using gin (
      user_id, folded_name gin_trgm_ops, folded_company gin_trgm_ops, folded_job_title gin_trgm_ops,
      folded_education gin_trgm_ops, folded_location gin_trgm_ops, folded_description gin_trgm_ops
    );
  exception when others then null;
  end $$`,
];
