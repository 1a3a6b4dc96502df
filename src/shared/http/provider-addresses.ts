import { KithError } from '../error.ts';
import { isConfidential } from './loopback.ts';

/** Checks an OpenID issuer. Plain http is only for localhost: the issuer decides who may sign in. */
export function oidcIssuer(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && !url.username && !url.password && !url.search && !url.hash && isConfidential(url)) return text;
  throw new KithError(
    'ServiceUnavailable',
    'KITH_OIDC_ISSUER must begin with https:// and contain no user name or query.',
    {
      hint: 'Use the issuer from /.well-known/openid-configuration of the provider.',
    },
  );
}

/** Checks a provider's host. Plain http is only for localhost: tokens and mail go there. */
export function providerHost(name: string, text: string | undefined): string | undefined {
  const address = text?.replace(/\/+$/, '');
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && !url.username && !url.password && isConfidential(url)) return address;
  throw new KithError('ServiceUnavailable', `${name} must begin with https:// and contain no user name.`, {
    hint: 'Plain http is allowed only for localhost: http://127.0.0.1:PORT.',
  });
}
