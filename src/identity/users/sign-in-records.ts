import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { type Db, onPostgres, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';

// Short-lived records of signing in: links, challenges, and all that the authorization server keeps. Each is found by a
// text that its holder brings. Of that text only a keyed digest stands in a column; it and the content are sealed.

/** What records are sealed for. */
export const SIGN_IN_PURPOSE = 'sign-in record';

export interface SignInRecord {
  content: Record<string, unknown>;
  userId?: string | undefined;
  hostId?: string | undefined;
  /** A second text that it is found by. */
  uid?: string | undefined;
  expiresAt: Date;
}

export interface FoundRecord {
  content: Record<string, unknown>;
  userId: string | null;
  /** Milliseconds since it was used; null if it was not. */
  consumedMsAgo: number | null;
}

/** What is sealed: its own texts too, so that a rotation of the secret can derive the lookups anew. */
interface Sealed {
  text: string;
  uid?: string | undefined;
  content: Record<string, unknown>;
}

/** A text that nobody can guess: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What a record of a kind is found by, under each secret, the current one first. */
const lookupsOf = (secret: Secret, kind: string, text: string): string[] =>
  secret.signatures(`${SIGN_IN_PURPOSE} lookup`, `${kind}\n${text}`);

/** Writes a record, or replaces the one that is found by the same text. */
export async function putRecord(
  db: Db,
  secret: Secret,
  kind: string,
  text: string,
  { content, userId, hostId, uid, expiresAt }: SignInRecord,
): Promise<void> {
  const [lookup, ...before] = lookupsOf(secret, kind, text);
  // While the secret is rotated, the record may still stand where an older one put it: there must be no second one.
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

/** What a record is found by: its own text, or the second one. */
type FoundBy = 'lookup' | 'uid_lookup';

/** The record that is found by this text; undefined where there is none or its time is over. */
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

/** The contents of up to `most` records of a kind, latest expiry first. */
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

/** The database's time in ISO 8601 UTC, because the clocks of nodes differ. */
const databaseTime = (db: Db): RawBuilder<string> =>
  onPostgres(db)
    ? sql`to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/** The same, in a transaction of its own. */
export const findRecord = (store: Store, secret: Secret, kind: string, text: string, by?: FoundBy) =>
  store.read('', (db) => recordIn(db, secret, kind, text, by));

/** What a record is looked for by: of its kind, found by this text, and not over. */
export const recordIs =
  (secret: Secret, kind: string, text: string, by: FoundBy = 'lookup') =>
  ({ and, eb }: ExpressionBuilder<Tables, 'sign_in_records'>) =>
    and([
      eb('sign_in_records.kind', '=', kind),
      eb(`sign_in_records.${by}`, 'in', lookupsOf(secret, by === 'lookup' ? kind : `${kind} uid`, text)),
      eb('sign_in_records.expires_at', '>', new Date().toISOString()),
    ]);

/** What a row holds. */
export const contentOf = (secret: Secret, sealed: string): Record<string, unknown> => opened(secret, sealed).content;

const opened = (secret: Secret, sealed: string): Sealed => JSON.parse(secret.open(SIGN_IN_PURPOSE, sealed)) as Sealed;

/** Marks a record as used. False where it is used already, or is not there: of two that try at once, one succeeds. */
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

/** More than one request leaves behind, and few enough that nobody waits for it, however many there are. */
const REMOVED_AT_ONCE = 200;

/** Removes records whose time is over, the oldest first, and not all of them at once. */
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

/** Where a pass over the records is: behind the record with this key. */
export interface RecordKey {
  kind: string;
  lookup: string;
}

/** Before the first record. */
export const FIRST_RECORD: RecordKey = { kind: '', lookup: '' };

/**
 * Seals the next few records under the present secret that are sealed under an older one, whosever they are. `last` is
 * where to go on, undefined at the end; `seen` is how many were looked at.
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

/** How many records there are. */
export async function countRecords(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_records')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
