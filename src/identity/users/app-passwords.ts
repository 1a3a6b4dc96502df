import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { type KeyOrRefused, keyFinder } from './api-keys.ts';
import { PLAIN, plainPassword } from './app-password-text.ts';

// App passwords, which people type into a phone. They only open the address book over CardDAV.

/**
 * Authenticates a request with a person's email and app password. Undefined if they are missing or wrong. Text that
 * cannot be an app password is rejected before any lookup.
 */
export function authenticateByAppPassword(store: Store, secret: Secret) {
  const find = keyFinder(store, secret, 'dav');
  return async (request: Request): Promise<KeyOrRefused | undefined> => {
    const given = credentialsIn(request);
    const plain = plainPassword(given?.password ?? '');
    if (!given || !PLAIN.test(plain)) return undefined;
    return find(plain, ({ email }) => email === given.user.trim().toLowerCase());
  };
}

/** Parses the credentials (RFC 7617) as UTF-8, which the challenge requests. */
function credentialsIn({ headers }: Request): { user: string; password: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return user === undefined || password === undefined ? undefined : { user, password };
}

/**
 * The device's name in the card store. A new password with an old name is a new device, which has not synced any cards
 * yet.
 */
export const deviceOf = (name: string, madeAt: string): string => `${name} ${madeAt}`;
