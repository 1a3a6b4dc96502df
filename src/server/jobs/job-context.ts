import type { Client } from '../../client/client.ts';
import type { Data } from '../../service/data/open-data.ts';
import type { Job } from '../../service/jobs/jobs.ts';
import type { CountOptions, CountReport } from '../../service/last-contact/count.ts';
import type { ServerLocation } from '../../service/runtime/handler.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import type { UserRow } from '../../store/tables.ts';

// The context of scheduled jobs.

/** A job handler's access to kith, limited to the job's user. */
export interface JobContext extends Data {
  user: UserRow;
  /** The user's rows, without the API. */
  userData: UserData;
  /** Counts the mail and meetings of the user's accounts, within the process's limits for providers. */
  countContact(options: CountOptions): Promise<CountReport>;
  /** The operations of the contract. */
  client: Client;
  /** Aborts when kith stops or the lease is lost. The handler must then throw. */
  signal: AbortSignal;
  now(): Date;
  place: ServerLocation;
}

/**
 * Runs a job. Returns its next due time (ISO 8601 UTC), or null if it is finished. An error is recorded, for a KithError
 * with its message, which has no secret and no content. The job is then retried later.
 */
export type JobHandler = (job: Job, context: JobContext) => Promise<string | null>;

/** Handlers by kind of job. Each loads with its first job. */
export type JobKinds = Readonly<Record<string, () => Promise<JobHandler>>>;
