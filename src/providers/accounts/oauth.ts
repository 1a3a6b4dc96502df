import type * as oauth from 'oauth4webapi';
import { oauthLibrary, requestOptions } from '../../shared/http/oauth.ts';
import type { SocketPool } from '../../shared/http/origin.ts';
import { Retryable } from '../../shared/http/retry.ts';
import { retryAfterMs } from '../../shared/http/retry-after.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Provider } from '../content/account.ts';
import type { Endpoints } from '../requests/endpoints.ts';
import type { OAuthTokens } from './tokens.ts';

/** A provider that users sign in to. A published calendar has a URL instead of tokens. */
export type OAuthProvider = Exclude<Provider, 'ICS'>;

export interface OAuthClient {
  clientId: string;
  clientSecret?: string | undefined;
  /** The Microsoft organization that may use the client. Missing if anyone may. */
  tenant?: string | undefined;
}

/** Endpoints of a provider's authorization server. */
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

/** Google's desktop clients have a secret that is not confidential. Microsoft's public clients have none. */
export const clientAuth = (lib: typeof oauth, { clientSecret }: OAuthClient): oauth.ClientAuth =>
  clientSecret === undefined ? lib.None() : lib.ClientSecretPost(clientSecret);

/** Reads the tokens in a token response. Missing values keep their previous value. */
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

/**
 * Result of a refresh: new tokens, the permission has ended, or the request was refused, possibly because of the
 * client.
 */
export type RefreshResult = { tokens: OAuthTokens } | 'ended' | 'refused';

export async function refresh(
  provider: OAuthProvider,
  tokens: OAuthTokens,
  { endpoints, pool, now }: { endpoints: Endpoints; pool: SocketPool; now: () => Date },
): Promise<RefreshResult | Retryable> {
  const lib = await oauthLibrary();
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
    // A 4xx response with an error code is final. Anything else is retried.
    if (error instanceof lib.ResponseBodyError && error.status < 500 && error.status !== 429)
      return error.error === 'invalid_grant' ? 'ended' : 'refused';
    if (error instanceof CrossOriginError) throw error;
    const { headers } = response ?? {};
    return new Retryable(error, headers && retryAfterMs({ header: (name) => headers.get(name) ?? undefined }));
  }
}
