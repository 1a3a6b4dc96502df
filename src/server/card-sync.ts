import { settings } from '../process/environment.ts';
import type { Job } from '../service/jobs/jobs.ts';
import { KithError } from '../shared/error.ts';
import { syncBook } from './book-sync/sync-book.ts';
import type { JobContext } from './jobs/job-context.ts';

/** Job that syncs an address book every few minutes. */
export async function syncByClock(
  { id }: Pick<Job, 'id'>,
  { store, secret, userData, signal, now }: Pick<JobContext, 'store' | 'secret' | 'userData' | 'signal' | 'now'>,
): Promise<string | null> {
  try {
    const report = await syncBook({ store, secret, userData }, id, { signal, now });
    if (!report) return null;
  } catch (error) {
    // Repeated attempts with a wrong password can lock the account. Connecting again schedules a new job.
    if (error instanceof KithError && (error.code === 'Unauthorized' || error.code === 'Forbidden')) return null;
    // A manual run is syncing the book right now.
    if (!(error instanceof KithError) || error.code !== 'Conflict') throw error;
  }
  signal.throwIfAborted();
  return new Date(now().getTime() + settings.KITH_SYNC_MINUTES * 60_000).toISOString();
}
