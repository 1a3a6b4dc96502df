import { davBook } from '../../dav/sync/dav-book.ts';
import type { BookSyncReport } from '../../dav/sync/report.ts';
import { syncRemoteBook } from '../../dav/sync/run.ts';
import type { BookSyncOptions } from '../../dav/sync/session.ts';
import type { Data } from '../../service/data/open-data.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import type { SyncCounts } from '../../service/sync/books.ts';
import { type BookRun, beginRun, endRun, type Outcome } from '../../service/sync/runs.ts';
import { KithError } from '../../shared/error.ts';
import { cardCodec } from './codec.ts';
import { kithSide } from './kith-side.ts';
import { openServer } from './open-book.ts';

interface SyncOptions extends Pick<BookSyncOptions, 'dryRun' | 'mayDelete' | 'signal' | 'onProgress'> {
  onWait?: ((seconds: number, reason: string) => void) | undefined;
  now?: (() => Date) | undefined;
}

/** Syncs an address book once. Returns undefined if the book no longer exists. */
export async function syncBook(
  data: Data & { userData: UserData },
  bookId: string,
  { now = () => new Date(), ...options }: SyncOptions,
): Promise<BookSyncReport | undefined> {
  const { store, userData } = data;
  const run = await beginRun(data, userData.user.user_id, bookId, now());
  if (!run) return undefined;
  const end = (outcome: Outcome) => endRun(store, run, outcome, now());
  try {
    const report = await looked(run, userData, now, options);
    const isOver = options.dryRun || report.stopped !== undefined;
    await end(
      isOver ? { state: 'canceled' } : { state: report.waiting ? 'waiting' : 'fine', counts: countsOf(report) },
    );
    return report;
  } catch (error) {
    await end(options.dryRun ? { state: 'canceled' } : failed(error));
    throw error;
  }
}

async function looked(
  run: BookRun,
  userData: UserData,
  now: () => Date,
  { onWait, mayDelete, ...options }: Omit<SyncOptions, 'now'>,
): Promise<BookSyncReport> {
  const server = openServer(run.signIn, { signal: options.signal, ...(onWait && { onWait }) });
  try {
    return await syncRemoteBook({
      ...options,
      now,
      bookId: run.book.id,
      remote: davBook(server, new URL(run.signIn.url)),
      codec: cardCodec,
      kith: kithSide(userData, run, now),
      bothWays: run.book.bothWays,
      takesNew: run.takesNew,
      mayDelete: mayDelete || run.book.mayDelete,
    });
  } finally {
    await server.close();
  }
}

export const countsOf = ({ here, there, joined, conflicts, told, waiting }: BookSyncReport): SyncCounts => ({
  ...{ here, there, joined, conflicts, told: told.length },
  ...(waiting && { waiting }),
});

/** Stored outcome of a failed run. It has no content, and internal errors are only named as such. */
function failed(error: unknown): Outcome {
  if (!(error instanceof KithError)) return { state: 'failing', reason: 'Internal error.', code: 'fault' };
  const { code, message, hint } = error;
  const reason = hint === undefined ? message : `${message} ${hint}`;
  return { state: code === 'Unauthorized' || code === 'Forbidden' ? 'refused' : 'failing', reason, code };
}
