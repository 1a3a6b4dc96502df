import type { Secret } from '../../identity/secrets/secret.ts';
import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
import type { FollowedBookRow } from '../../store/follow-tables.ts';
import { newId } from '../../store/ids.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Data } from '../data/open-data.ts';
import { cancelJob, scheduleJob } from '../jobs/jobs.ts';

// Address books on other servers that are kept in sync with kith. Connecting one reaches that server and the directory, so it
// takes several transactions.

export const PURPOSE = 'followed book';
/** The kind of the jobs that look at them. */
export const SYNC_JOB = 'card-sync';

/** Where a book is, and what opens it. */
export interface BookSignIn {
  url: string;
  user: string;
  password: string;
  /** It came through a page that is open to others: it is looked for at public addresses alone. */
  isPublic?: true;
}

export interface NewBook {
  name: string;
  bothWays: boolean;
  signIn: BookSignIn;
}

interface SideCounts {
  created: number;
  changed: number;
  removed: number;
}

/** What a run did, in numbers. */
export interface SyncCounts {
  here: SideCounts;
  there: SideCounts;
  joined: number;
  conflicts: number;
  told: number;
  waiting?: { here: number; there: number };
}

/** A followed book, without what opens it. */
export interface FollowedBook {
  userId: string;
  id: string;
  name: string;
  host: string;
  bothWays: boolean;
  state: FollowedBookRow['state'];
  reason: string | null;
  counts: SyncCounts | undefined;
  syncedAt: string | null;
  mayDelete: boolean;
}

export const bookFrom = (row: FollowedBookRow): FollowedBook => ({
  userId: row.user_id,
  id: row.id,
  name: row.name,
  host: row.host,
  bothWays: row.both_ways === 1,
  state: row.state,
  reason: row.reason,
  counts: row.report === null ? undefined : JSON.parse(row.report),
  syncedAt: row.synced_at,
  mayDelete: row.may_delete === 1,
});

export const bookRows = (db: Db, userId: string) =>
  db.selectFrom('followed_books').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id');

/** The name by which the store of cards knows a book. */
export const bookDevice = (bookId: string): string => `follow:${bookId}`;

/** All of a user, the first connected first: of those both ways it takes who is new in kith. */
export const listBooks = (store: Store, userId: string): Promise<FollowedBook[]> =>
  store.read(userId, async (db) => (await bookRows(db, userId).execute()).map(bookFrom));

/** Bound to its row: what was moved to another does not open. */
const seal = (secret: Secret, userId: string, id: string, signIn: BookSignIn): string =>
  secret.seal(PURPOSE, JSON.stringify({ owner: [userId, id], signIn }));

export function openSignIn(secret: Secret, { user_id, id, sealed }: FollowedBookRow): BookSignIn {
  const { owner, signIn } = JSON.parse(secret.open(PURPOSE, sealed));
  if (owner[0] !== user_id || owner[1] !== id) throw new Error('a sign-in stands in a row that is not its own');
  return signIn;
}

/**
 * Keeps a book, or gives one that is followed already what signs in there now. The first look at it is planned for `dueAt`.
 * Where another has its name it goes by that of its user too; throws 409 where that is taken as well.
 */
export async function saveBook(data: Data, userId: string, book: NewBook, dueAt: string): Promise<FollowedBook> {
  const { store } = data;
  const saved = await store.write(userId, (db) => putBook(db, data, userId, book));
  await store.directory(async (db) => {
    await scheduleJob(db, { userId, kind: SYNC_JOB, id: saved.id, dueAt });
    await record(db, { event: 'account.connected', userId, detail: 'CARDDAV' });
  });
  return bookFrom(saved);
}

const NEVER_RUN = { looked: null, report: null, synced_at: null, run_mark: null, run_until: null };

async function putBook(
  db: Db,
  { secret }: Pick<Data, 'secret'>,
  userId: string,
  { name: itsName, bothWays, signIn }: NewBook,
): Promise<FollowedBookRow> {
  const rows = await bookRows(db, userId).execute();
  const known = rows.find((row) => isSame(openSignIn(secret, row), signIn));
  // Many servers call their books alike.
  const isFree = (name: string) => rows.every((row) => row === known || row.name !== name);
  const name = [itsName, `${itsName} (${signIn.user})`].find(isFree);
  if (name === undefined) {
    throw new KithError('Conflict', `Another address book that is followed is called ${itsName}.`, {
      hint: 'Disconnect that one first.',
    });
  }
  const id = known?.id ?? newId();
  const now = new Date().toISOString();
  const fresh: Omit<FollowedBookRow, 'user_id' | 'id' | 'created_at' | 'may_delete' | keyof typeof NEVER_RUN> = {
    ...{ name, host: new URL(signIn.url).host, both_ways: bothWays ? 1 : 0, updated_at: now },
    ...{ sealed: seal(secret, userId, id, signIn), state: 'new', reason: null },
  };
  if (known) {
    await db.updateTable('followed_books').set(fresh).where('user_id', '=', userId).where('id', '=', id).execute();
    return { ...known, ...fresh };
  }
  const row: FollowedBookRow = { user_id: userId, id, ...fresh, ...NEVER_RUN, may_delete: 0, created_at: now };
  await db.insertInto('followed_books').values(row).execute();
  return row;
}

const isSame = (a: BookSignIn, b: BookSignIn): boolean => a.url === b.url && a.user === b.user;

/** Forgets a book with what is remembered of its cards; people stay. Undefined where there is none of this id. */
export async function removeBook(store: Store, userId: string, id: string): Promise<FollowedBook | undefined> {
  const row = await store.write(userId, async (db) => {
    const found = await bookRows(db, userId).where('id', '=', id).executeTakeFirst();
    if (found) await db.deleteFrom('followed_books').where('user_id', '=', userId).where('id', '=', id).execute();
    return found;
  });
  if (!row) return undefined;
  await store.directory(async (db) => {
    await cancelJob(db, { userId, kind: SYNC_JOB, id });
    await record(db, { event: 'account.disconnected', userId, detail: 'CARDDAV' });
  });
  return bookFrom(row);
}

/** Has a book looked at then. */
export const planSync = (store: Store, userId: string, id: string, dueAt: string): Promise<void> =>
  store.directory((db) => scheduleJob(db, { userId, kind: SYNC_JOB, id, dueAt }));

/** Says that the deletions that wait may be made, with the next run. */
export async function allowDeletions(store: Store, userId: string, id: string): Promise<void> {
  await store.write(userId, (db) =>
    db
      .updateTable('followed_books')
      .set({ may_delete: 1 })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute(),
  );
}
