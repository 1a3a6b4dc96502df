import type * as oauth from 'oauth4webapi';
import { KithError } from '../../shared/error.ts';
import { isConfidential } from '../../shared/http/loopback.ts';
import { oauthLibrary, requestOptions } from '../../shared/http/oauth.ts';
import { codeOf, openPool } from '../../shared/http/origin.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import type { SecurityEvent } from '../users/security-log.ts';
import { type ClientInfo, openSession } from '../users/sessions.ts';
import { consumeRecord, findRecord, newToken, putRecord, removeExpiredRecords } from '../users/sign-in-records.ts';
import { userByEmail } from '../users/users.ts';

// Sign-in with an administrator's OpenID provider (OpenID Connect Core 1.0, 3.1): authorization code with PKCE, state,
// and nonce. The provider identifies people by a verified email. Only `kith user add` creates users.

const KIND = 'openid sign-in';
const SIGN_IN_MS = 10 * 60_000;
/** How long the provider's metadata is cached. */
const KNOWN_MS = 10 * 60_000;

/** Redirect path for the provider. */
export const CALLBACK_PATH = '/sign-in/openid/callback';

export interface OpenIdProvider {
  /** The provider's issuer identifier. */
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}

/**
 * Why a sign-in failed. It took too long, was already finished, or began in another browser (`late`); the provider
 * rejected it (`declined`), sent an invalid response (`wrong`), did not respond, or has not verified the email; or no
 * user has the email (`unknown`).
 */
export interface OpenIdTrouble {
  trouble: 'late' | 'declined' | 'wrong' | 'unreachable' | 'unverified' | 'unknown';
  /** The unknown email. */
  email?: string;
}

export interface OpenId {
  /**
   * Returns the URL for the browser, and the state for its cookie, which the provider also returns. `to` is the page to
   * open after sign-in.
   */
  begin(to: string, address: string | undefined): Promise<{ url: string; state: string } | OpenIdTrouble>;
  /**
   * Finishes a sign-in with the parameters that the browser brought from the provider. Works once. `kept` is the state
   * in the cookie. Returns the token of a new session.
   */
  finish(
    brought: URLSearchParams,
    kept: string | undefined,
    clientInfo: ClientInfo,
  ): Promise<{ token: string; to: string } | OpenIdTrouble>;
}

/** Stored data of a pending sign-in. */
type Begun = Record<'nonce' | 'verifier' | 'to', string>;

interface OpenIdOptions {
  store: Store;
  secret: Secret;
  /** Origin of the web app. */
  origin: string;
  provider: OpenIdProvider;
  /** Called when a sign-in is refused. */
  note(event: SecurityEvent): void;
}

