import { settings } from '../process/environment.ts';
import type { OAuthProvider } from '../providers/accounts/oauth.ts';
import type { SignInRequest } from '../providers/accounts/sign-in.ts';
import { KithError } from '../shared/error.ts';

/** Providers as named in the settings. */
export const SETTING_NAMES: Record<OAuthProvider, 'GOOGLE' | 'MICROSOFT'> = {
  GOOGLE: 'GOOGLE',
  OFFICE365: 'MICROSOFT',
};

/** The operator's client, registered with the provider; undefined if none is set. */
export function clientSet(provider: OAuthProvider): Pick<SignInRequest, 'provider' | 'client'> | undefined {
  const name = SETTING_NAMES[provider];
  const clientId = settings[`KITH_${name}_CLIENT_ID`];
  const clientSecret = settings[`KITH_${name}_CLIENT_SECRET`];
  const tenant = provider === 'OFFICE365' ? settings.KITH_MICROSOFT_TENANT : undefined;
  return clientId ? { provider, client: { clientId, clientSecret, tenant } } : undefined;
}

/** Returns the operator's client. Throws 400 if none is set. */
export function providerClient(provider: OAuthProvider): Pick<SignInRequest, 'provider' | 'client'> {
  const client = clientSet(provider);
  if (client) return client;
  throw new KithError('BadRequest', `KITH_${SETTING_NAMES[provider]}_CLIENT_ID is not set.`, {
    hint: 'To register kith with the provider, see docs/connect.md. To connect a calendar without it, use kith connect ics.',
  });
}
