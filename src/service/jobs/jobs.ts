import { sql } from 'kysely';
import type { JobRow } from '../../store/job-tables.ts';
import type { Db } from '../../store/store.ts';

// What runs by the clock: a row for each job. Everything here is done in a transaction of the directory
// (`store.directory`), so that a plan is kept with the settings that it follows from, where those are there too.

export interface JobKey {
  userId: string;
  kind: string;
  /** Tells the jobs of one kind apart; '' where a user has one at most. */
  id: string;
}

/** A job as its handler sees it. */
export interface Job extends JobKey {
  /** ISO 8601 UTC. */
  dueAt: string;
  /** How many runs in a row have failed before this one. */
  failures: number;
}

/** A job that a runner has to itself until its lease is over. */
export interface Claim {
  job: Job;
  mark: string;
  plans: number;
}

/** Plans a job, or moves one that is planned. A run under way goes on, and this plan outlives what it answers. */
export async function planJob(db: Db, { userId, kind, id, dueAt }: JobKey & { dueAt: string }): Promise<void> {
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

/** Forgets a job. A run under way goes on; what it answers has no effect. */
export async function cancelJob(db: Db, { userId, kind, id }: JobKey): Promise<void> {
  await db.deleteFrom('jobs').where('user_id', '=', userId).where('kind', '=', kind).where('id', '=', id).execute();
}

/** How a job stands, for pages and commands; undefined where none is planned. */
export const jobOf = (
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

/** Which jobs a runner takes. */
export interface Wanted {
  /** Those that it has a handler for: other versions of kith run beside it. */
  kinds: readonly string[];
  /** Of this user alone. */
  userId?: string | undefined;
}

/** A job is free from when it is due, and from when the lease of whoever ran it is over. */
const freeFrom = sql<string>`case when lease_until > due_at then lease_until else due_at end`;

function wantedJobs(db: Db, { kinds, userId }: Wanted) {
  const query = db.selectFrom('jobs').where('kind', 'in', kinds);
  return userId === undefined ? query : query.where('user_id', '=', userId);
}

/** When the next job is free to run; undefined where there is none. */
export async function nextJobAt(db: Db, wanted: Wanted): Promise<string | undefined> {
  const { at } = await wantedJobs(db, wanted)
    .select(({ fn }) => fn.min(freeFrom).as('at'))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** Takes some jobs that are due, those that wait longest first. A run whose lease has ended by itself counts as failed. */
export async function claimJobs(
  db: Db,
  wanted: Wanted & { now: string; leaseUntil: string; most: number; newMark: () => string },
): Promise<Claim[]> {
  const { now, leaseUntil, most, newMark } = wanted;
  const rows = await wantedJobs(db, wanted)
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

/** Keeps a job that takes its time. False where it was canceled, or taken by another because the lease was over. */
export async function extendLease(db: Db, claim: Claim, leaseUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await held(db, claim).set({ lease_until: leaseUntil }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a run that went well: the job is due again then, or over. A plan made meanwhile stands instead. */
export async function finishJob(db: Db, claim: Claim, dueAt: string | null): Promise<void> {
  const isLast = await settle(db, claim, { tries: 0, last_error: null, ...(dueAt !== null && { due_at: dueAt }) });
  if (isLast && dueAt === null) await cancelJob(db, claim.job);
}

/** Ends a run that failed: the job is tried again then. A plan made meanwhile stands instead. */
export const failJob = (db: Db, claim: Claim, dueAt: string, lastError: string): Promise<boolean> =>
  settle(db, claim, { due_at: dueAt, last_error: lastError });

/** Gives a job back that was not run to its end, so that it can be taken at once. */
export const releaseJob = (db: Db, claim: Claim): Promise<boolean> => settle(db, claim, { tries: claim.job.failures });

/** Gives the lease back, and sets what came of the run where nothing was planned meanwhile; tells whether it did. */
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