export function makeOpenId({ store, secret, origin, provider, note }: OpenIdOptions): OpenId {
  const redirectUri = origin + CALLBACK_PATH;
  const serverOf = remembered(provider.issuer);
  const refused = (trouble: OpenIdTrouble, address: string | undefined): OpenIdTrouble => {
    note({ event: 'provider.refused', address, detail: trouble.trouble });
    return trouble;
  };

  return {
    async begin(to, address) {
      const lib = await oauthLibrary();
      const server = await serverOf().catch((error) => troubleIn(lib, error));
      if ('trouble' in server) return refused({ trouble: 'unreachable' }, address);
      const [state, nonce, verifier] = [newToken(), newToken(), lib.generateRandomCodeVerifier()];
      await store.directory(async (db) => {
        await removeExpiredRecords(db);
        const expiresAt = new Date(Date.now() + SIGN_IN_MS);
        await putRecord(db, secret, KIND, state, { content: { nonce, verifier, to } satisfies Begun, expiresAt });
      });
      const url = new URL(server.authorization_endpoint!);
      const parameters = {
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await lib.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { url: url.href, state };
    },

    async finish(brought, kept, clientInfo) {
      const { address } = clientInfo;
      const state = brought.get('state');
      // Only the browser that began the sign-in has this cookie, so a link cannot sign anyone in to another person's
      // account.
      if (!state || state !== kept) return refused({ trouble: 'late' }, address);
      const found = await findRecord(store, secret, KIND, state);
      const isFirst = found && (await store.directory((db) => consumeRecord(db, secret, KIND, state)));
      if (!isFirst) return refused({ trouble: 'late' }, address);
      const begun = found.content as Begun;
      const lib = await oauthLibrary();
      const person = await personIn(lib, brought, state, begun).catch((error) => troubleIn(lib, error));
      if ('trouble' in person) return refused(person, address);
      const { email, email_verified: isVerified } = person.claims;
      if (typeof email !== 'string' || isVerified !== true) return refused({ trouble: 'unverified' }, address);
      const user = await userByEmail(store, email).catch(undefinedIfAbsent);
      if (!user) return refused({ trouble: 'unknown', email }, address);
      const token = await store.directory((db) => openSession(db, secret, user.user_id, clientInfo, 'provider'));
      return { token, to: begun.to };
    },
  };

  /** Returns the person identified by the provider's response to this sign-in. Throws the library's errors. */
  async function personIn(
    lib: typeof oauth,
    brought: URLSearchParams,
    state: string,
    { nonce, verifier }: Begun,
  ): Promise<{ claims: oauth.IDToken | oauth.UserInfoResponse }> {
    const server = await serverOf();
    const client: oauth.Client = { client_id: provider.clientId };
    const options = (endpoint: string | undefined) => requestOptions(lib, pool, endpoint!);
    // Also checks `iss` (RFC 9207), so that a response from another provider is rejected.
    const code = lib.validateAuthResponse(server, client, brought, state);
    const answer = await lib.authorizationCodeGrantRequest(
      server,
      client,
      clientAuth(lib, server, provider),
      code,
      redirectUri,
      verifier,
      options(server.token_endpoint),
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await lib.processAuthorizationCodeResponse(server, client, answer, expected);
    await lib.validateApplicationLevelSignature(server, answer, options(server.jwks_uri));
    const claims = lib.getValidatedIdTokenClaims(tokens)!;
    if (claims.email !== undefined || !server.userinfo_endpoint) return { claims };
    // Some providers return the email only here (OpenID Connect Core 1.0, 5.4).
    const told = await lib.userInfoRequest(server, client, tokens.access_token, options(server.userinfo_endpoint));
    return { claims: await lib.processUserInfoResponse(server, client, claims.sub, told) };
  }
}

const pool = openPool({ maxBytes: 1024 * 1024 });

/** Returns the provider's metadata (OpenID Connect Discovery 1.0, 4), cached and fetched again from time to time. */
function remembered(issuer: string): () => Promise<oauth.AuthorizationServer> {
  let known: { server: oauth.AuthorizationServer; until: number } | undefined;
  return async () => {
    if (!known || known.until < Date.now()) {
      const [lib, url] = [await oauthLibrary(), new URL(issuer)];
      const answer = await lib.discoveryRequest(url, requestOptions(lib, pool, issuer));
      const server = await lib.processDiscoveryResponse(url, answer);
      known = { server: whole(lib, server), until: Date.now() + KNOWN_MS };
    }
    return known.server;
  };
}

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** Requires all endpoints, with URLs that keep the traffic private. */
function whole(lib: typeof oauth, server: oauth.AuthorizationServer): oauth.AuthorizationServer {
  const missing = ENDPOINTS.find(
    (name) => !URL.canParse(server[name] ?? '') || !isConfidential(new URL(server[name]!)),
  );
  if (missing) throw new lib.OperationProcessingError(`the provider has no valid ${missing}`);
  return server;
}

function clientAuth(lib: typeof oauth, server: oauth.AuthorizationServer, { clientSecret }: OpenIdProvider) {
  if (clientSecret === undefined) return lib.None();
  // The default is client_secret_basic (OpenID Connect Discovery 1.0, 3).
  const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server;
  return ways.includes('client_secret_basic')
    ? lib.ClientSecretBasic(clientSecret)
    : lib.ClientSecretPost(clientSecret);
}

/** Maps a library error to a sign-in failure. Rethrows all other errors. */
function troubleIn(lib: typeof oauth, error: unknown): OpenIdTrouble {
  if (error instanceof lib.AuthorizationResponseError) return { trouble: 'declined' };
  const isOfTheAnswer =
    error instanceof lib.ResponseBodyError ||
    error instanceof lib.OperationProcessingError ||
    error instanceof lib.UnsupportedOperationError ||
    error instanceof lib.WWWAuthenticateChallengeError;
  if (isOfTheAnswer) return { trouble: 'wrong' };
  const isOfTheWay =
    error instanceof CrossOriginError || (!(error instanceof KithError) && codeOf(error) !== undefined);
  if (!isOfTheWay) throw error;
  return { trouble: 'unreachable' };
}

function undefinedIfAbsent(error: unknown): undefined {
  if (error instanceof KithError && error.status === 404) return undefined;
  throw error;
}
