import type { ColumnTypes } from './types.ts';

/** Sealed records of what merges of groups changed in their destinations; the sources lie in the trash. */
export const groupMerges = ({ strict }: ColumnTypes): string[] => [
  `create table group_merges (
    user_id text not null, id text not null, destination_id text not null, created_at text not null, sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, destination_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index group_merges_destination on group_merges (user_id, destination_id, created_at)',
  'create index group_merges_age on group_merges (user_id, created_at)',
];
