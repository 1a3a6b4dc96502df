import { randomUUID } from 'node:crypto';
import type { VIOLATIONS, Violation } from './history.ts';
import type { Subject } from './subject.ts';

// What is broken on purpose, to show that the campaign sees it. Nothing of it is in the service: it is done to its
// database, to its system calls, or to the network before it.

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

/** What the checker must say of each, besides whatever else it says. */
export const SEEN_AS: Record<Break, (keyof typeof VIOLATIONS)[]> = {
  record: ['doubled', 'replay'],
  // Of a database whose pages were lost, some are damaged, and some can be opened no more.
  fsync: ['lost', 'stale', 'broken', 'damage'],
  lost: ['lost'],
  doubled: ['doubled'],
  foreign: ['unknown'],
  stale: ['stale'],
};

export const sees = (broken: Break, violations: Violation[]): boolean =>
  violations.some(({ kind }) => SEEN_AS[broken].includes(kind));

/** Done once, when the service has made its tables. */
export async function breakBefore(broken: Break | undefined, subject: Subject): Promise<void> {
  if (broken !== 'record') return;
  await subject.sql(subject.engine === 'sqlite' ? DROP_RECORDS_SQLITE : DROP_RECORDS_POSTGRES);
}

/** Done when all writes of a round have ended. */
export async function breakAfter(broken: Break | undefined, subject: Subject, users: { id: string }[]): Promise<void> {
  const [one, other] = users as [{ id: string }, { id: string }];
  // Of any of them: on a busy machine one process may have written next to nothing.
  const theirs = `timeline_items where user_id in (${users.map(({ id }) => `'${id}'`).join(', ')}) order by id`;
  if (broken === 'lost')
    await subject.sql(`delete from timeline_items where id in (select id from ${theirs} limit 10)`);
  const copy = (changes: string) => `create temporary table copied as select * from ${theirs} limit 1;
    update copied set ${changes}; insert into timeline_items select * from copied`;
  const notTheirs = `case when user_id = '${one.id}' then '${other.id}' else '${one.id}' end`;
  if (broken === 'doubled') await subject.sql(copy(`id = '${randomUUID()}'`));
  if (broken === 'foreign') await subject.sql(copy(`id = '${randomUUID()}', user_id = ${notTheirs}`));
}

// Of those in several steps the record is needed to end at all.
const DROP_RECORDS_SQLITE = `create trigger drop_records after insert on idempotency_records when new.status is not null
  begin delete from idempotency_records where user_id = new.user_id and idempotency_key = new.idempotency_key; end`;
const DROP_RECORDS_POSTGRES = `create function drop_record() returns trigger language plpgsql as $$ begin
    delete from idempotency_records where user_id = new.user_id and idempotency_key = new.idempotency_key; return null;
  end $$;
  create trigger drop_records after insert on idempotency_records for each row when (new.status is not null)
  execute function drop_record()`;
