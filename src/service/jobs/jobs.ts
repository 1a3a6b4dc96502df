import { sql } from 'kysely';
import type { JobRow } from '../../store/job-tables.ts';
import type { Db } from '../../store/store.ts';

// Scheduled jobs, one row each. All functions run in a transaction of the directory (`store.directory`), so that a
// schedule can be saved together with the settings it depends on.

export interface JobKey {
  userId: string;
  kind: string;
  /** Distinguishes a user's jobs of one kind. Empty if there is at most one. */
  id: string;
}

/** A job as passed to its handler. */
export interface Job extends JobKey {
  /** ISO 8601 UTC. */
  dueAt: string;
  /** Number of consecutive failures before this run. */
  failures: number;
}

/** A runner's exclusive claim on a job, until the lease expires. */
export interface Claim {
  job: Job;
  mark: string;
  plans: number;
}

/** Schedules or reschedules a job. A current run continues, but its outcome does not change the new schedule. */
export async function scheduleJob(db: Db, { userId, kind, id, dueAt }: JobKey & { dueAt: string }): Promise<void> {
  const row = { user_id: userId, kind, id, due_at: dueAt, plans: 0, lease_mark: null, lease_until: null };
  await db
    .insertInto('jobs')
    .values({ ...row, tries: 0, last_error: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'id'])
        .doUpdateSet({ due_at: dueAt, plans: sql`jobs.plans + 1`, tries: 0, last_error: null }),
    )
    .execute();
}

/** Deletes a job. A current run continues, but its outcome has no effect. */
export async function cancelJob(db: Db, { userId, kind, id }: JobKey): Promise<void> {
  await db.deleteFrom('jobs').where('user_id', '=', userId).where('kind', '=', kind).where('id', '=', id).execute();
}

/** A job's status. Undefined if it is not scheduled. */
export const findJob = (
  db: Db,
  { userId, kind, id }: JobKey,
): Promise<Pick<JobRow, 'due_at' | 'tries' | 'last_error'> | undefined> =>
  db
    .selectFrom('jobs')
    .select(['due_at', 'tries', 'last_error'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();

/** Selects the jobs that a runner runs. */
export interface JobFilter {
  /** The kinds it has handlers for. Other versions of kith may run concurrently. */
  kinds: readonly string[];
  /** Selects only this user's jobs. */
  userId?: string | undefined;
}

/** The time from which a job can run: when it is due, or when the lease of its last run expires if that is later. */
const freeFrom = sql<string>`case when lease_until > due_at then lease_until else due_at end`;

function selectJobs(db: Db, { kinds, userId }: JobFilter) {
  const query = db.selectFrom('jobs').where('kind', 'in', kinds);
  return userId === undefined ? query : query.where('user_id', '=', userId);
}

/** The time from which the next job can run. Undefined if there is none. */
export async function nextJobAt(db: Db, wanted: JobFilter): Promise<string | undefined> {
  const { at } = await selectJobs(db, wanted)
    .select(({ fn }) => fn.min(freeFrom).as('at'))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** Claims up to `most` due jobs, oldest first. A run whose lease expired counts as failed. */
export async function claimJobs(
  db: Db,
  wanted: JobFilter & { now: string; leaseUntil: string; most: number; newMark: () => string },
): Promise<Claim[]> {
  const { now, leaseUntil, most, newMark } = wanted;
  const rows = await selectJobs(db, wanted)
    .selectAll()
    .where('due_at', '<=', now)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('due_at')
    .limit(most)
    .execute();
  const claims: Claim[] = [];
  for (const { user_id: userId, kind, id, due_at: dueAt, plans, tries } of rows) {
    const claim: Claim = { job: { userId, kind, id, dueAt, failures: tries }, mark: newMark(), plans };
    await db
      .updateTable('jobs')
      .set({ lease_mark: claim.mark, lease_until: leaseUntil, tries: tries + 1 })
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
    claims.push(claim);
  }
  return claims;
}

/** Extends a job's lease. Returns false if the job was canceled, or claimed by another runner after the lease expired. */
export async function extendLease(db: Db, claim: Claim, leaseUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await held(db, claim).set({ lease_until: leaseUntil }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a successful run. The job is due again at `dueAt`, or deleted if null. Has no effect if it was rescheduled. */
export async function finishJob(db: Db, claim: Claim, dueAt: string | null): Promise<void> {
  const isLast = await settle(db, claim, { tries: 0, last_error: null, ...(dueAt !== null && { due_at: dueAt }) });
  if (isLast && dueAt === null) await cancelJob(db, claim.job);
}

/** Ends a failed run. The job is due again at `dueAt`. Has no effect if it was rescheduled. */
export const failJob = (db: Db, claim: Claim, dueAt: string, lastError: string): Promise<boolean> =>
  settle(db, claim, { due_at: dueAt, last_error: lastError });

/** Releases a job that did not run to its end, so that it can run again right away. */
export const releaseJob = (db: Db, claim: Claim): Promise<boolean> => settle(db, claim, { tries: claim.job.failures });

/** Ends the lease and saves the outcome. If the job was rescheduled, does not save it and returns false. */
async function settle(db: Db, claim: Claim, outcome: Partial<JobRow>): Promise<boolean> {
  const free = { lease_mark: null, lease_until: null };
  const { numUpdatedRows } = await held(db, claim)
    .set({ ...free, ...outcome })
    .where('plans', '=', claim.plans)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  await held(db, claim).set(free).execute();
  return false;
}

const held = (db: Db, { job: { userId, kind, id }, mark }: Claim) =>
  db
    .updateTable('jobs')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('lease_mark', '=', mark);
