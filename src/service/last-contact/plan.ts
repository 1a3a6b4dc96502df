import type { Store } from '../../store/store.ts';
import { findJob, scheduleJob } from '../jobs/jobs.ts';

const KIND = 'last-contact';

/** Schedules a count of a user's accounts. A running server starts it within a minute. */
export const planCount = (store: Store, userId: string, now: string): Promise<void> =>
  store.directory((db) => scheduleJob(db, { userId, kind: KIND, id: '', dueAt: now }));

/** The last scheduled count's error, or null if it succeeded. */
export const countError = async (store: Store, userId: string): Promise<string | null> =>
  (await store.read('', (db) => findJob(db, { userId, kind: KIND, id: '' })))?.last_error ?? null;
