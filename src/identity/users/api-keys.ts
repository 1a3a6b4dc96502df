import { hash, randomBytes } from 'node:crypto';
import { KithError } from '../../shared/error.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import type { Db, Store } from '../../store/store.ts';
import type { ApiKeyRow, UserRow } from '../../store/tables.ts';
import { whileUnchanged } from '../../store/while-unchanged.ts';
import type { Secret } from '../secrets/secret.ts';
import { newAppPassword, plainPassword } from './app-password-text.ts';
import type { Caller } from './caller.ts';

/** The only key of a user that can be shown again. Other keys have names that users choose. */
export const DEFAULT_KEY = 'default';

/** Purpose under which keys are sealed. */
export const KEY_PURPOSE = 'api key';

export type Permissions = ApiKeyRow['permissions'];

/** Kind of a key: for the API, or for the address book over CardDAV (an app password). Neither works for the other. */
export type KeyKind = ApiKeyRow['kind'];

/** A known key that is currently rejected. */
export interface Refused {
  refused: KithError;
  /** One-word reason for the log. */
  reason: 'expired' | 'plan';
  userId: string;
  key: string;
}

export interface NewKey {
  name: string;
  permissions: Permissions;
  /** ISO 8601 UTC; null for a key without an expiration date. */
  expiresAt: string | null;
  /** Defaults to an API key. */
  kind?: KeyKind;
}

/**
 * Creates a key in a transaction of the directory and returns it. The default key is stored sealed, so that it can be
 * shown again. For other keys, only a digest is stored. `lookupsOf` derives the lookup values from the stored value.
 */
export async function putKey(
  db: Db,
  secret: Secret,
  userId: string,
  { name, permissions, expiresAt, kind = 'api' }: NewKey,
): Promise<{ key: string; createdAt: string }> {
  const key = kind === 'dav' ? newAppPassword() : `kith_${randomBytes(32).toString('base64url')}`;
  const kept = name === DEFAULT_KEY ? key : digestOf(kind === 'dav' ? plainPassword(key) : key);
  const row = {
    lookup: lookupsOf(secret, kept)[0]!,
    sealed: secret.seal(KEY_PURPOSE, kept),
    permissions,
    kind,
    created_at: new Date().toISOString(),
    expires_at: expiresAt,
    last_used_at: null,
  };
  await db
    .insertInto('api_keys')
    .values({ user_id: userId, name, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(row))
    .execute();
  return { key, createdAt: row.created_at };
}

/** A user's default key in full; null if the user has none. */
export async function readDefaultKey(db: Db, secret: Secret, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('api_keys')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('name', '=', DEFAULT_KEY)
    .executeTakeFirst();
  return row ? secret.open(KEY_PURPOSE, row.sealed) : null;
}

/** A caller authenticated with a key. */
type KeyCaller = Caller & { key: string; keyMadeAt: string };

/** An authenticated caller or a known but rejected key. */
export type KeyOrRefused = KeyCaller | Refused;

/**
 * Authenticates a request with its bearer key. Undefined if the key is missing or unknown. A replaced or revoked key
 * fails at once in every process.
 */
export function authenticateByKey(store: Store, secret: Secret) {
  const find = keyFinder(store, secret, 'api');
  return async (request: Request): Promise<KeyOrRefused | undefined> => {
    const key = /^Bearer +(kith_\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    return key === undefined ? undefined : find(key);
  };
}

/** Returns a function that finds the owner of a key. `isOf` tests whether the key belongs to the named user. */
export function keyFinder(store: Store, secret: Secret, kind: KeyKind) {
  const remembered = whileUnchanged<Holder>(store);
  return async (key: string, isOf: (user: UserRow) => boolean = () => true): Promise<KeyOrRefused | undefined> => {
    const found = await remembered(digestOf(key), async (digest) => {
      // There are more than two only after a rotation, while some rows are still signed with the previous secret.
      const lookups = [key, digest].flatMap((kept) => lookupsOf(secret, kept));
      const [row] = await store.read('', (db) => runCompiled(db, 'user by key', userByKey, [lookups, kind]));
      return row && holderOf(row);
    });
    if (!found || !isOf(found.caller.user)) return undefined;
    const { caller, expiresAt } = found;
    const { user, key: usedKey } = caller;
    const refused = (reason: Refused['reason'], error: KithError): Refused => ({
      refused: error,
      reason,
      userId: user.user_id,
      key: usedKey,
    });
    if (expiresAt !== null && expiresAt <= new Date().toISOString()) return refused('expired', expired(expiresAt));
    if (user.plan === 'free') return refused('plan', notOnFree());
    // Each request gets its own copy of the user, so that its changes do not affect other requests.
    return { ...caller, user: { ...user } };
  };
}

type KeyRow = NonNullable<Awaited<ReturnType<ReturnType<typeof userByKey>['executeTakeFirst']>>>;

/** The owner of a key, whether or not the key is currently accepted. */
interface Holder {
  caller: KeyCaller;
  expiresAt: string | null;
}

function holderOf({ permissions, key_name, key_made_at, expires_at, ...user }: KeyRow): Holder {
  return { caller: { user, permissions, key: key_name, keyMadeAt: key_made_at }, expiresAt: expires_at };
}

const userByKey = (db: Db, lookups: string[], kind: KeyKind) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.user_id', 'api_keys.user_id')
    .selectAll('users')
    .select([
      'api_keys.permissions',
      'api_keys.name as key_name',
      'api_keys.created_at as key_made_at',
      'api_keys.expires_at',
    ])
    .where('api_keys.lookup', 'in', lookups)
    .where('api_keys.kind', '=', kind);

/** Lookup values of a stored key, one per secret, the current one first. */
export const lookupsOf = (secret: Secret, kept: string): string[] => secret.signatures(`${KEY_PURPOSE} lookup`, kept);

/** The key has 256 random bits, so it cannot be derived from its digest. The digest itself does not work as a key. */
const digestOf = (key: string): string => `sha256:${hash('sha256', key, 'base64url')}`;

const expired = (at: string) =>
  new KithError('Unauthorized', `This API key expired at ${at}.`, {
    hint: 'Use another key, or create one with kith key add.',
  });

/** Error for every request of a user on the free plan. */
export const notOnFree = () =>
  new KithError('Forbidden', 'API keys do not work on the free plan.', {
    hint: 'To make them work again, use kith user plan EMAIL professional.',
  });
