import type { ColumnTypes } from './column-types.ts';

/** Records of merges and deletions, and internal bookkeeping of writes. */
export const history = ({ strict }: ColumnTypes): string[] => [
  `create table merges (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, survivor_id text not null, sealed text not null, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index merges_survivor on merges (user_id, survivor_id, created_at)',
  'create index merges_age on merges (user_id, created_at)',
  `create table merged_contacts (
    user_id text not null references users (user_id) on delete cascade,
    contact_id text not null, survivor_id text not null,
    primary key (user_id, contact_id)
  ) ${strict}`,
  'create index merged_contacts_survivor on merged_contacts (user_id, survivor_id)',
  // Changes in the destination. The merged groups are in the trash.
  `create table group_merges (
    user_id text not null, id text not null, destination_id text not null, created_at text not null, sealed text not null,
    primary key (user_id, id),
    foreign key (user_id, destination_id) references groups (user_id, id) on delete cascade
  ) ${strict}`,
  'create index group_merges_destination on group_merges (user_id, destination_id, created_at)',
  'create index group_merges_age on group_merges (user_id, created_at)',

  // The trash, and the ids in each entry that other rows refer to.
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

  `create table idempotency_records (
    user_id text not null references users (user_id) on delete cascade,
    idempotency_key text not null, fingerprint text not null, status integer, sealed text not null,
    lease_until text, created_at text not null,
    primary key (user_id, idempotency_key)
  ) ${strict}`,
  'create index idempotency_records_age on idempotency_records (user_id, created_at)',
  // Messages about changes, written with the change and handled after it.
  `create table outbox (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, contact_id text not null, created_at text not null,
    primary key (user_id, id)
  ) ${strict}`,
  // Numbers of contacts that are not archived: all of them, and by tag, group and company.
  `create table kept_counts (
    user_id text not null references users (user_id) on delete cascade,
    kind text not null, name text not null, contacts integer not null,
    primary key (user_id, kind, name)
  ) ${strict}`,
];
