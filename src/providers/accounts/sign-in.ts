import type * as oauth from 'oauth4webapi';
import { KithError } from '../../shared/error.ts';
import { OAUTH_TIMEOUT_MS, oauthLibrary, requestOptions } from '../../shared/http/oauth.ts';
import { openOrigin, openPool } from '../../shared/http/origin.ts';
import { Retryable, withRetries } from '../../shared/http/retry.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Capability } from '../content/account.ts';
import { type Endpoints, endpointsFrom } from '../requests/endpoints.ts';
import { disabledApi, errorCodes } from '../requests/error-codes.ts';
import { apiDisabled } from '../requests/failures.ts';
import type { NewAccount } from './connect.ts';
import { authorizationServer, clientAuth, type OAuthClient, type OAuthProvider, tokensFrom } from './oauth.ts';

/** A sign-in. It requests write permission only if `write` is set. */
export interface SignInRequest {
  provider: OAuthProvider;
  client: OAuthClient;
  write: boolean;
  endpoints?: Endpoints;
}

const GOOGLE = 'https://www.googleapis.com/auth/';

/** The minimum scopes of each capability. The first one shows that the capability was granted. */
const SCOPES: Record<OAuthProvider, Record<Capability, string[]>> = {
  GOOGLE: {
    read_email: [`${GOOGLE}gmail.readonly`],
    read_calendar: [`${GOOGLE}calendar.events.readonly`, `${GOOGLE}calendar.calendarlist.readonly`],
    write_calendar: [`${GOOGLE}calendar.events`, `${GOOGLE}calendar.calendarlist.readonly`],
  },
  OFFICE365: {
    read_email: ['Mail.Read'],
    read_calendar: ['Calendars.Read'],
    write_calendar: ['Calendars.ReadWrite'],
  },
};

/**
 * Scopes that no capability depends on: they give access to the account's address, a refresh token and shared
 * calendars. An organization may withhold the last one.
 */
const ALWAYS: Record<OAuthProvider, string[]> = {
  GOOGLE: [],
  OFFICE365: ['User.Read', 'offline_access', 'Calendars.Read.Shared'],
};

/** Google issues a refresh token only with both parameters. Microsoft just lets the user choose an account. */
const PROMPTS: Record<OAuthProvider, Record<string, string>> = {
  GOOGLE: { access_type: 'offline', prompt: 'consent' },
  OFFICE365: { prompt: 'select_account' },
};

export function scopesOfSignIn({ provider, write }: Pick<SignInRequest, 'provider' | 'write'>): string {
  const calendar = write ? 'write_calendar' : 'read_calendar';
  const scopes = SCOPES[provider];
  return [...ALWAYS[provider], ...scopes.read_email, ...scopes[calendar]].join(' ');
}

/** Returns the capabilities of the granted scopes. A user can deselect some. */
export function capabilitiesOf(provider: OAuthProvider, granted: string): Capability[] {
  // Microsoft returns scopes with or without the Graph URL as a prefix.
  const given = new Set(granted.split(/\s+/).map((scope) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '')));
  const has = (capability: Capability) => SCOPES[provider][capability].every((scope) => given.has(scope));
  const capabilities: Capability[] = [];
  if (has('read_email')) capabilities.push('read_email');
  if (has('read_calendar') || has('write_calendar')) capabilities.push('read_calendar');
  if (has('write_calendar')) capabilities.push('write_calendar');
  return capabilities;
}

/** A sign-in in progress: the URL to open, and how to handle the redirect. */
export interface BrowserSignIn {
  url: string;
  /** Whether a URL is the response to this sign-in. Only the provider and the browser know its state. */
  isOurs(redirected: URL): boolean;
  /**
   * Completes the sign-in with the redirect URL. Works once. Throws a KithError if permission was denied or the URL is
   * not from this sign-in.
   */
  finish(redirected: URL): Promise<NewAccount>;
}

/** Authorization code flow with PKCE (RFC 7636, RFC 8252). State and verifier exist only in this process. */
export async function browserSignIn(request: SignInRequest, redirectUri: string): Promise<BrowserSignIn> {
  const begun = await beginSignIn(request, redirectUri);
  let used = false;
  const isOurs = ({ searchParams }: URL) => searchParams.get('state') === begun.state;
  return {
    url: begun.url,
    isOurs,
    async finish(redirected) {
      if (used)
        throw new KithError('Conflict', 'This sign-in is already complete.', { hint: 'Run `kith connect` again.' });
      used = true;
      return finishSignIn(request, redirectUri, begun, redirected);
    },
  };
}

/** Secrets that are needed to complete a sign-in. */
export interface PendingSignIn {
  state: string;
  verifier: string;
}

