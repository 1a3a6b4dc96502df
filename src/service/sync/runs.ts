import { randomUUID } from 'node:crypto';
import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
import type { FollowedBookRow } from '../../store/follow-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Data } from '../data/open-data.ts';
import { type BookSignIn, bookFrom, bookRows, openSignIn, type SyncCounts, type SyncedBook } from './books.ts';

// Only one sync run of a book is active at a time, whether started by a user or on schedule, across all processes.

/** Longer than the longest wait for a server. After this, the book of a crashed run is free again. */
const LEASE_MS = 10 * 60_000;

/** A run's exclusive claim on a book. */
export interface BookRun {
  book: SyncedBook;
  signIn: BookSignIn;
  mark: string;
  /** Whether contacts that are new in kith are added to this book, which is the first two-way book. */
  takesNew: boolean;
}

/** Claims a book for a run. Undefined if the id is unknown. Throws 409 if another run is active. */
export function beginRun({ store, secret }: Data, userId: string, id: string, now: Date): Promise<BookRun | undefined> {
  const mark = randomUUID();
  return store.write(userId, async (db) => {
    const rows = await bookRows(db, userId).execute();
    const row = rows.find((one) => one.id === id);
    if (!row) return undefined;
    if (row.run_until !== null && row.run_until > now.toISOString()) throw underWay(row.name);
    await db
      .updateTable('followed_books')
      .set({ run_mark: mark, run_until: leaseEnd(now) })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
    const takesNew = rows.find(({ both_ways }) => both_ways === 1)?.id === id;
    return { book: bookFrom(row), signIn: openSignIn(secret, row), mark, takesNew };
  });
}

const leaseEnd = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString();

const underWay = (name: string): KithError =>
  new KithError('Conflict', `${name} is already being synced.`, { hint: 'Wait until the sync is done.' });

const held = (db: Db, { book, mark }: BookRun) =>
  db
    .updateTable('followed_books')
    .where('user_id', '=', book.userId)
    .where('id', '=', book.id)
    .where('run_mark', '=', mark);

/**
 * Renews the claim in the transaction of each write. Throws 409 if another run has taken the book or it was disconnected,
 * so that a run that lost its claim cannot write.
 */
export async function extendRun(db: Db, run: BookRun, now: Date): Promise<void> {
  const { numUpdatedRows } = await held(db, run)
    .set({ run_until: leaseEnd(now) })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  throw new KithError('Conflict', `${run.book.name} was disconnected, or is being synced by another run.`);
}

/** The outcome of a run. */
export type Outcome =
  | { state: 'fine' | 'waiting'; counts: SyncCounts }
  | { state: 'refused' | 'failing'; reason: string; code: string }
  /** Canceled. Its changes are kept, and nothing is reported. */
  | { state: 'canceled' };

/** Releases the book and saves the outcome. A new failure is written to the security log. */
export async function endRun(store: Store, run: BookRun, outcome: Outcome, now: Date): Promise<void> {
  const { userId, state } = run.book;
  const free = { run_mark: null, run_until: null };
  const isOurs = await store.write(userId, async (db) => {
    const values = { ...free, ...valuesOf(outcome, now) };
    const { numUpdatedRows } = await held(db, run).set(values).executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  if (!isOurs || outcome.state === 'canceled' || outcome.state === 'fine' || outcome.state === state) return;
  const event = outcome.state === 'waiting' ? 'sync.waiting' : 'sync.failed';
  const detail = 'code' in outcome ? outcome.code : 'deletions';
  await store.directory((db) => record(db, { event, userId, detail }));
}

function valuesOf(outcome: Outcome, now: Date): Partial<FollowedBookRow> {
  if (outcome.state === 'canceled') return {};
  if ('reason' in outcome) return { state: outcome.state, reason: outcome.reason };
  const { state, counts } = outcome;
  return { state, reason: null, report: JSON.stringify(counts), synced_at: now.toISOString(), may_delete: 0 };
}
