import type { Secret } from '../../identity/secrets/secret.ts';

/** The credentials of an account. Only its provider ever sees them. */
export type Credentials = OAuthTokens | CalendarAddress;

export interface OAuthTokens {
  kind: 'oauth';
  /** The operator's own client, kept with the tokens it was given, so that any process can refresh them. */
  clientId: string;
  clientSecret?: string | undefined;
  tenant?: string | undefined;
  /** Empty when the provider has ended the permission: only connecting again helps. */
  refreshToken: string;
  accessToken: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** A calendar's secret address, or a file on this machine. */
export interface CalendarAddress {
  kind: 'ics';
  url: string;
  /** It came through a page that is open to others: it is read at public addresses alone, and at no file. */
  isPublic?: true;
}

export const PURPOSE = 'account credentials';

interface Owner {
  user_id: string;
  id: string;
}

/** AES-256-GCM, and bound to its row: credentials that were moved to another do not open. */
export const sealCredentials = (secret: Secret, { user_id, id }: Owner, credentials: Credentials): string =>
  secret.seal(PURPOSE, JSON.stringify({ owner: [user_id, id], credentials }));

export function openCredentials(secret: Secret, { user_id, id }: Owner, sealed: string): Credentials {
  const opened: { owner: [string, string]; credentials: Credentials } = JSON.parse(secret.open(PURPOSE, sealed));
  const { owner, credentials } = opened;
  if (owner[0] === user_id && owner[1] === id) return credentials;
  throw new Error('credentials stand in a row that is not theirs');
}
