import { settings } from '../process/environment.ts';
import type { Job } from '../service/jobs/jobs.ts';
import { KithError } from '../shared/error.ts';
import { syncBook } from './book-sync/sync-book.ts';
import type { JobContext } from './jobs/job-context.ts';

/** Looks at a followed address book, and is due again some minutes later. */
export async function syncByClock(
  { id }: Pick<Job, 'id'>,
  { store, secret, userData, signal, now }: Pick<JobContext, 'store' | 'secret' | 'userData' | 'signal' | 'now'>,
): Promise<string | null> {
  try {
    const report = await syncBook({ store, secret, userData }, id, { signal, now });
    if (!report) return null;
  } catch (error) {
    // Asking again and again with a wrong password locks accounts: connecting again plans anew.
    if (error instanceof KithError && (error.code === 'Unauthorized' || error.code === 'Forbidden')) return null;
    // A run by hand has the book just now.
    if (!(error instanceof KithError) || error.code !== 'Conflict') throw error;
  }
  signal.throwIfAborted();
  return new Date(now().getTime() + settings.KITH_SYNC_MINUTES * 60_000).toISOString();
}
