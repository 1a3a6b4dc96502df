import { randomBytes, timingSafeEqual } from 'node:crypto';
import { newId } from '../../store/ids.ts';
import type { SessionRow } from '../../store/sign-in-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';
import { record } from './security-log.ts';
import { findRecord, putRecord, removeExpiredRecords } from './sign-in-records.ts';

// Sessions of signed-in browsers. A cookie holds a token, and the database stores its keyed digest.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A session ends after IDLE_DAYS without use, and after MOST_DAYS at the latest. */
const IDLE_DAYS = 30;
export const MOST_DAYS = 180;
/** Age at which a token is replaced. */
const RENEWED_AFTER_MS = DAY_MS;
/** How long the previous token stays valid, for requests that were already sent with it. */
const BEFORE_MS = MINUTE_MS;
/** Precision of the last use. */
const USE_MS = 5 * MINUTE_MS;

const BEFORE = 'session before';
const LOOKUP_PURPOSE = 'session lookup';
const MAX_BROWSER = 300;
const TOKEN_PURPOSE = 'session token';
const HALF_TOKEN = 16;

/** Network address and browser of a person who signs in. */
export interface ClientInfo {
  address: string | undefined;
  /** The browser's User-Agent header. */
  browser: string;
}

/** The session of a signed-in request. */
export interface Session {
  sessionId: string;
  user: UserRow;
  /** ISO 8601 UTC. */
  signedInAt: string;
  /** Whether its token should be renewed. */
  isStale: boolean;
}

/** How a person signed in, for the log. */
export type SignInWay = 'link' | 'passkey' | 'provider';

const lookupsOf = (secret: Secret, token: string): string[] => secret.signatures(LOOKUP_PURPOSE, token);

/**
 * Creates a token of 128 random bits and 128 bits of their keyed digest, so that forged tokens are recognized without
 * the database.
 */
function newSessionToken(secret: Secret): string {
  const random = randomBytes(HALF_TOKEN);
  return Buffer.concat([random, halfDigest(secret.sign(TOKEN_PURPOSE, random.toString('hex')))]).toString('base64url');
}

const halfDigest = (signature: string): Buffer => Buffer.from(signature, 'base64url').subarray(0, HALF_TOKEN);

/**
 * Returns whether kith issued this token. Its session may have ended. Tokens of older versions cannot be recognized.
 */
export function isIssuedToken(secret: Secret, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * HALF_TOKEN || bytes.toString('base64url') !== token) return false;
  const [random, digest] = [bytes.subarray(0, HALF_TOKEN), bytes.subarray(HALF_TOKEN)];
  const signatures = secret.signatures(TOKEN_PURPOSE, random.toString('hex'));
  return signatures.some((signature) => timingSafeEqual(halfDigest(signature), digest));
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const now = (): string => new Date().toISOString();

/** Opens a session in a transaction of the directory, and returns the token for its cookie. */
export async function openSession(
  db: Db,
  secret: Secret,
  userId: string,
  { address, browser }: ClientInfo,
  way: SignInWay,
): Promise<string> {
  const token = newSessionToken(secret);
  const at = now();
  await removeEnded(db);
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      id: newId(),
      lookup: lookupsOf(secret, token)[0]!,
      browser: browser.slice(0, MAX_BROWSER),
      created_at: at,
      renewed_at: at,
      last_used_at: at,
      expires_at: ago(-MOST_DAYS * DAY_MS),
    })
    .execute();
  await record(db, { event: 'session.opened', userId, address, detail: way });
  return token;
}

/** Finds the session of a token. Undefined if there is none or it has expired. */
export async function findSession(store: Store, secret: Secret, token: string): Promise<Session | undefined> {
  const lookups = lookupsOf(secret, token);
  const found = await store.read('', (db) => going(db).where('sessions.lookup', 'in', lookups).executeTakeFirst());
  // A token found with a rotated-out secret is renewed soon, so that it no longer depends on that secret.
  if (found) return used(store, found, found.renewed_at <= ago(RENEWED_AFTER_MS) || found.lookup !== lookups[0]);
  const before = await findRecord(store, secret, BEFORE, token);
  if (!before?.userId) return undefined;
  const { userId, content } = before;
  const renewed = await store.read('', (db) =>
    going(db)
      .where('sessions.user_id', '=', userId)
      .where('sessions.id', '=', content.session as string)
      .executeTakeFirst(),
  );
  return renewed && used(store, renewed, false);
}

/** Unexpired sessions with their users. */
const going = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.id', 'sessions.lookup', 'sessions.renewed_at', 'sessions.last_used_at'])
    .select('sessions.created_at as signed_in_at')
    .where('sessions.expires_at', '>', now())
    .where('sessions.last_used_at', '>', ago(IDLE_DAYS * DAY_MS));

type Going = UserRow &
  Pick<SessionRow, 'id' | 'lookup' | 'renewed_at' | 'last_used_at'> & { signed_in_at: SessionRow['created_at'] };

async function used(
  store: Store,
  { id, lookup: _, renewed_at: __, last_used_at, signed_in_at: signedInAt, ...user }: Going,
  isStale: boolean,
): Promise<Session> {
  if (last_used_at <= ago(USE_MS)) {
    await store.directory((db) =>
      db
        .updateTable('sessions')
        .set({ last_used_at: now() })
        .where('user_id', '=', user.user_id)
        .where('id', '=', id)
        .execute(),
    );
  }
  return { sessionId: id, user, signedInAt, isStale };
}

/**
 * Replaces a session's token. The old token stays valid for a minute. Undefined if another request of the same browser
 * already renewed it.
 */
export function renewSession(
  store: Store,
  secret: Secret,
  userId: string,
  sessionId: string,
  token: string,
): Promise<string | undefined> {
  return store.directory(async (db) => {
    const next = newSessionToken(secret);
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ lookup: lookupsOf(secret, next)[0]!, renewed_at: now() })
      .where('user_id', '=', userId)
      .where('id', '=', sessionId)
      .where('lookup', 'in', lookupsOf(secret, token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await removeExpiredRecords(db);
    const expiresAt = new Date(Date.now() + BEFORE_MS);
    await putRecord(db, secret, BEFORE, token, { content: { session: sessionId }, userId, expiresAt });
    return next;
  });
}

export type SessionSummary = Pick<SessionRow, 'id' | 'browser' | 'created_at' | 'last_used_at'>;

/** A user's sessions, most recently used first. */
export const listSessions = (store: Store, userId: string): Promise<SessionSummary[]> =>
  store.read('', (db) =>
    db
      .selectFrom('sessions')
      .select(['id', 'browser', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now())
      .where('last_used_at', '>', ago(IDLE_DAYS * DAY_MS))
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .execute(),
  );

/** Ends a user's session. Returns false if it has already ended. */
export function endSession(store: Store, userId: string, id: string, address: string | undefined): Promise<boolean> {
  return store.directory(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record(db, { event: 'session.ended', userId, address });
    return numDeletedRows > 0n;
  });
}

/** Ends all sessions of a user except the kept one, if any. Returns how many ended. */
export function endOtherSessions(
  store: Store,
  userId: string,
  kept: string | undefined,
  address: string | undefined,
): Promise<number> {
  return store.directory(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(kept !== undefined, (query) => query.where('id', '!=', kept!))
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record(db, { event: 'session.ended', userId, address, detail: 'all others' });
    return Number(numDeletedRows);
  });
}

/** Deletes the rows of expired sessions. */
async function removeEnded(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('expires_at', '<=', now()), eb('last_used_at', '<=', ago(IDLE_DAYS * DAY_MS))]))
    .execute();
}
