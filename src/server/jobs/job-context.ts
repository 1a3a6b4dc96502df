import type { Client } from '../../client/client.ts';
import type { Data } from '../../service/data/open-data.ts';
import type { Job } from '../../service/jobs/jobs.ts';
import type { CountOptions, CountReport } from '../../service/last-contact/count.ts';
import type { Place } from '../../service/runtime/handler.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import type { UserRow } from '../../store/tables.ts';

// What a job that runs by the clock is handed.

/** What a handler has of kith: everything is that of the job's user. */
export interface JobContext extends Data {
  user: UserRow;
  /** Their data past the API, as rows. */
  userData: UserData;
  /** Counts the mail and meetings of their accounts, within what those may be asked for all of this process. */
  countContact(options: CountOptions): Promise<CountReport>;
  /** The operations of the contract. */
  client: Client;
  /** Aborts when kith is to end, or the lease was lost: leave off and throw. */
  signal: AbortSignal;
  now(): Date;
  place: Place;
}

/**
 * Does a job, and answers when it is due again (ISO 8601 UTC), or null when it is over. What it throws is recorded, a
 * KithError with its message, which holds no secret and no content; the job is tried again later.
 */
export type JobHandler = (job: Job, context: JobContext) => Promise<string | null>;

/** By the kind of a job, its handler, which loads with the first such job. */
export type JobKinds = Readonly<Record<string, () => Promise<JobHandler>>>;
