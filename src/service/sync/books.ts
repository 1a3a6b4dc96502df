import type { Secret } from '../../identity/secrets/secret.ts';
import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
import type { FollowedBookRow } from '../../store/follow-tables.ts';
import { newId } from '../../store/ids.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Data } from '../data/open-data.ts';
import { cancelJob, scheduleJob } from '../jobs/jobs.ts';

// Address books on other servers that are synced with kith. Connecting one also changes the directory, so it takes several
// transactions.

export const PURPOSE = 'followed book';
/** The kind of sync jobs. */
export const SYNC_JOB = 'card-sync';

/** A book's URL and credentials. */
export interface BookSignIn {
  url: string;
  user: string;
  password: string;
  /** Set if the user is not on the server's computer. The book must be at a public address. */
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

/** Numbers of changes in a sync run. */
export interface SyncCounts {
  here: SideCounts;
  there: SideCounts;
  joined: number;
  conflicts: number;
  told: number;
  waiting?: { here: number; there: number };
}

/** A synced address book, without credentials. */
export interface SyncedBook {
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

export const bookFrom = (row: FollowedBookRow): SyncedBook => ({
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

/** The device name of a book in card storage. */
export const bookDevice = (bookId: string): string => `follow:${bookId}`;

/** A user's books, oldest first. The first two-way book receives contacts that are new in kith. */
export const listBooks = (store: Store, userId: string): Promise<SyncedBook[]> =>
  store.read(userId, async (db) => (await bookRows(db, userId).execute()).map(bookFrom));

/** Encrypts a sign-in together with its row's key, so that it cannot be moved to another row. */
const seal = (secret: Secret, userId: string, id: string, signIn: BookSignIn): string =>
  secret.seal(PURPOSE, JSON.stringify({ owner: [userId, id], signIn }));

export function openSignIn(secret: Secret, { user_id, id, sealed }: FollowedBookRow): BookSignIn {
  const { owner, signIn } = JSON.parse(secret.open(PURPOSE, sealed));
  if (owner[0] !== user_id || owner[1] !== id) throw new Error('a sign-in is in the wrong row');
  return signIn;
}

/**
 * Saves a book, or replaces the credentials of one that is already connected. Schedules its first sync for `dueAt`. If the
 * name is used, the book's user is appended; throws 409 if that name is used too.
 */
export async function saveBook(data: Data, userId: string, book: NewBook, dueAt: string): Promise<SyncedBook> {
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
  // Many servers use the same book name.
  const isFree = (name: string) => rows.every((row) => row === known || row.name !== name);
  const name = [itsName, `${itsName} (${signIn.user})`].find(isFree);
  if (name === undefined) {
    throw new KithError('Conflict', `Another connected address book is named ${itsName}.`, {
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

/** Deletes a book and its card links, and returns it. Contacts are kept. Undefined if the id is unknown. */
export async function removeBook(store: Store, userId: string, id: string): Promise<SyncedBook | undefined> {
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

/** Schedules the next sync of a book. */
export const scheduleSync = (store: Store, userId: string, id: string, dueAt: string): Promise<void> =>
  store.directory((db) => scheduleJob(db, { userId, kind: SYNC_JOB, id, dueAt }));

/** Allows the next run to make the pending deletions. */
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
