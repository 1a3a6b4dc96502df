import type { PERMISSIONS } from '../../contract/accounts.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import type { Store } from '../../store/store.ts';
import type { Account } from '../content/account.ts';
import { removeAccount } from './connect.ts';
import type { OAuthProvider } from './oauth.ts';

/** Web pages on which a user revokes permissions that kith cannot revoke. */
export const REVOCATION_PAGES: Record<OAuthProvider, string[]> = {
  GOOGLE: ['https://myaccount.google.com/permissions'],
  OFFICE365: ['https://account.live.com/consent/Manage', 'https://myapps.microsoft.com'],
};

interface DisconnectResult {
  account: Account;
  permission: (typeof PERMISSIONS)[number];
  /** The provider's pages where the user revokes a permission that kith cannot revoke. */
  revokePages: string[];
}

/** Removes an account here, then revokes its permission at the provider. Throws 404 for an unknown id. */
export async function disconnect(
  data: { store: Store; secret: Secret },
  userId: string,
  id: string,
): Promise<DisconnectResult> {
  const { account, credentials } = await removeAccount(data, userId, id);
  const { provider } = account;
  if (provider === 'ICS' || credentials.kind !== 'oauth') return { account, permission: 'none', revokePages: [] };
  if (credentials.refreshToken === '') return { account, permission: 'ended', revokePages: [] };
  const { revokePermission } = await import('./sign-in.ts');
  if (await revokePermission(provider, credentials, credentials.refreshToken))
    return { account, permission: 'revoked', revokePages: [] };
  return { account, permission: 'manual', revokePages: REVOCATION_PAGES[provider] };
}