/** Begins a sign-in and returns the URL to open. */
export async function beginSignIn(
  request: SignInRequest,
  redirectUri: string,
): Promise<PendingSignIn & { url: string }> {
  const { provider, client, endpoints = endpointsFrom() } = request;
  const lib = await oauthLibrary();
  const server = authorizationServer(provider, endpoints, client);
  const [verifier, state] = [lib.generateRandomCodeVerifier(), lib.generateRandomState()];
  const url = new URL(server.authorization_endpoint!);
  const parameters = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopesOfSignIn(request),
    state,
    code_challenge: await lib.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...PROMPTS[provider],
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier };
}

/**
 * Completes a sign-in, once, with the redirect URL. Throws a KithError if permission was denied or the URL is not from
 * this sign-in.
 */
export async function finishSignIn(
  request: SignInRequest,
  redirectUri: string,
  { state, verifier }: PendingSignIn,
  redirected: URL,
): Promise<NewAccount> {
  const { provider, client, endpoints = endpointsFrom() } = request;
  const lib = await oauthLibrary();
  const server = authorizationServer(provider, endpoints, client);
  return withPlainErrors(lib, async () => {
    const known: oauth.Client = { client_id: client.clientId };
    const answer = lib.validateAuthResponse(server, known, redirected, state);
    const options = requestOptions(lib, pool, server.token_endpoint!);
    const response = await lib.authorizationCodeGrantRequest(
      server,
      known,
      clientAuth(lib, client),
      answer,
      redirectUri,
      verifier,
      options,
    );
    const tokens = await lib.processAuthorizationCodeResponse(server, known, response);
    return accountFrom(request, tokens, endpoints);
  });
}

/** Sign-in with a code on any other device (RFC 8628). Microsoft only, because Google offers no mail scope for it. */
export async function deviceSignIn(
  request: SignInRequest,
): Promise<{ url: string; code: string; finished: Promise<NewAccount> }> {
  const { provider, client, endpoints = endpointsFrom() } = request;
  const lib = await oauthLibrary();
  const server = authorizationServer(provider, endpoints, client);
  const known: oauth.Client = { client_id: client.clientId };
  const options = requestOptions(lib, pool, server.token_endpoint!);
  return withPlainErrors(lib, async () => {
    const asked = await lib.deviceAuthorizationRequest(
      server,
      known,
      clientAuth(lib, client),
      { scope: scopesOfSignIn(request) },
      options,
    );
    const device = await lib.processDeviceAuthorizationResponse(server, known, asked);
    return { url: device.verification_uri, code: device.user_code, finished: withPlainErrors(lib, () => poll(device)) };
  });

  async function poll({
    device_code,
    expires_in,
    interval = 5,
  }: oauth.DeviceAuthorizationResponse): Promise<NewAccount> {
    const end = Date.now() + expires_in * 1000;
    let pause = interval;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pause * 1000));
      if (Date.now() > end)
        throw new KithError('Conflict', 'The code has expired.', { hint: 'Run `kith connect` again.' });
      const answer = await ask(device_code);
      if (typeof answer !== 'string') return accountFrom(request, answer, endpoints);
      if (answer === 'slow_down') pause += 5;
      // No response: halve the polling rate (RFC 8628, 3.5).
      else if (answer === 'silence') pause = Math.min(pause * 2, MAX_POLL_SECONDS);
    }
  }

  /** Returns the tokens, or why they are not available yet. Throws if the sign-in has failed. */
  async function ask(code: string): Promise<oauth.TokenEndpointResponse | 'slow_down' | 'pending' | 'silence'> {
    try {
      const response = await lib.deviceCodeGrantRequest(server, known, clientAuth(lib, client), code, options);
      return await lib.processDeviceCodeResponse(server, known, response);
    } catch (error) {
      if (error instanceof CrossOriginError) throw error;
      // A broken connection or an unexpected response is not the user's decision.
      if (!(error instanceof lib.ResponseBodyError) || error.status >= 500 || error.status === 429) return 'silence';
      if (error.error === 'slow_down') return error.error;
      if (error.error === 'authorization_pending') return 'pending';
      throw error;
    }
  }
}

const MAX_POLL_SECONDS = 60;

const pool = openPool({ maxBytes: 1024 * 1024 });

