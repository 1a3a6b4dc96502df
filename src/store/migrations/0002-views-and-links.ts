import type { ColumnTypes } from './types.ts';

/**
 * Saved views, share links of groups, and the indexes that groups and favorites are read by. A view's favorites
 * are deleted by its handler: SQLite adds no foreign key of two columns to a table that stands.
 */
export const viewsAndLinks = ({ strict }: ColumnTypes): string[] => [
  `create table views (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, group_id text, name text not null, emoji text,
    filters text not null, sort text, created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, group_id) references groups (user_id, id)
  ) ${strict}`,
  'create index views_name on views (user_id, name, id)',
  'create index views_group on views (user_id, group_id)',

  `create table share_links (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, group_id text not null, lookup text not null, sealed text not null,
    created_at text not null, expires_at text,
    primary key (user_id, id),
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index share_links_group on share_links (user_id, group_id)',
  'create unique index share_links_lookup on share_links (user_id, lookup)',

  'create index groups_name on groups (user_id, name, id)',
  'drop index groups_contacts_group',
  'create index groups_contacts_group on groups_contacts (user_id, group_id, contact_id)',
  'create unique index favorites_group on favorites (user_id, group_id) where group_id is not null',
  'create unique index favorites_view on favorites (user_id, view_id) where view_id is not null',
];
