import type { ColumnTypes } from './types.ts';

/**
 * All users live on the one database. On PostgreSQL goes what said on which of several a user does, after
 * `refuseSeveral` in postgres-migrate.ts has seen that all of them live here, and whether Citus spreads the tables comes.
 */
export const oneDatabase = ({ engine }: ColumnTypes): string[] =>
  engine === 'sqlite'
    ? []
    : [
        'drop table if exists user_homes',
        'alter table kith_schema drop column if exists database_id, drop column if exists directory_id',
        'alter table kith_schema add column if not exists distributed boolean not null default false',
      ];
