import type * as oauth from 'oauth4webapi';
import { type Agent, fetch as send } from 'undici';
import type { Endpoints } from './endpoints.ts';
import type { OAuthTokens } from './tokens.ts';

export type OAuthProvider = 'GOOGLE' | 'OFFICE365';

export interface OAuthClient {
  clientId: string;
  clientSecret?: string | undefined;
}

/** What a provider's authorization server needs to be known of. */
export function authorizationServer(
  provider: OAuthProvider,
  { google, microsoft }: Endpoints,
): oauth.AuthorizationServer {
  if (provider === 'GOOGLE') {
    return {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: google.authorize,
      token_endpoint: google.token,
      revocation_endpoint: google.revoke,
    };
  }
  const base = `${microsoft.authority}/common/oauth2/v2.0`;
  return {
    issuer: microsoft.authority,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    device_authorization_endpoint: `${base}/devicecode`,
  };
}

/** The library loads with the first use of an account. */
export const library = (): Promise<typeof oauth> => import('oauth4webapi');

/** How long an authorization server has for an answer. */
export const TIMEOUT_MS = 10_000;

/** How all requests to authorization servers go out: pooled, bounded in time and size, off no redirects. */
export function requestOptions(lib: typeof oauth, dispatcher: Agent, url: string): oauth.TokenEndpointRequestOptions {
  return {
    [lib.customFetch]: (address, init) =>
      send(address, { ...(init as object), dispatcher, redirect: 'manual' }) as unknown as Promise<Response>,
    // A host moved to loopback for a test speaks plain HTTP.
    [lib.allowInsecureRequests]: /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url),
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  };
}

/** A desktop client of Google's has a secret that is none; Microsoft's public clients have none at all. */
export const clientAuth = (lib: typeof oauth, { clientSecret }: OAuthClient): oauth.ClientAuth =>
  clientSecret === undefined ? lib.None() : lib.ClientSecretPost(clientSecret);

/** The tokens of a token endpoint's answer; what it leaves out stays as it was. */
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
    refreshToken: answer.refresh_token ?? before?.refreshToken ?? '',
    accessToken: answer.access_token,
    expiresAt: now + (answer.expires_in ?? 3600) * 1000,
  };
}

/** A refresh gave new tokens; or the permission has ended; or it was refused, by a client's fault perhaps; or it did not come through. */
export type Refreshed = { tokens: OAuthTokens } | 'ended' | 'refused' | { cause: unknown };

export async function refresh(
  provider: OAuthProvider,
  tokens: OAuthTokens,
  { endpoints, dispatcher, now }: { endpoints: Endpoints; dispatcher: Agent; now: () => Date },
): Promise<Refreshed> {
  const lib = await library();
  const server = authorizationServer(provider, endpoints);
  const client: oauth.Client = { client_id: tokens.clientId };
  try {
    const response = await lib.refreshTokenGrantRequest(
      server,
      client,
      clientAuth(lib, tokens),
      tokens.refreshToken,
      requestOptions(lib, dispatcher, server.token_endpoint!),
    );
    const answer = await lib.processRefreshTokenResponse(server, client, response);
    return { tokens: tokensFrom(answer, tokens, now().getTime(), tokens) };
  } catch (error) {
    // An answer of 4xx with an error code is a verdict; anything else may pass.
    if (error instanceof lib.ResponseBodyError && error.status < 500 && error.status !== 429)
      return error.error === 'invalid_grant' ? 'ended' : 'refused';
    return { cause: error };
  }
}
