import type { Secret } from '../../identity/secrets/secret.ts';

/** An account's credentials. They are sent only to its provider. */
export type Credentials = OAuthTokens | CalendarAddress;

export interface OAuthTokens {
  kind: 'oauth';
  /** The OAuth client of the installation, stored with its tokens so that any process can refresh them. */
  clientId: string;
  clientSecret?: string | undefined;
  tenant?: string | undefined;
  /** Empty if the provider has ended the permission. The account must then be connected again. */
  refreshToken: string;
  accessToken: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A calendar's secret URL, or a file on the server. */
export interface CalendarAddress {
  kind: 'ics';
  url: string;
  /** The URL was entered in a web app that is open to others, so only public addresses are read, and no files. */
  isPublic?: true;
}

export const CREDENTIALS_PURPOSE = 'account credentials';

interface Owner {
  user_id: string;
  id: string;
}

/** Encrypts credentials with AES-256-GCM, bound to their row: they cannot be decrypted in another one. */
export const sealCredentials = (secret: Secret, { user_id, id }: Owner, credentials: Credentials): string =>
  secret.seal(CREDENTIALS_PURPOSE, JSON.stringify({ owner: [user_id, id], credentials }));

export function openCredentials(secret: Secret, { user_id, id }: Owner, sealed: string): Credentials {
  const opened: { owner: [string, string]; credentials: Credentials } = JSON.parse(
    secret.open(CREDENTIALS_PURPOSE, sealed),
  );
  const { owner, credentials } = opened;
  if (owner[0] === user_id && owner[1] === id) return credentials;
  throw new Error('the credentials belong to another row');
}
