import { settings } from '../process/environment.ts';
import type { OAuthProvider } from '../providers/accounts/oauth.ts';
import type { SignInRequest } from '../providers/accounts/sign-in.ts';
import { KithError } from '../shared/error.ts';

/** A provider in the names of its settings. */
export const SETTING_NAMES: Record<OAuthProvider, 'GOOGLE' | 'MICROSOFT'> = {
  GOOGLE: 'GOOGLE',
  OFFICE365: 'MICROSOFT',
};

/** The operator's own client, registered at the provider; undefined where none is set. */
export function clientSet(provider: OAuthProvider): Pick<SignInRequest, 'provider' | 'client'> | undefined {
  const name = SETTING_NAMES[provider];
  const clientId = settings[`KITH_${name}_CLIENT_ID`];
  const clientSecret = settings[`KITH_${name}_CLIENT_SECRET`];
  const tenant = provider === 'OFFICE365' ? settings.KITH_MICROSOFT_TENANT : undefined;
  return clientId ? { provider, client: { clientId, clientSecret, tenant } } : undefined;
}

/** The same for what cannot go on without. */
export function providerClient(provider: OAuthProvider): Pick<SignInRequest, 'provider' | 'client'> {
  const client = clientSet(provider);
  if (client) return client;
  throw new KithError('BadRequest', `KITH_${SETTING_NAMES[provider]}_CLIENT_ID is not set.`, {
    hint: 'docs/connect.md shows how to register kith with the provider. kith connect ics works without.',
  });
}
