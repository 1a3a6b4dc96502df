import type { Secret } from '../identity/secrets/secret.ts';
import type { OpenIdProvider } from '../identity/sign-in/openid.ts';
import { settings } from '../process/environment.ts';
import type { Journal } from '../service/runtime/audit-buffer.ts';
import { KithError } from '../shared/error.ts';
import { once } from '../shared/once.ts';
import type { Store } from '../store/store.ts';
import type { ProviderSignIn } from '../web/services/services.ts';

/** The OpenID provider in the settings; undefined if there is none. Throws if the settings are incomplete. */
export function providerSet(): OpenIdProvider | undefined {
  const { KITH_OIDC_ISSUER: issuer, KITH_OIDC_CLIENT_ID: clientId, KITH_OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer !== undefined && clientId !== undefined) return { issuer, clientId, clientSecret };
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  const missing = issuer === undefined ? 'KITH_OIDC_ISSUER' : 'KITH_OIDC_CLIENT_ID';
  throw new KithError('ServiceUnavailable', `${missing} is not set, but sign-in with a provider requires it.`, {
    hint: 'Set it to the value from the provider, or remove the other OpenID settings.',
  });
}

interface Options {
  store: Store;
  secret: Secret;
  journal: Journal;
  /** Origin of the web app. */
  origin: string;
}

/** Signs people in with a provider. The code is loaded on first use. */
export function providerSignIn(provider: OpenIdProvider, { store, secret, journal, origin }: Options): ProviderSignIn {
  const load = once(async () => {
    const { makeOpenId } = await import('../identity/sign-in/openid.ts');
    return makeOpenId({ store, secret, origin, provider, note: journal.note });
  });
  return {
    host: new URL(provider.issuer).host,
    begin: async (to, { address }) => (await load()).begin(to, address),
    finish: async (brought, kept, visitor) => (await load()).finish(brought, kept, visitor),
  };
}
