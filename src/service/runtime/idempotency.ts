import { createHash } from 'node:crypto';
import type { Secret } from '../../identity/secrets/secret.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { badRequest, KithError } from '../../shared/error.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { insertRows } from '../../store/insert.ts';
import type { Db } from '../../store/store.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RETENTION_MS = 24 * 60 * 60 * 1000;
export const PURPOSE = 'idempotency';

/** A request with an Idempotency-Key. A repeated request must have the same fingerprint. */
export interface KeyedRequest {
  userId: string;
  key: string;
  fingerprint: string;
  /** Its fingerprints with retired secrets, which records of the last day may still contain. */
  olderFingerprints: string[];
}

export interface Answer {
  status: number;
  body: unknown;
}

/** Parses an Idempotency-Key: a UUID, bare or quoted as a structured-field string. Throws 400 for anything else. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.trim().replace(/^"(.*)"$/, '$1');
  if (!UUID.test(key)) {
    throw badRequest(
      { 'Idempotency-Key': 'must be a UUID' },
      'Create one UUID for each operation and reuse it for retries.',
    );
  }
  return key.toLowerCase();
}

/** The parts by which two requests are equal: method, path, query in any order, and the body as sent. */
export interface Target {
  method: string;
  path: string;
  query: [name: string, text: string][];
  body: unknown;
}

/** Computes the fingerprints of a request. */
export function keyedRequest(
  secret: Secret,
  place: { userId: string; key: string },
  { method, path, query, body }: Target,
): KeyedRequest {
  const pairs = query.map((pair) => JSON.stringify(pair)).sort();
  const digest = createHash('sha256')
    .update(`${method} ${path.replace(/\/+$/, '')} ${pairs.join('&')} ${canonicalJson(body)}`)
    .digest('base64url');
  const [fingerprint, ...olderFingerprints] = signed(secret, place, digest) as [string, ...string[]];
  return { ...place, fingerprint, olderFingerprints };
}

/**
 * Signs a digest, so that someone who reads the database cannot test guesses of a body or see that two requests were
 * equal.
 */
const signed = (secret: Secret, { userId, key }: Pick<KeyedRequest, 'userId' | 'key'>, digest: string): string[] =>
  secret.signatures('idempotency fingerprint', `${userId} ${key} ${digest}`);

/**
 * The recorded answer of this request, if there is one. Throws 409 if the key was used for another request, or if a
 * process is still working on it.
 */
export async function findAnswer(
  db: Db,
  secret: Secret,
  request: KeyedRequest,
  now: string,
): Promise<Answer | undefined> {
  const record = await findRecord(db, secret, request, now);
  if (!record) return undefined;
  if (record.status !== null) return { status: record.status, body: JSON.parse(secret.open(PURPOSE, record.sealed)) };
  if (isHeld(record.lease_until!, now)) throw inProgress();
  return undefined;
}

/** Maximum expected clock difference between two nodes. */
const SKEW_MS = 60_000;

/** A lease that ends implausibly late was written by a node with a wrong clock, and counts as expired. */
const isHeld = (leaseUntil: string, now: string): boolean =>
  leaseUntil > now && Date.parse(leaseUntil) < Date.parse(now) + SKEW_MS;

const recordOf = (db: Db, userId: string, key: string) =>
  db.selectFrom('idempotency_records').selectAll().where('user_id', '=', userId).where('idempotency_key', '=', key);

/** The record of this key. Throws 409 if it belongs to another request. */
export async function findRecord(db: Db, secret: Secret, request: KeyedRequest, now: string) {
  const [record] = await runCompiled(db, 'idempotency record', recordOf, [request.userId, request.key]);
  if (!record || record.created_at < answersSince(now)) return undefined;
  // Records of older versions contain the unsigned digest. They are valid for a day.
  const told = [record.fingerprint, ...signed(secret, request, record.fingerprint)];
  if (![request.fingerprint, ...request.olderFingerprints].some((fingerprint) => told.includes(fingerprint))) {
    throw new KithError('Conflict', 'This Idempotency-Key was used for another request.', {
      hint: 'Use a new key for a new operation; repeat the first request unchanged to get its answer.',
    });
  }
  return record;
}

/** Records the answer. Call it in the transaction of the write. */
export const saveAnswer = (db: Db, secret: Secret, request: KeyedRequest, answer: Answer, now: string) =>
  saveRecord(db, request, answered(secret, answer), now);

export interface RecordState {
  status: number | null;
  /** Encrypted content. It is salted and therefore unique, so it also serves as the claim's mark. */
  sealed: string;
  lease_until: string | null;
}

export const answered = (secret: Secret, { status, body }: Answer): RecordState => ({
  status,
  sealed: secret.seal(PURPOSE, JSON.stringify(body)),
  lease_until: null,
});

export async function saveRecord(
  db: Db,
  { userId, key, fingerprint }: KeyedRequest,
  state: RecordState,
  now: string,
): Promise<void> {
  const { status, sealed, lease_until } = state;
  const row = { user_id: userId, idempotency_key: key, fingerprint, status, sealed, lease_until, created_at: now };
  await insertRows(db, 'idempotency_records', [row], {
    key: ['user_id', 'idempotency_key'],
    set: ['fingerprint', 'status', 'sealed', 'lease_until', 'created_at'],
  });
}

const PURGED_AT_ONCE = 100;

/** Deletes up to 100 records that are older than a day: they contain personal data and are no longer used. */
export async function purgeAnswers(db: Db, _: Secret, userId: string, now: string): Promise<void> {
  const old = await db
    .selectFrom('idempotency_records')
    .select('idempotency_key')
    .where('user_id', '=', userId)
    .where('created_at', '<', answersSince(now))
    .limit(PURGED_AT_ONCE)
    .execute();
  if (old.length === 0) return;
  await db
    .deleteFrom('idempotency_records')
    .where('user_id', '=', userId)
    .where(
      'idempotency_key',
      'in',
      old.map((record) => record.idempotency_key),
    )
    .execute();
}

/** The creation time that makes a record expire `keptMs` after `now`. ISO 8601. */
export const recordedFor = (keptMs: number, now: string): string =>
  new Date(Date.parse(now) - RETENTION_MS + keptMs).toISOString();

/** Answers recorded before this time have expired. ISO 8601. */
export const answersSince = (now: string): string => new Date(Date.parse(now) - RETENTION_MS).toISOString();

export const inProgress = () =>
  new KithError('idempotency_in_progress', 'The request with this Idempotency-Key is still running.', {
    hint: 'Wait a second, then repeat it with the same key.',
    retryAfter: 1,
  });
