import type { ColumnTypes } from './column-types.ts';

/** Tags, groups, share links, views and favorites. */
export const organizing = ({ strict }: ColumnTypes): string[] => [
  `create table tags (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, name text not null, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create unique index tags_name on tags (user_id, name)',
  `create table tags_contacts (
    user_id text not null, contact_id text not null, tag_id text not null,
    primary key (user_id, contact_id, tag_id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, tag_id) references tags (user_id, id) on delete cascade
  ) ${strict}`,
  'create index tags_contacts_tag on tags_contacts (user_id, tag_id, contact_id)',

  `create table groups (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, name text not null, emoji text, description text, parent_id text,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, parent_id) references groups (user_id, id)
  ) ${strict}`,
  'create index groups_name on groups (user_id, name, id)',
  'create index groups_parent on groups (user_id, parent_id)',
  `create table groups_contacts (
    user_id text not null, contact_id text not null, group_id text not null, created_at text not null,
    primary key (user_id, contact_id, group_id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index groups_contacts_group on groups_contacts (user_id, group_id, contact_id)',
  `create table share_links (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, group_id text not null, lookup text not null, sealed text not null,
    created_at text not null, expires_at text,
    primary key (user_id, id),
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index share_links_group on share_links (user_id, group_id)',
  'create unique index share_links_lookup on share_links (user_id, lookup)',

  `create table views (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, group_id text, name text not null, emoji text,
    filters text not null, sort text, created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, group_id) references groups (user_id, id)
  ) ${strict}`,
  'create index views_name on views (user_id, name, id)',
  'create index views_group on views (user_id, group_id)',
  // No foreign key refers to views: a view's handler deletes its favorites.
  `create table favorites (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, contact_id text, group_id text, view_id text, ranking integer,
    created_at text not null, updated_at text not null,
    primary key (user_id, id),
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade,
    foreign key (user_id, group_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create unique index favorites_contact on favorites (user_id, contact_id) where contact_id is not null',
  'create unique index favorites_group on favorites (user_id, group_id) where group_id is not null',
  'create unique index favorites_view on favorites (user_id, view_id) where view_id is not null',
];
