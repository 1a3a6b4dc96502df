import { randomUUID } from 'node:crypto';
import type { VIOLATIONS, Violation } from './history.ts';
import type { Subject } from './subject.ts';

// Deliberate faults that the campaign must detect. None is in the service: each is applied to its database, its system
// calls, or its network.

export const BREAKS = {
  record: 'the record of an answered write is dropped',
  fsync:
    'commits are not synced: the power is cut (SQLite), the database is killed with commits in memory (PostgreSQL)',
  lost: 'acknowledged rows are deleted behind the service',
  doubled: 'rows are copied behind the service',
  foreign: "rows are copied into another user's data",
  stale: 'a cache answers reads with what it knew before',
} as const;

export type Break = keyof typeof BREAKS;

/** A violation that the checker must report for the fault, among others. */
export const SEEN_AS: Record<Break, (keyof typeof VIOLATIONS)[]> = {
  record: ['doubled', 'replay'],
  // A database that lost pages may be damaged, or may not open at all.
  fsync: ['lost', 'stale', 'broken', 'damage'],
  lost: ['lost'],
  doubled: ['doubled'],
  foreign: ['unknown'],
  stale: ['stale'],
};

export const sees = (broken: Break, violations: Violation[]): boolean =>
  violations.some(({ kind }) => SEEN_AS[broken].includes(kind));

/** Runs once, after the service created its tables. */
export async function breakBefore(broken: Break | undefined, subject: Subject): Promise<void> {
  if (broken !== 'record') return;
  await subject.sql(subject.engine === 'sqlite' ? DROP_RECORDS_SQLITE : DROP_RECORDS_POSTGRES);
}

/** Runs after all writes of a round. */
export async function breakAfter(broken: Break | undefined, subject: Subject, users: { id: string }[]): Promise<void> {
  const [one, other] = users as [{ id: string }, { id: string }];
  // Any of them, because on a busy computer one process may have written almost nothing.
  const theirs = `timeline_items where user_id in (${users.map(({ id }) => `'${id}'`).join(', ')}) order by id`;
  if (broken === 'lost')
    await subject.sql(`delete from timeline_items where id in (select id from ${theirs} limit 10)`);
  const copy = (changes: string) => `create temporary table copied as select * from ${theirs} limit 1;
    update copied set ${changes}; insert into timeline_items select * from copied`;
  const notTheirs = `case when user_id = '${one.id}' then '${other.id}' else '${one.id}' end`;
  if (broken === 'doubled') await subject.sql(copy(`id = '${randomUUID()}'`));
  if (broken === 'foreign') await subject.sql(copy(`id = '${randomUUID()}', user_id = ${notTheirs}`));
}

// Multistep operations need the record to complete.
const DROP_RECORDS_SQLITE = `create trigger drop_records after insert on idempotency_records when new.status is not null
  begin delete from idempotency_records where user_id = new.user_id and idempotency_key = new.idempotency_key; end`;
const DROP_RECORDS_POSTGRES = `create function drop_record() returns trigger language plpgsql as $$ begin
    delete from idempotency_records where user_id = new.user_id and idempotency_key = new.idempotency_key; return null;
  end $$;
  create trigger drop_records after insert on idempotency_records for each row when (new.status is not null)
  execute function drop_record()`;
