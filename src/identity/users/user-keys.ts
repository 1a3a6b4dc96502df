import { KithError } from '../../shared/error.ts';
import { forgetDevice } from '../../store/forget-device.ts';
import type { Db, Store } from '../../store/store.ts';
import type { ApiKeyRow, UserRow } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';
import { DEFAULT_KEY, type KeyKind, type NewKey, type Permissions, putKey, readDefaultKey } from './api-keys.ts';
import { deviceOf } from './app-passwords.ts';
import { record } from './security-log.ts';
import { requireUser, type UserWithKey, withKey } from './users.ts';

/** Maximum keys and devices of a user. */
const MAX_KEYS = 200;

/** A key without its secret. */
export interface KeySummary {
  name: string;
  kind: KeyKind;
  scope: Permissions;
  created_at: string;
  /** Null for a key without an expiration date. */
  expires_at: string | null;
  /** Accurate to a few minutes; null for an unused key. */
  last_used_at: string | null;
}

/** Returns the default key in full, on any plan. Throws 404 for an unknown user. */
export function showKey(store: Store, secret: Secret, email: string): Promise<UserWithKey> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    const key = await readDefaultKey(db, secret, user.user_id);
    if (key !== null) await record(db, { event: 'key.shown', userId: user.user_id, key: DEFAULT_KEY });
    return withKey(user, key);
  });
}

/** Replaces the default key. The old one is rejected from the next request on. Throws 403 on the free plan. */
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
 * Adds a named key or an app password. It is shown only once, because only a digest is stored. Throws 409 if the name
 * is taken, 403 on the free plan, and 400 for an invalid name or expiration date.
 */
export function addKey(
  store: Store,
  secret: Secret,
  email: string,
  input: NewKey,
  address?: string | undefined,
): Promise<KeySummary & { email: string; secret: string }> {
  if (!/^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u.test(input.name)) {
    throw new KithError('BadRequest', 'A key name must have 1 to 64 printable characters.', {
      hint: 'Name the device or program that uses the key, such as laptop or backup-script.',
    });
  }
  if (input.expiresAt !== null && input.expiresAt <= new Date().toISOString())
    throw new KithError('BadRequest', 'The expiration date of a key must be in the future.');
  return store.directory(async (db) => {
    const user = requireProfessional(await requireUser(db, email));
    const taken = await db
      .selectFrom('api_keys')
      .select('name')
      .where('user_id', '=', user.user_id)
      .where('name', '=', input.name)
      .executeTakeFirst();
    if (taken || input.name === DEFAULT_KEY) {
      throw new KithError('Conflict', `${user.email} already has a key named ${input.name}.`, {
        hint:
          input.name === DEFAULT_KEY
            ? 'This name is reserved for the key that kith key show and kith key regenerate use.'
            : 'Choose another name, or revoke that key first.',
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
    hint: 'Revoke one that is no longer used.',
  });
}

/** A user's keys, oldest first. */
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

/**
 * Revokes a key, which is rejected from the next request on. Throws 404 for an unknown name, or if the key is not of
 * the given kind.
 */
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
        hint: 'To see the names, list the keys.',
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
    hint: `To change the plan, use kith user plan ${user.email} professional.`,
  });
}
