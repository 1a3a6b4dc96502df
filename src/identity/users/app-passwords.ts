import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { type KeyOrRefused, keyFinder } from './api-keys.ts';
import { PLAIN, plainPassword } from './app-password-text.ts';

// App passwords: keys that people type into a phone, and that open the address book to CardDAV alone.

/**
 * The caller of a request, by the e-mail of a person and an app password of theirs; undefined when they are missing or
 * wrong. A text that is no app password is refused before anything is looked up.
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

/** RFC 7617, in UTF-8 as the challenge asks. */
function credentialsIn({ headers }: Request): { user: string; password: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return user === undefined || password === undefined ? undefined : { user, password };
}

/**
 * By what the store of cards knows a device: a password that is made anew under a name of before is that of another one, which
 * has nothing yet of what the one before had.
 */
export const deviceOf = (name: string, madeAt: string): string => `${name} ${madeAt}`;
