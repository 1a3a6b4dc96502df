import type { ColumnTypes } from './types.ts';

/** Deleted things, whole and sealed, until they are purged; and the ids in each entry that other rows refer to. */
export const bin = ({ strict }: ColumnTypes): string[] => [
  `create table bin (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, kind text not null, object_id text not null, deleted_at text not null, sealed text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index bin_age on bin (user_id, deleted_at, id)',
  'create index bin_object on bin (user_id, object_id)',
  `create table bin_objects (
    user_id text not null, object_id text not null, bin_id text not null,
    primary key (user_id, object_id, bin_id),
    foreign key (user_id, bin_id) references bin (user_id, id) on delete cascade
  ) ${strict}`,
  'create index bin_objects_bin on bin_objects (user_id, bin_id)',
];
