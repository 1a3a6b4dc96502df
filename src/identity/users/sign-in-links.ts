import type { Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Secret } from '../secrets/secret.ts';
import { record } from './security-log.ts';
import { type ClientInfo, openSession } from './sessions.ts';
import { consumeRecord, findRecord, newToken, putRecord, removeExpiredRecords } from './sign-in-records.ts';
import { requireUser, userById } from './users.ts';

// One-time links for signing in without a passkey, created in a shell on the computer that has the data.

const KIND = 'sign-in link';
export const LINK_MINUTES = 10;

export interface SignInLink {
  email: string;
  token: string;
  expiresAt: Date;
}

/** Creates a link for a user. Throws 404 for an unknown email. */
export function makeLink(store: Store, secret: Secret, email: string): Promise<SignInLink> {
  return store.directory(async (db) => {
    const user = await requireUser(db, email);
    const token = newToken();
    const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
    await removeExpiredRecords(db);
    await putRecord(db, secret, KIND, token, { content: {}, userId: user.user_id, expiresAt });
    await record(db, { event: 'link.made', userId: user.user_id });
    return { email: user.email, token, expiresAt };
  });
}

/**
 * Returns the user of a link without using it: `used` if the link was already used, `over` if it expired or never
 * existed.
 */
export async function lookAtLink(store: Store, secret: Secret, token: string): Promise<UserRow | 'used' | 'over'> {
  const found = await findRecord(store, secret, KIND, token);
  if (!found?.userId) return 'over';
  if (found.consumedMsAgo !== null) return 'used';
  return (await userById(store, found.userId)) ?? 'over';
}

/**
 * Uses a link: opens a session, and returns the token for its cookie. If two requests use it at once, only one
 * succeeds.
 */
export async function signInByLink(
  store: Store,
  secret: Secret,
  token: string,
  clientInfo: ClientInfo,
): Promise<{ token: string; user: UserRow } | 'used' | 'over'> {
  const user = await lookAtLink(store, secret, token);
  if (typeof user === 'string') return user;
  return store.directory(async (db) => {
    if (!(await consumeRecord(db, secret, KIND, token))) return 'used';
    const { user_id: userId } = user;
    await record(db, { event: 'link.used', userId, address: clientInfo.address });
    return { token: await openSession(db, secret, userId, clientInfo, 'link'), user };
  });
}