/** Builds the account for new tokens, with its address from the provider and the granted capabilities. */
async function accountFrom(
  request: SignInRequest,
  answer: oauth.TokenEndpointResponse,
  endpoints: Endpoints,
): Promise<NewAccount> {
  const { provider, client } = request;
  const credentials = tokensFrom(answer, client, Date.now());
  if (credentials.refreshToken === '') {
    throw new KithError('Conflict', 'The provider sent no refresh token, so access would end within an hour.', {
      hint: 'Remove kith from the connected apps of that account, then connect again.',
    });
  }
  // If the response names no scopes, all requested ones were granted (RFC 6749, 5.1).
  const capabilities = capabilitiesOf(provider, answer.scope ?? scopesOfSignIn(request));
  if (capabilities.length === 0) {
    throw new KithError('Forbidden', 'Access to mail and calendar was denied.', {
      hint: 'Allow at least one of them when you connect.',
    });
  }
  const email = await addressOf(provider, answer.access_token, capabilities, endpoints);
  return { provider, email, capabilities, credentials };
}

async function addressOf(
  provider: OAuthProvider,
  token: string,
  capabilities: Capability[],
  endpoints: Endpoints,
): Promise<string> {
  const read: Read = async (url) => {
    const api = openOrigin(pool, new URL(url), () => `Bearer ${token}`);
    const { status, text } = await withRetries(TRIES, async () => {
      try {
        const answer = await api.send(url, { timeoutMs: OAUTH_TIMEOUT_MS, headers: { accept: 'application/json' } });
        return answer.status >= 500
          ? new Retryable(new Error(`the provider returned status ${answer.status}`))
          : answer;
      } catch (error) {
        if (error instanceof CrossOriginError) throw error;
        return new Retryable(error);
      }
    });
    const disabled = disabledApi(errorCodes(text), url);
    if (disabled) throw apiDisabled({ email: 'that you signed in to' }, disabled);
    return status < 300 ? JSON.parse(text) : {};
  };
  const withPlainErrors = await ADDRESSES[provider](read, endpoints, capabilities);
  if (typeof withPlainErrors === 'string' && withPlainErrors.includes('@')) return withPlainErrors;
  throw new KithError('ServiceUnavailable', 'The provider did not return the address of the account.', {
    hint: 'Check that the API is enabled for the client (see docs/connect.md), then connect again.',
  });
}

/** The user has already signed in, so a single lost response must not make them start over. */
const TRIES = { tries: 3, firstMs: 500, maxMs: 2_000 };

type Read = (url: string) => Promise<Record<string, unknown>>;

/** How to get an account's address from each provider, depending on the granted capabilities. */
const ADDRESSES: Record<
  OAuthProvider,
  (read: Read, endpoints: Endpoints, capabilities: Capability[]) => Promise<unknown>
> = {
  GOOGLE: async (read, { google }, capabilities) =>
    capabilities.includes('read_email')
      ? (await read(`${google.gmail}/profile`)).emailAddress
      : (await read(`${google.calendar}/users/me/calendarList/primary`)).id,
  async OFFICE365(read, { microsoft }) {
    const me = await read(`${microsoft.graph}?$select=mail,userPrincipalName`);
    return me.mail ?? me.userPrincipalName;
  },
};

/**
 * Converts errors to plain messages. Includes the provider's description, which is about the sign-in and never about
 * content.
 */
async function withPlainErrors<T>(lib: typeof oauth, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KithError) throw error;
    if (error instanceof lib.AuthorizationResponseError || error instanceof lib.ResponseBodyError) {
      const hint = error.error === 'access_denied' ? 'Permission was denied in the browser.' : error.error_description;
      throw new KithError('Forbidden', `The provider rejected the sign-in: ${error.error}.`, { hint, cause: error });
    }
    if (error instanceof lib.OperationProcessingError) {
      throw new KithError('BadRequest', 'This URL does not belong to this sign-in.', {
        hint: 'Run `kith connect` again.',
        cause: error,
      });
    }
    throw new KithError('ServiceUnavailable', 'Could not reach the provider, or its response was invalid.', {
      hint: 'Check the network connection and the client id, then connect again.',
      cause: error,
    });
  }
}

/** Revokes an account's permission at the provider. Returns whether this succeeded. */
export async function revokePermission(
  provider: OAuthProvider,
  client: OAuthClient,
  refreshToken: string,
  endpoints: Endpoints = endpointsFrom(),
): Promise<boolean> {
  const lib = await oauthLibrary();
  const server = authorizationServer(provider, endpoints, client);
  // Microsoft has no endpoint to revoke a single app. The user does that on a web page.
  if (!server.revocation_endpoint) return false;
  try {
    const options = requestOptions(lib, pool, server.revocation_endpoint);
    const known: oauth.Client = { client_id: client.clientId };
    await lib.processRevocationResponse(
      await lib.revocationRequest(server, known, clientAuth(lib, client), refreshToken, options),
    );
    return true;
  } catch {
    // The account is already deleted locally. The caller explains how to revoke the permission by hand.
    return false;
  }
}
