import type { Secret } from '../../identity/secrets/secret.ts';
import type { Db } from '../../store/store.ts';
import {
  type Answer,
  answered,
  findAnswer,
  findRecord,
  inProgress,
  type KeyedRequest,
  PURPOSE,
  type RecordState,
  saveRecord,
} from './idempotency.ts';

// Longer than a step takes, shorter than a restart of the server. Safety does not depend on it: see Claim.
const LEASE_MS = 2_000;

/** The results of the finished steps, by index. */
export type StepResults = Record<number, unknown>;

/**
 * One attempt's claim on an operation of several transactions. The record contains the attempt's mark, and each step
 * renews it in its own transaction. If an attempt stalls beyond its lease and another one takes over, it cannot repeat
 * a step.
 */
export interface Claim {
  done: StepResults;
  mark: string;
}

/**
 * Claims the key for an operation of several transactions. Returns the recorded answer if there is one, otherwise the
 * results of the steps that an interrupted attempt finished. Throws 409 while another attempt holds the key. A claim
 * ends when it is released or its lease expires.
 */
export async function claim(
  db: Db,
  secret: Secret,
  request: KeyedRequest,
  now: string,
  leaseMs = LEASE_MS,
): Promise<{ answer: Answer } | { held: Claim }> {
  const answer = await findAnswer(db, secret, request, now);
  if (answer) return { answer };
  const record = await findRecord(db, secret, request, now);
  const done = record ? (JSON.parse(secret.open(PURPOSE, record.sealed)) as StepResults) : {};
  const state = progress(secret, done, leaseFrom(now, leaseMs));
  await saveRecord(db, request, state, now);
  return { held: { done, mark: state.sealed } };
}

/** Records a finished step in its transaction, and renews the lease. Throws 409 if another attempt took over. */
export async function advance(
  db: Db,
  secret: Secret,
  request: KeyedRequest,
  held: Claim,
  step: StepResults,
  now: string,
): Promise<Claim> {
  const done = { ...held.done, ...step };
  const state = progress(secret, done, leaseFrom(now));
  await replaceRecord(db, request, held, state, now);
  return { done, mark: state.sealed };
}

/** Records the answer. Throws 409 if another attempt took over. */
export const settle = (
  db: Db,
  secret: Secret,
  request: KeyedRequest,
  held: Claim,
  answer: Answer,
  now: string,
): Promise<void> => replaceRecord(db, request, held, answered(secret, answer), now);

/** Releases the key after a failure. The results of finished steps are kept. */
export async function release(db: Db, secret: Secret, request: KeyedRequest, held: Claim, now: string): Promise<void> {
  if (Object.keys(held.done).length > 0) return replaceRecord(db, request, held, progress(secret, held.done, now), now);
  await db
    .deleteFrom('idempotency_records')
    .where('user_id', '=', request.userId)
    .where('idempotency_key', '=', request.key)
    .where('sealed', '=', held.mark)
    .execute();
}

const progress = (secret: Secret, done: StepResults, lease_until: string): RecordState => ({
  status: null,
  sealed: secret.seal(PURPOSE, JSON.stringify(done)),
  lease_until,
});

const leaseFrom = (now: string, leaseMs = LEASE_MS) => new Date(Date.parse(now) + leaseMs).toISOString();

async function replaceRecord(
  db: Db,
  { userId, key }: KeyedRequest,
  held: Claim,
  state: RecordState,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_records')
    .set({ ...state, created_at: now })
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .where('sealed', '=', held.mark)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw inProgress();
}
