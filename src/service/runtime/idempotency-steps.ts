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

// Longer than a step takes, and over before a host has restarted kith. Safety does not depend on it: see Claim.
const LEASE_MS = 2_000;

/** The result of each finished step, by its number. */
export type StepResults = Record<number, unknown>;

/**
 * An operation of several transactions, held by one try. The record carries the holder's mark; each step renews
 * it in its own transaction, so a try that slept past its lease while another took over cannot do a step twice.
 */
export interface Claim {
  done: StepResults;
  mark: string;
}

/**
 * Takes the key for an operation of several transactions: the answer when it has one, else the results of the
 * steps that an interrupted try had finished. Until released, or for as long as the lease, nobody else gets it.
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

/** Records one more step, in its transaction, and holds the key for a while longer. Throws 409 when another try took over. */
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

/** Records the answer of the last step. Throws 409 when another try took over. */
export const settle = (
  db: Db,
  secret: Secret,
  request: KeyedRequest,
  held: Claim,
  answer: Answer,
  now: string,
): Promise<void> => replaceRecord(db, request, held, answered(secret, answer), now);

/** Releases the key after a failure: finished steps stay on record, unfinished ones leave nothing. */
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
