import { KithError } from '../../shared/error.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { newId } from '../../store/ids.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';
import { DEFAULT_KEY, putKey } from './api-keys.ts';
import { record } from './security-log.ts';

// Users and their keys: the small directory that is looked up before the user is known.

export interface NewUser {
  email: string;
  name?: string | undefined;
  plan?: UserRow['plan'] | undefined;
  /** IANA name; by default that of this machine. */
  timeZone?: string | undefined;
  /** ISO 3166 alpha-2; by default that of the time zone, else of this machine. */
  country?: string | undefined;
}

export interface UserWithKey {
  id: string;
  email: string;
  plan: UserRow['plan'];
  /** The default key; null where there is none. */
  api_key: string | null;
}

export interface UserSummary {
  id: string;
  email: string;
  name: string | null;
  plan: UserRow['plan'];
  created_at: string;
  /** How many keys there are, expired ones among them. */
  keys: number;
  /** When one of them was last used; some minutes behind at most. */
  last_used_at: string | null;
}

export const LOCAL_EMAIL = 'me@localhost';

/** The user of the embedded service, made at first start; `email` picks another (KITH_USER). */
export function localUser(store: Store, email = LOCAL_EMAIL): Promise<UserRow> {
  return store.directory(async (db) => (await findUser(db, email)) ?? insertUser(db, { email, plan: 'professional' }));
}

export const countUsers = async (store: Store): Promise<number> => {
  const one = (db: Db) => db.selectFrom('users').select(({ fn }) => fn.count('user_id').as('count'));
  return Number((await store.read('', (db) => one(db).executeTakeFirstOrThrow())).count);
};

/** Throws 404 for an address that no user has. */
export const userByEmail = (store: Store, email: string): Promise<UserRow> =>
  store.read('', (db) => requireUser(db, email));

/** Undefined where there is no such user any more. */
export const userById = (store: Store, userId: string): Promise<UserRow | undefined> =>
  store.read('', (db) => db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst());

/** Throws 401 for a user who was removed while this process was running. */
export async function requireThere(store: Store, { user_id, email }: UserRow): Promise<void> {
  const there = (db: Db, userId: string) => db.selectFrom('users').select('user_id').where('user_id', '=', userId);
  const rows = await store.read('', (db) => runCompiled(db, 'user is there', there, [user_id]));
  if (rows.length > 0) return;
  throw new KithError('Unauthorized', `The user ${email} was removed.`, {
    hint: 'Start kith again: it makes a new, empty account.',
  });
}

/** Adds a user, with a key unless the plan is free. Throws 409 when the address is taken. */
export function addUser(store: Store, secret: Secret, input: NewUser): Promise<UserWithKey> {
  return store.directory(async (db) => {
    if (await findUser(db, input.email)) throw new KithError('Conflict', `There is a user ${input.email} already.`);
    const user = await insertUser(db, input);
    if (user.plan === 'free') return withKey(user, null);
    const made = { name: DEFAULT_KEY, permissions: 'write', expiresAt: null } as const;
    const { key } = await putKey(db, secret, user.user_id, made);
    await record(db, { event: 'key.made', userId: user.user_id, key: DEFAULT_KEY });
    return withKey(user, key);
  });
}

/** All users by e-mail. */
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

/** Puts a user on another plan. Keys stay: on the free plan they are refused, and work again on the professional one. */
export function changePlan(store: Store, email: string, plan: UserRow['plan']): Promise<UserRow> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    await db.updateTable('users').set({ plan }).where('user_id', '=', user.user_id).execute();
    if (user.plan !== plan) await record(db, { event: 'plan.changed', userId: user.user_id, detail: plan });
    return { ...user, plan };
  });
}

/** Sets the country that phone numbers without its code are numbers of. Those that are there are to be read anew. */
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

/** Throws 404 for an address that no user has. */
export async function requireUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUser(db, email);
  if (!user) throw new KithError('NotFound', `There is no user ${email}.`, { hint: 'kith user add EMAIL makes one.' });
  return user;
}

async function insertUser(db: Db, { email, name, plan, timeZone, country }: NewUser): Promise<UserRow> {
  if (!/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(email))
    throw new KithError('BadRequest', `${email} is not an e-mail address.`);
  const here = new Intl.DateTimeFormat().resolvedOptions();
  // Loaded for a new user alone: a start does not need it.
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
