import type { ColumnTypes } from './types.ts';

/** What runs by the clock, whoever's it is: of the directory, since what is due is looked up before the user is known. */
export const jobs = ({ strict }: ColumnTypes): string[] => [
  `create table jobs (
    user_id text not null references users (user_id) on delete cascade,
    kind text not null, id text not null, due_at text not null, plans integer not null,
    lease_mark text, lease_until text, tries integer not null, last_error text,
    primary key (user_id, kind, id)
  ) ${strict}`,
  'create index jobs_due on jobs (due_at)',
];
