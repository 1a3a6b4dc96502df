import type * as oauth from 'oauth4webapi';
import { library, requestOptions } from '../../shared/http/oauth.ts';
import type { Pool } from '../../shared/http/origin.ts';
import { Retryable } from '../../shared/http/retry.ts';
import { retryAfterMs } from '../../shared/http/retry-after.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Provider } from '../content/account.ts';
import type { Endpoints } from '../requests/endpoints.ts';
import type { OAuthTokens } from './tokens.ts';

/** A provider that accounts are signed in to; a published calendar has an address in place of tokens. */
export type OAuthProvider = Exclude<Provider, 'ICS'>;

export interface OAuthClient {
  clientId: string;
  clientSecret?: string | undefined;
  /** The organization at Microsoft that alone may use the client; absent for a client that is open to all. */
  tenant?: string | undefined;
}

/** The endpoints of a provider's authorization server. */
export const authorizationServer = (
  provider: OAuthProvider,
  endpoints: Endpoints,
  client: OAuthClient,
): oauth.AuthorizationServer => AUTHORIZATION_SERVERS[provider](endpoints, client);

type ServerOf = (endpoints: Endpoints, client: OAuthClient) => oauth.AuthorizationServer;

const AUTHORIZATION_SERVERS: Record<OAuthProvider, ServerOf> = {
  GOOGLE: ({ google }) => ({
    issuer: 'https://accounts.google.com',
    authorization_endpoint: google.authorize,
    token_endpoint: google.token,
    revocation_endpoint: google.revoke,
  }),
  OFFICE365({ microsoft }, { tenant = 'common' }) {
    const base = `${microsoft.authority}/${tenant}/oauth2/v2.0`;
    return {
      issuer: microsoft.authority,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      device_authorization_endpoint: `${base}/devicecode`,
    };
  },
};

/** A desktop client of Google has a secret that is not secret; Microsoft's public clients have none. */
export const clientAuth = (lib: typeof oauth, { clientSecret }: OAuthClient): oauth.ClientAuth =>
  clientSecret === undefined ? lib.None() : lib.ClientSecretPost(clientSecret);

/** The tokens in a token endpoint's answer; whatever it leaves out stays as it was. */
export function tokensFrom(
  answer: oauth.TokenEndpointResponse,
  client: OAuthClient,
  now: number,
  before?: OAuthTokens,
): OAuthTokens {
  return {
    kind: 'oauth',
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    tenant: client.tenant,
    refreshToken: answer.refresh_token ?? before?.refreshToken ?? '',
    accessToken: answer.access_token,
    expiresAt: now + (answer.expires_in ?? 3600) * 1000,
  };
}

/** A refresh brought new tokens, or the permission has ended, or it was refused, perhaps because of the client. */
export type Refreshed = { tokens: OAuthTokens } | 'ended' | 'refused';

export async function refresh(
  provider: OAuthProvider,
  tokens: OAuthTokens,
  { endpoints, pool, now }: { endpoints: Endpoints; pool: Pool; now: () => Date },
): Promise<Refreshed | Retryable> {
  const lib = await library();
  const server = authorizationServer(provider, endpoints, tokens);
  const client: oauth.Client = { client_id: tokens.clientId };
  let response: Response | undefined;
  try {
    response = await lib.refreshTokenGrantRequest(
      server,
      client,
      clientAuth(lib, tokens),
      tokens.refreshToken,
      requestOptions(lib, pool, server.token_endpoint!),
    );
    const answer = await lib.processRefreshTokenResponse(server, client, response);
    return { tokens: tokensFrom(answer, tokens, now().getTime(), tokens) };
  } catch (error) {
    // An answer of 4xx with an error code is a verdict; anything else may pass.
    if (error instanceof lib.ResponseBodyError && error.status < 500 && error.status !== 429)
      return error.error === 'invalid_grant' ? 'ended' : 'refused';
    if (error instanceof CrossOriginError) throw error;
    const { headers } = response ?? {};
    return new Retryable(error, headers && retryAfterMs({ header: (name) => headers.get(name) ?? undefined }));
  }
}
