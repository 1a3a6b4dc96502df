import type { ColumnTypes } from './types.ts';

/** What merges of groups changed in their destinations, sealed; what they took away lies in the bin. */
export const groupMerges = ({ strict }: ColumnTypes): string[] => [
  `create table group_merges (
    user_id text not null, id text not null, destination_id text not null, created_at text not null, sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, destination_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index group_merges_destination on group_merges (user_id, destination_id, created_at)',
  'create index group_merges_age on group_merges (user_id, created_at)',
];
