import { randomUUID } from 'node:crypto';
import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
import type { FollowedBookRow } from '../../store/follow-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Data } from '../data/open-data.ts';
import { type BookSignIn, bookFrom, bookRows, type FollowedBook, openSignIn, type SyncCounts } from './books.ts';

// Of the runs that keep a book the same, one at a time has it: by hand and by the clock, in whichever process.

/** Longer than a server may make us wait: the book of a run that died is free again by itself. */
const LEASE_MS = 10 * 60_000;

/** A book that a run has to itself. */
export interface BookRun {
  book: FollowedBook;
  signIn: BookSignIn;
  mark: string;
  /** New people of kith go to this book: the first of those that are kept the same both ways. */
  takesNew: boolean;
}

/** Takes a book for a run. Undefined where there is none of this id; throws 409 where another run has it. */
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
  new KithError('Conflict', `${name} is being brought up to date just now.`, { hint: 'Wait until that is done.' });

const held = (db: Db, { book, mark }: BookRun) =>
  db
    .updateTable('followed_books')
    .where('user_id', '=', book.userId)
    .where('id', '=', book.id)
    .where('run_mark', '=', mark);

/**
 * Keeps a book for a run that writes, in the transaction of what it writes. Throws 409 where it was taken by another or
 * disconnected: nothing of a run that lost its book is kept.
 */
export async function extendRun(db: Db, run: BookRun, now: Date): Promise<void> {
  const { numUpdatedRows } = await held(db, run)
    .set({ run_until: leaseEnd(now) })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  throw new KithError('Conflict', `${run.book.name} was disconnected, or taken by another run.`);
}

/** What became of a run. */
export type Outcome =
  | { state: 'fine' | 'waiting'; counts: SyncCounts }
  | { state: 'refused' | 'failing'; reason: string; code: string }
  /** It was canceled: what it did stays, and nothing is told. */
  | { state: 'canceled' };

/** Gives the book back, with what became of the run; a change for the worse is told in the security log. */
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
