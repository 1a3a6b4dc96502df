import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { type Db, onPostgres, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';

// Short-lived sign-in records: links, challenges, and the authorization server's records. Each is looked up by a token
// that its holder sends. The column stores only a keyed digest of the token. The token and the content are sealed.

/** Purpose under which records are sealed. */
export const SIGN_IN_PURPOSE = 'sign-in record';

export interface SignInRecord {
  content: Record<string, unknown>;
  userId?: string | undefined;
  hostId?: string | undefined;
  /** Second token by which the record can be found. */
  uid?: string | undefined;
  expiresAt: Date;
}

export interface FoundRecord {
  content: Record<string, unknown>;
  userId: string | null;
  /** Milliseconds since the record was used; null if it is unused. */
  consumedMsAgo: number | null;
}

/** Sealed content. It includes the record's own tokens, so that the lookups can be derived again after a rotation. */
interface Sealed {
  text: string;
  uid?: string | undefined;
  content: Record<string, unknown>;
}

/** Creates an unguessable token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Lookup values of a record, one per secret, the current one first. */
const lookupsOf = (secret: Secret, kind: string, text: string): string[] =>
  secret.signatures(`${SIGN_IN_PURPOSE} lookup`, `${kind}\n${text}`);

/** Writes a record, or replaces the one with the same token. */
export async function putRecord(
  db: Db,
  secret: Secret,
  kind: string,
  text: string,
  { content, userId, hostId, uid, expiresAt }: SignInRecord,
): Promise<void> {
  const [lookup, ...before] = lookupsOf(secret, kind, text);
  // During a rotation, the record may still be stored under a lookup of the previous secret. It must not be stored
  // twice.
  if (before.length > 0) {
    const moved = db.updateTable('sign_in_records').set({ lookup: lookup! });
    await moved.where('kind', '=', kind).where('lookup', 'in', before).execute();
  }
  const row = {
    sealed: secret.seal(SIGN_IN_PURPOSE, JSON.stringify({ text, uid, content } satisfies Sealed)),
    user_id: userId ?? null,
    host_id: hostId ?? null,
    uid_lookup: uid === undefined ? null : lookupsOf(secret, `${kind} uid`, uid)[0]!,
    expires_at: expiresAt.toISOString(),
  };
  await db
    .insertInto('sign_in_records')
    .values({ kind, lookup: lookup!, consumed_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'lookup']).doUpdateSet(row))
    .execute();
}

/** Lookup column: the record's own token, or the second one. */
type FoundBy = 'lookup' | 'uid_lookup';

/** Finds the record with this token. Undefined if there is none or it has expired. */
export async function recordIn(
  db: Db,
  secret: Secret,
  kind: string,
  text: string,
  by: FoundBy = 'lookup',
): Promise<FoundRecord | undefined> {
  const row = await db
    .selectFrom('sign_in_records')
    .select(['sealed', 'user_id', 'consumed_at', databaseTime(db).as('now')])
    .where(recordIs(secret, kind, text, by))
    .executeTakeFirst();
  if (!row) return undefined;
  const consumedMsAgo = row.consumed_at === null ? null : Date.parse(row.now) - Date.parse(row.consumed_at);
  return { content: contentOf(secret, row.sealed), userId: row.user_id, consumedMsAgo };
}

/** Contents of up to `most` records of a kind, latest expiration first. */
export async function recordsOf(db: Db, secret: Secret, kind: string, most: number): Promise<FoundRecord['content'][]> {
  const rows = await db
    .selectFrom('sign_in_records')
    .select('sealed')
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('expires_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ sealed }) => contentOf(secret, sealed));
}

/** The database's time in ISO 8601 UTC, because the nodes' clocks differ. */
const databaseTime = (db: Db): RawBuilder<string> =>
  onPostgres(db)
    ? sql`to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/** Finds a record in its own transaction. */
export const findRecord = (store: Store, secret: Secret, kind: string, text: string, by?: FoundBy) =>
  store.read('', (db) => recordIn(db, secret, kind, text, by));

/** Condition for an unexpired record of this kind with this token. */
export const recordIs =
  (secret: Secret, kind: string, text: string, by: FoundBy = 'lookup') =>
  ({ and, eb }: ExpressionBuilder<Tables, 'sign_in_records'>) =>
    and([
      eb('sign_in_records.kind', '=', kind),
      eb(`sign_in_records.${by}`, 'in', lookupsOf(secret, by === 'lookup' ? kind : `${kind} uid`, text)),
      eb('sign_in_records.expires_at', '>', new Date().toISOString()),
    ]);

/** Opens the content of a row. */
export const contentOf = (secret: Secret, sealed: string): Record<string, unknown> => opened(secret, sealed).content;

const opened = (secret: Secret, sealed: string): Sealed => JSON.parse(secret.open(SIGN_IN_PURPOSE, sealed)) as Sealed;

/**
 * Marks a record as used. Returns false if it is missing or already used: of two concurrent calls, only one succeeds.
 */
export async function consumeRecord(db: Db, secret: Secret, kind: string, text: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_records')
    .set({ consumed_at: databaseTime(db) })
    .where('kind', '=', kind)
    .where('lookup', 'in', lookupsOf(secret, kind, text))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeRecord(db: Db, secret: Secret, kind: string, text: string): Promise<void> {
  await db
    .deleteFrom('sign_in_records')
    .where('kind', '=', kind)
    .where('lookup', 'in', lookupsOf(secret, kind, text))
    .execute();
}

/** Number of records removed at once: more than one request creates, but few enough to be fast. */
const REMOVED_AT_ONCE = 200;

/** Removes a batch of expired records, oldest first. */
export async function removeExpiredRecords(db: Db): Promise<void> {
  await db
    .deleteFrom('sign_in_records')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('kind', 'lookup'),
        'in',
        selectFrom('sign_in_records')
          .select(['kind', 'lookup'])
          .where('expires_at', '<=', new Date().toISOString())
          .orderBy('expires_at')
          .limit(REMOVED_AT_ONCE)
          .$asTuple('kind', 'lookup'),
      ),
    )
    .execute();
}

/** Position of a pass over the records: after the record with this key. */
export interface RecordKey {
  kind: string;
  lookup: string;
}

/** Position before the first record. */
export const FIRST_RECORD: RecordKey = { kind: '', lookup: '' };

/**
 * Reseals the next batch of records, of all users, that were sealed with an older secret. `last` is the position for
 * the next call, undefined at the end. `seen` is the number of checked records.
 */
export async function resealRecords(db: Db, secret: Secret, after: RecordKey, atOnce: number) {
  const rows = await db
    .selectFrom('sign_in_records')
    .select(['kind', 'lookup', 'sealed'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('kind', 'lookup'), '>', tuple(after.kind, after.lookup)))
    .orderBy('kind')
    .orderBy('lookup')
    .limit(atOnce)
    .execute();
  let records = 0;
  for (const { kind, lookup, sealed } of rows) {
    const anew = secret.reseal(SIGN_IN_PURPOSE, sealed);
    if (anew === undefined) continue;
    const { text, uid } = opened(secret, anew);
    await db
      .updateTable('sign_in_records')
      .set({
        sealed: anew,
        lookup: lookupsOf(secret, kind, text)[0]!,
        uid_lookup: uid === undefined ? null : lookupsOf(secret, `${kind} uid`, uid)[0]!,
      })
      .where('kind', '=', kind)
      .where('lookup', '=', lookup)
      .execute();
    records++;
  }
  return { records, seen: rows.length, last: rows.length === atOnce ? rows.at(-1)! : undefined };
}

/** Counts the records. */
export async function countRecords(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_records')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
