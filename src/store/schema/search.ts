import type { ColumnTypes } from './column-types.ts';

/** Full-text search and substring indexes. The engines share none of these tables. */
export const search = (types: ColumnTypes): string[] => (types.engine === 'sqlite' ? onSqlite(types) : ON_POSTGRES);

const KINDS = ['contact', 'note'];

const onSqlite = ({ strict }: ColumnTypes): string[] => [
  ...KINDS.flatMap((kind) => [
    `create virtual table ${kind}_words using fts5 (
    words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
  )`,
    // The record of each row of the index. `placed` is 1 if the row's number includes user and time (word-rows.ts).
    `create table ${kind}_search (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, words_row integer not null, sort_time text not null, placed integer not null default 0,
    primary key (user_id, id)
  ) ${strict}`,
    `create index ${kind}_search_row on ${kind}_search (user_id, words_row, sort_time, id)`,
    `create index ${kind}_search_unplaced on ${kind}_search (user_id, placed, id) where placed <> 1`,
  ]),
  // Trigrams of the texts that filters compare, under the row number of the contact's words.
  `create virtual table contact_parts using fts5 (
    parts, content='', contentless_delete=1, detail=none, tokenize="trigram case_sensitive 1"
  )`,
];

const OWN_ROWS = "user_id = nullif(current_setting('app.user_id', true), '')";

const ON_POSTGRES: string[] = [
  // The index contains lexemes. They have too few positions to match phrases, which are checked in `words`.
  ...KINDS.flatMap((kind) => [
    `create table ${kind}_search (
      user_id text not null references users (user_id) on delete cascade,
      id text not null, lexemes tsvector not null, words text not null, sort_time text not null,
      primary key (user_id, id)
    )`,
    `create index ${kind}_search_time on ${kind}_search (user_id, sort_time, id)`,
    // One index over user and words if the extension is available.
    `do $$ begin
      create extension if not exists btree_gin;
      create index ${kind}_search_lexemes on ${kind}_search using gin (user_id, lexemes);
    exception when others then
      create index ${kind}_search_lexemes on ${kind}_search using gin (lexemes);
    end $$`,
  ]),
  // A substring index, if the extensions are available. Without it, substring filters scan all contacts.
  `do $$ begin
    create extension if not exists btree_gin;
    create extension if not exists pg_trgm;
    create index contacts_parts on contacts using gin (
      user_id, folded_name gin_trgm_ops, folded_company gin_trgm_ops, folded_job_title gin_trgm_ops,
      folded_education gin_trgm_ops, folded_location gin_trgm_ops, folded_description gin_trgm_ops
    );
  exception when others then null;
  end $$`,
  // Searches and lists read these views, which repeat the condition of the row-level policy. Under the policy itself the
  // planner neither looks up words in an index, because text operators are not leakproof, nor estimates text filters:
  // it expects no matches and reads all contacts. A migration that adds a column must replace the view.
  ...KINDS.map(
    (kind) => `create view ${kind}_found as select user_id, id, lexemes, words, sort_time from ${kind}_search
      where ${OWN_ROWS}`,
  ),
  `create view contacts_found as select * from contacts where ${OWN_ROWS}`,
];
