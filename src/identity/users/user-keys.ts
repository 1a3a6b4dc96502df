import { KithError } from '../../shared/error.ts';
import { forgetDevice } from '../../store/forget-device.ts';
import type { Db, Store } from '../../store/store.ts';
import type { ApiKeyRow, UserRow } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';
import { DEFAULT_KEY, type KeyKind, type NewKey, type Permissions, putKey, readDefaultKey } from './api-keys.ts';
import { deviceOf } from './app-passwords.ts';
import { record } from './security-log.ts';
import { requireUser, type UserWithKey, withKey } from './users.ts';

/** Maximum number of keys and devices of a user. */
const MAX_KEYS = 200;

/** A key without its secret. */
export interface KeySummary {
  name: string;
  kind: KeyKind;
  scope: Permissions;
  created_at: string;
  /** Null for a key that lasts until it is revoked. */
  expires_at: string | null;
  /** At most some minutes old; null for a key that was never used. */
  last_used_at: string | null;
}

/** The default key in full, on any plan. Throws 404 for an unknown user. */
export function showKey(store: Store, secret: Secret, email: string): Promise<UserWithKey> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    const key = await readDefaultKey(db, secret, user.user_id);
    if (key !== null) await record(db, { event: 'key.shown', userId: user.user_id, key: DEFAULT_KEY });
    return withKey(user, key);
  });
}

/** Replaces the default key; the old one is refused from the next request on. Throws 403 on the free plan. */
export function regenerateKey(
  store: Store,
  secret: Secret,
  email: string,
  permissions: Permissions,
): Promise<UserWithKey & { api_key: string }> {
  return store.directory(async (db) => {
    const user = requireProfessional(await requireUser(db, email));
    const { key } = await putKey(db, secret, user.user_id, { name: DEFAULT_KEY, permissions, expiresAt: null });
    await record(db, { event: 'key.replaced', userId: user.user_id, key: DEFAULT_KEY });
    return { ...withKey(user, key), api_key: key };
  });
}

/**
 * Adds a key under its own name, or an app password. It is shown only this once: no more than a digest is stored. Throws 409
 * for a taken name, 403 on the free plan, 400 for an invalid name or end.
 */
export function addKey(
  store: Store,
  secret: Secret,
  email: string,
  input: NewKey,
  address?: string | undefined,
): Promise<KeySummary & { email: string; secret: string }> {
  if (!/^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u.test(input.name)) {
    throw new KithError('BadRequest', 'The name of a key must be 1 to 64 printable characters.', {
      hint: 'Name what uses the key, such as laptop or backup-script.',
    });
  }
  if (input.expiresAt !== null && input.expiresAt <= new Date().toISOString())
    throw new KithError('BadRequest', 'The time at which a key expires must lie ahead; this one has passed.');
  return store.directory(async (db) => {
    const user = requireProfessional(await requireUser(db, email));
    const taken = await db
      .selectFrom('api_keys')
      .select('name')
      .where('user_id', '=', user.user_id)
      .where('name', '=', input.name)
      .executeTakeFirst();
    if (taken || input.name === DEFAULT_KEY) {
      throw new KithError('Conflict', `${user.email} has a key named ${input.name} already.`, {
        hint:
          input.name === DEFAULT_KEY
            ? 'That is the key that kith key show shows and kith key regenerate replaces.'
            : 'Give another name, or revoke that key first.',
      });
    }
    await requireRoom(db, user);
    const { key, createdAt } = await putKey(db, secret, user.user_id, input);
    const { kind = 'api' } = input;
    const detail = kind === 'api' ? input.permissions : `${kind} ${input.permissions}`;
    await record(db, { event: 'key.made', userId: user.user_id, key: input.name, address, detail });
    return {
      email: user.email,
      name: input.name,
      kind,
      scope: input.permissions,
      created_at: createdAt,
      expires_at: input.expiresAt,
      last_used_at: null,
      secret: key,
    };
  });
}

/** Throws 409 if a user has the maximum number of keys and devices. */
async function requireRoom(db: Db, { user_id, email }: UserRow): Promise<void> {
  const keys = await db.selectFrom('api_keys').select('name').where('user_id', '=', user_id).limit(MAX_KEYS).execute();
  if (keys.length < MAX_KEYS) return;
  throw new KithError('Conflict', `${email} already has ${MAX_KEYS} keys and devices.`, {
    hint: 'Revoke one that is not used anymore.',
  });
}

/** The keys of a user, oldest first. */
export function listKeys(store: Store, email: string): Promise<KeySummary[]> {
  return store.read('', async (db) => {
    const { user_id } = await requireUser(db, email);
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .orderBy('name')
      .execute();
    return rows.map(summary);
  });
}

/** Revokes a key: it is refused from the next request on. Throws 404 for an unknown name, of its kind where one is given. */
export async function revokeKey(
  store: Store,
  email: string,
  name: string,
  { kind, address }: { kind?: KeyKind; address?: string | undefined } = {},
): Promise<KeySummary> {
  const { user_id, ...key } = await store.directory(async (db) => {
    const { user_id, email: known } = await requireUser(db, email);
    const row = await db
      .deleteFrom('api_keys')
      .where('user_id', '=', user_id)
      .where('name', '=', name)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      throw new KithError('NotFound', `${known} has no key named ${name}.`, {
        hint: 'List the keys to see their names.',
      });
    }
    await record(db, { event: 'key.revoked', userId: user_id, key: name, address });
    return { user_id, ...summary(row) };
  });
  if (key.kind === 'dav')
    await store.write(user_id, (db) => forgetDevice(db, user_id, deviceOf(key.name, key.created_at)));
  return key;
}

const summary = ({ name, kind, permissions, created_at, expires_at, last_used_at }: ApiKeyRow): KeySummary => ({
  name,
  kind,
  scope: permissions,
  created_at,
  expires_at,
  last_used_at,
});

function requireProfessional(user: UserRow): UserRow {
  if (user.plan !== 'free') return user;
  throw new KithError('Forbidden', 'A key needs the professional plan.', {
    hint: `kith user plan ${user.email} professional puts the user on it.`,
  });
}
