import type { ManagementName } from '../../contract/operations.ts';
import type { BookSyncReport } from '../../dav/sync/report.ts';
import type { ManagementContext, ManagementHandler } from '../../service/runtime/handler.ts';
import { allowDeletions, listBooks, type SyncedBook, scheduleSync } from '../../service/sync/books.ts';
import { viewBook } from '../../service/sync/view.ts';
import { KithError, notFound } from '../../shared/error.ts';
import { connectBooks } from '../book-sync/connect-book.ts';
import { forgetBook } from '../book-sync/forget-book.ts';
import { syncBook } from '../book-sync/sync-book.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const connectAddressBook: Manage<'connect_address_book'> = async (management, { body }) => {
  const { user, place, caller } = management;
  const { url, books = [], both_ways: bothWays = true } = body;
  const isPublic = !place.isLocal && !caller.isOwner;
  // People often omit the scheme of a URL.
  const address = /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;
  const signIn = {
    ...{ url: address, user: body.user, password: body.password },
    ...(isPublic && { isPublic: true as const }),
  };
  const connected = await connectBooks(management, user.user_id, signIn, { books, bothWays });
  return { address_books: connected.map(viewBook) };
};

export const syncAddressBook: Manage<'sync_address_book'> = async (management, { path, body }) => {
  const { store, secret, user, data: userData, watcher } = management;
  const { mode = 'now', allow_deletions: mayDelete } = body;
  const id = path.bookId!;
  if (mode === 'soon') {
    await bookOf(management, id);
    if (mayDelete) await allowDeletions(store, user.user_id, id);
    await scheduleSync(store, user.user_id, id, new Date().toISOString());
    return { address_book: viewBook(await bookOf(management, id)), report: null };
  }
  const options = { ...watcher, mayDelete, ...(mode === 'preview' && { dryRun: true }) };
  const report = await syncBook({ store, secret, userData }, id, options).catch(ofTheServer);
  if (!report) throw notFound('address book', id);
  return { address_book: viewBook(await bookOf(management, id)), report: viewReport(report) };
};

export const disconnectAddressBook: Manage<'disconnect_address_book'> = async ({ store, data }, { path }) => {
  const book = await forgetBook(store, data, path.bookId!);
  if (!book) throw notFound('address book', path.bookId!);
  return { address_book: viewBook(book) };
};

async function bookOf({ store, user }: ManagementContext, id: string): Promise<SyncedBook> {
  const book = (await listBooks(store, user.user_id)).find((one) => one.id === id);
  if (!book) throw notFound('address book', id);
  return book;
}

/**
 * Converts a rejection by the address book server, so that it does not look like a problem with the request or the
 * caller's key.
 */
function ofTheServer(error: unknown): never {
  if (!(error instanceof KithError) || error.status >= 500) throw error;
  throw new KithError('Conflict', error.message, { hint: error.hint, cause: error });
}

const viewReport = ({ told, strange, waiting = undefined, ...report }: BookSyncReport) => ({
  ...report,
  waiting: waiting ?? null,
  skipped: strange,
  remarks: told,
});
