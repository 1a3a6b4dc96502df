import type { Secret } from '../../identity/secrets/secret.ts';
import type { Store } from '../../store/store.ts';
import type { Account } from '../content/account.ts';
import { removeAccount } from './connect.ts';
import type { OAuthProvider } from './oauth.ts';

/** The pages where a person takes back a permission that kith cannot. */
export const BY_HAND: Record<OAuthProvider, string[]> = {
  GOOGLE: ['https://myaccount.google.com/permissions'],
  OFFICE365: ['https://account.live.com/consent/Manage', 'https://myapps.microsoft.com'],
};

/** What became of the permission at the provider: a calendar has none, one may be over, and some only the person ends. */
export type Permission = 'none' | 'over' | 'taken back' | 'by hand';

/** Forgets an account here, named as `removeAccount` has it, then takes its permission back at the provider. */
export async function disconnect(
  data: { store: Store; secret: Secret },
  userId: string,
  which: { email?: string | undefined; provider?: string | undefined },
): Promise<{ account: Account; permission: Permission }> {
  const { account, credentials } = await removeAccount(data, userId, which);
  if (account.provider === 'ICS' || credentials.kind !== 'oauth') return { account, permission: 'none' };
  if (credentials.refreshToken === '') return { account, permission: 'over' };
  const { revoke } = await import('./sign-in.ts');
  const isRevoked = await revoke(account.provider, credentials, credentials.refreshToken);
  return { account, permission: isRevoked ? 'taken back' : 'by hand' };
}
