import { randomBytes } from 'node:crypto';
import { KithError } from '../catalogue/error.ts';
import type { Caller } from './context.ts';
import type { Secret } from './secret.ts';
import { runFixed } from './store/fixed.ts';
import { newId } from './store/ids.ts';
import type { Db, Store } from './store/store.ts';
import type { ApiKeyRow, UserRow } from './store/tables.ts';

// Users and their keys: the one small directory that is looked up without knowing the user (decisions, Keys).

export interface NewUser {
  email: string;
  name?: string | undefined;
  plan?: UserRow['plan'] | undefined;
  /** IANA name; by default that of this machine. */
  timeZone?: string | undefined;
}

export interface UserWithKey {
  id: string;
  email: string;
  plan: UserRow['plan'];
  /** Null on the free plan, which has no key. */
  api_key: string | null;
}

export const KEY_PURPOSE = 'api key';

const LOCAL_EMAIL = 'me@localhost';

/** The user of the embedded service, made at first start; `email` picks another (KITH_USER). */
export function localUser(store: Store, email = LOCAL_EMAIL): Promise<UserRow> {
  return store.directory(
    async (db) => (await findUser(db, email)) ?? insertUser(store, db, { email, plan: 'professional' }),
  );
}

export const countUsers = async (store: Store): Promise<number> => {
  const one = (db: Db) => db.selectFrom('users').select(({ fn }) => fn.count('user_id').as('count'));
  return Number((await store.read('', (db) => one(db).executeTakeFirstOrThrow())).count);
};

/** Throws 404 for an address that no user has. */
export const userByEmail = (store: Store, email: string): Promise<UserRow> =>
  store.directory((db) => requireUser(db, email));

/** Adds a user, with a key unless the plan is free. Throws 409 when the address is taken. */
export function addUser(store: Store, secret: Secret, input: NewUser): Promise<UserWithKey> {
  return store.directory(async (db) => {
    if (await findUser(db, input.email)) throw new KithError('Conflict', `There is a user ${input.email} already.`);
    const user = await insertUser(store, db, input);
    return withKey(user, user.plan === 'free' ? null : await replaceKey(db, secret, user, 'write'));
  });
}

export function showKey(store: Store, secret: Secret, email: string): Promise<UserWithKey> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    const key = await db.selectFrom('api_keys').selectAll().where('user_id', '=', user.user_id).executeTakeFirst();
    return withKey(user, key ? secret.open(KEY_PURPOSE, key.sealed) : null);
  });
}

/** Replaces the key; the old one is refused from the next request on. Throws 403 on the free plan. */
export function regenerateKey(
  store: Store,
  secret: Secret,
  email: string,
  permissions: ApiKeyRow['permissions'],
): Promise<UserWithKey> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    if (user.plan === 'free') {
      throw new KithError('Forbidden', 'A key needs the professional plan.', {
        hint: 'kith user add EMAIL --plan professional makes such a user.',
      });
    }
    return withKey(user, await replaceKey(db, secret, user, permissions));
  });
}

/** Who a request is from, by its bearer key. No key is remembered between requests: a replaced one must fail at once. */
export function authenticateByKey(store: Store, secret: Secret) {
  return async (request: Request): Promise<Caller | undefined> => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!key) return undefined;
    // More than one only after a rotation, while rows are still signed under the secret before.
    for (const lookup of lookupsOf(secret, key)) {
      const [found] = await store.read('', (db) => runFixed(db, 'user by key', userByKey, [lookup]));
      if (!found) continue;
      const { permissions, ...user } = found;
      return { user, permissions };
    }
    return undefined;
  };
}

const userByKey = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.user_id', 'api_keys.user_id')
    .selectAll('users')
    .select('api_keys.permissions')
    .where('api_keys.lookup', '=', '');

/** What a key is found by, under each secret. */
export const lookupsOf = (secret: Secret, key: string) => secret.signatures(`${KEY_PURPOSE} lookup`, key);

const withKey = ({ user_id: id, email, plan }: UserRow, api_key: string | null): UserWithKey => ({
  id,
  email,
  plan,
  api_key,
});

const findUser = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();

async function requireUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUser(db, email);
  if (!user) throw new KithError('NotFound', `There is no user ${email}.`, { hint: 'kith user add EMAIL makes one.' });
  return user;
}

async function insertUser(store: Store, db: Db, { email, name, plan, timeZone }: NewUser): Promise<UserRow> {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new KithError('BadRequest', `${email} is not an e-mail address.`);
  const here = new Intl.DateTimeFormat().resolvedOptions();
  const user: UserRow = {
    user_id: newId(),
    email: email.toLowerCase(),
    name: name ?? null,
    plan: plan ?? 'professional',
    time_zone: timeZone ?? here.timeZone,
    country: new Intl.Locale(here.locale).region ?? null,
    created_at: new Date().toISOString(),
  };
  await store.admit(db, user);
  return user;
}

async function replaceKey(
  db: Db,
  secret: Secret,
  user: UserRow,
  permissions: ApiKeyRow['permissions'],
): Promise<string> {
  const key = `kith_${randomBytes(32).toString('base64url')}`;
  const row = {
    lookup: lookupsOf(secret, key)[0]!,
    sealed: secret.seal(KEY_PURPOSE, key),
    permissions,
    created_at: new Date().toISOString(),
  };
  await db
    .insertInto('api_keys')
    .values({ user_id: user.user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return key;
}
