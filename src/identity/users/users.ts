import { KithError } from '../../shared/error.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { newId } from '../../store/ids.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';
import { DEFAULT_KEY, putKey } from './api-keys.ts';
import { record } from './security-log.ts';

// Users and their keys: the small directory that is searched before the user is known.

export interface NewUser {
  email: string;
  name?: string | undefined;
  plan?: UserRow['plan'] | undefined;
  /** IANA name. Defaults to the server's time zone. */
  timeZone?: string | undefined;
  /** ISO 3166 alpha-2 code. Defaults to the time zone's country, or the server's. */
  country?: string | undefined;
}

export interface UserWithKey {
  id: string;
  email: string;
  plan: UserRow['plan'];
  /** The default key; null if there is none. */
  api_key: string | null;
}

export interface UserSummary {
  id: string;
  email: string;
  name: string | null;
  plan: UserRow['plan'];
  created_at: string;
  /** Number of keys, including expired ones. */
  keys: number;
  /** Last use of any key, accurate to a few minutes. */
  last_used_at: string | null;
}

export const LOCAL_EMAIL = 'me@localhost';

/** The user of the embedded service, created at the first start. `email` selects another user (KITH_USER). */
export function localUser(store: Store, email = LOCAL_EMAIL): Promise<UserRow> {
  return store.directory(async (db) => (await findUser(db, email)) ?? insertUser(db, { email, plan: 'professional' }));
}

export const countUsers = async (store: Store): Promise<number> => {
  const one = (db: Db) => db.selectFrom('users').select(({ fn }) => fn.count('user_id').as('count'));
  return Number((await store.read('', (db) => one(db).executeTakeFirstOrThrow())).count);
};

/** Throws 404 for an email that no user has. */
export const userByEmail = (store: Store, email: string): Promise<UserRow> =>
  store.read('', (db) => requireUser(db, email));

/** Undefined if the user no longer exists. */
export const userById = (store: Store, userId: string): Promise<UserRow | undefined> =>
  store.read('', (db) => db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst());

/** Throws 401 if the user was removed while this process was running. */
export async function requireThere(store: Store, { user_id, email }: UserRow): Promise<void> {
  const there = (db: Db, userId: string) => db.selectFrom('users').select('user_id').where('user_id', '=', userId);
  const rows = await store.read('', (db) => runCompiled(db, 'user is there', there, [user_id]));
  if (rows.length > 0) return;
  throw new KithError('Unauthorized', `The user ${email} was removed.`, {
    hint: 'Restart kith to create a new, empty account.',
  });
}

/** Adds a user, with a key unless the plan is free. Throws 409 if the email is taken. */
export function addUser(store: Store, secret: Secret, input: NewUser): Promise<UserWithKey> {
  return store.directory(async (db) => {
    if (await findUser(db, input.email)) throw new KithError('Conflict', `A user ${input.email} already exists.`);
    const user = await insertUser(db, input);
    if (user.plan === 'free') return withKey(user, null);
    const made = { name: DEFAULT_KEY, permissions: 'write', expiresAt: null } as const;
    const { key } = await putKey(db, secret, user.user_id, made);
    await record(db, { event: 'key.made', userId: user.user_id, key: DEFAULT_KEY });
    return withKey(user, key);
  });
}

/** All users, sorted by email. */
export async function listUsers(store: Store): Promise<UserSummary[]> {
  const rows = await store.read('', (db) =>
    db
      .selectFrom('users')
      .leftJoin('api_keys', 'api_keys.user_id', 'users.user_id')
      .select(['users.user_id as id', 'users.email', 'users.name', 'users.plan', 'users.created_at'])
      .select(({ fn }) => [fn.count('api_keys.name').as('keys'), fn.max('api_keys.last_used_at').as('last_used_at')])
      .groupBy(['users.user_id', 'users.email', 'users.name', 'users.plan', 'users.created_at'])
      .orderBy('users.email')
      .execute(),
  );
  return rows.map((row) => ({ ...row, keys: Number(row.keys) }));
}

/** Changes a user's plan. Keys are kept: the free plan rejects them, and the professional plan accepts them again. */
export function changePlan(store: Store, email: string, plan: UserRow['plan']): Promise<UserRow> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    await db.updateTable('users').set({ plan }).where('user_id', '=', user.user_id).execute();
    if (user.plan !== plan) await record(db, { event: 'plan.changed', userId: user.user_id, detail: plan });
    return { ...user, plan };
  });
}

/** Sets the country of phone numbers without a country code. Stored numbers must be parsed again. */
export function changeCountry(store: Store, email: string, country: string): Promise<UserRow> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    await db.updateTable('users').set({ country }).where('user_id', '=', user.user_id).execute();
    return { ...user, country };
  });
}

export const withKey = ({ user_id: id, email, plan }: UserRow, api_key: string | null): UserWithKey => ({
  id,
  email,
  plan,
  api_key,
});

const findUser = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();

/** Throws 404 for an email that no user has. */
export async function requireUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUser(db, email);
  if (!user)
    throw new KithError('NotFound', `There is no user ${email}.`, { hint: 'To add one, use kith user add EMAIL.' });
  return user;
}

async function insertUser(db: Db, { email, name, plan, timeZone, country }: NewUser): Promise<UserRow> {
  if (!/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(email))
    throw new KithError('BadRequest', `${email} is not an email address.`);
  const here = new Intl.DateTimeFormat().resolvedOptions();
  // Loaded only for a new user, because a start does not need it.
  const { countryOf } = await import('../../shared/countries.ts');
  const time_zone = timeZone ?? here.timeZone;
  const { region } = new Intl.Locale(here.locale);
  const user: UserRow = {
    user_id: newId(),
    email: email.toLowerCase(),
    name: name ?? null,
    plan: plan ?? 'professional',
    time_zone,
    country: country ?? countryOf(time_zone, region) ?? region ?? null,
    created_at: new Date().toISOString(),
  };
  await db.insertInto('users').values(user).execute();
  await record(db, { event: 'user.added', userId: user.user_id, detail: user.plan });
  return user;
}
