import type * as oauth from 'oauth4webapi';
import { KithError } from '../../shared/error.ts';
import { library, requestOptions, TIMEOUT_MS } from '../../shared/http/oauth.ts';
import { openOrigin, openPool } from '../../shared/http/origin.ts';
import { Retryable, withRetries } from '../../shared/http/retry.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Capability } from '../content/account.ts';
import { type Endpoints, endpointsFrom } from '../requests/endpoints.ts';
import { disabledApi, errorCodes } from '../requests/error-codes.ts';
import { apiDisabled } from '../requests/failures.ts';
import type { NewAccount } from './connect.ts';
import { authorizationServer, clientAuth, type OAuthClient, type OAuthProvider, tokensFrom } from './oauth.ts';

/** A sign-in. It asks for permission to write only when `write` is set. */
export interface SignIn {
  provider: OAuthProvider;
  client: OAuthClient;
  write: boolean;
  endpoints?: Endpoints;
}

const GOOGLE = 'https://www.googleapis.com/auth/';

/** The least that each capability needs, by provider; the first of a list is the one that shows it was granted. */
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
 * What no capability hangs on: to know the account's address, to be given a refresh token, and to read the calendars
 * that others share, which an organization may withhold.
 */
const ALWAYS: Record<OAuthProvider, string[]> = {
  GOOGLE: [],
  OFFICE365: ['User.Read', 'offline_access', 'Calendars.Read.Shared'],
};

/** Google gives a refresh token only when both are said; Microsoft only offers the choice of an account. */
const PROMPTS: Record<OAuthProvider, Record<string, string>> = {
  GOOGLE: { access_type: 'offline', prompt: 'consent' },
  OFFICE365: { prompt: 'select_account' },
};

export function scopesFor({ provider, write }: Pick<SignIn, 'provider' | 'write'>): string {
  const calendar = write ? 'write_calendar' : 'read_calendar';
  const scopes = SCOPES[provider];
  return [...ALWAYS[provider], ...scopes.read_email, ...scopes[calendar]].join(' ');
}

/** The capabilities of the granted scopes; a person may have unticked some. */
export function capabilitiesOf(provider: OAuthProvider, granted: string): Capability[] {
  // Microsoft names its scopes with or without the address of Graph before them.
  const given = new Set(granted.split(/\s+/).map((scope) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '')));
  const has = (capability: Capability) => SCOPES[provider][capability].every((scope) => given.has(scope));
  const capabilities: Capability[] = [];
  if (has('read_email')) capabilities.push('read_email');
  if (has('read_calendar') || has('write_calendar')) capabilities.push('read_calendar');
  if (has('write_calendar')) capabilities.push('write_calendar');
  return capabilities;
}

/** A sign-in under way: where the person goes, and what to do with where they come back to. */
export interface BrowserSignIn {
  url: string;
  /** Whether an address is an answer to this very sign-in: only the provider and the browser know its state. */
  isOurs(redirected: URL): boolean;
  /** Takes the address the person was sent back to. Works once. Throws KithError for a refusal or a foreign address. */
  finish(redirected: URL): Promise<NewAccount>;
}

/** Authorization code with PKCE (RFC 7636, RFC 8252). State and verifier live in this process alone. */
export async function browserSignIn(request: SignIn, redirectUri: string): Promise<BrowserSignIn> {
  const begun = await beginSignIn(request, redirectUri);
  let used = false;
  const isOurs = ({ searchParams }: URL) => searchParams.get('state') === begun.state;
  return {
    url: begun.url,
    isOurs,
    async finish(redirected) {
      if (used)
        throw new KithError('Conflict', 'This sign-in was finished already.', { hint: 'Start kith connect again.' });
      used = true;
      return finishSignIn(request, redirectUri, begun, redirected);
    },
  };
}

/** What whoever began a sign-in keeps until the person is back; nobody else may know it. */
export interface BegunSignIn {
  state: string;
  verifier: string;
}

/** The first half of a sign-in: where the person goes. */
export async function beginSignIn(request: SignIn, redirectUri: string): Promise<BegunSignIn & { url: string }> {
  const { provider, client, endpoints = endpointsFrom() } = request;
  const lib = await library();
  const server = authorizationServer(provider, endpoints, client);
  const [verifier, state] = [lib.generateRandomCodeVerifier(), lib.generateRandomState()];
  const url = new URL(server.authorization_endpoint!);
  const parameters = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopesFor(request),
    state,
    code_challenge: await lib.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...PROMPTS[provider],
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier };
}

/** The second half, once: takes the address that the person was sent back to. Throws KithError for a refusal or a foreign one. */
export async function finishSignIn(
  request: SignIn,
  redirectUri: string,
  { state, verifier }: BegunSignIn,
  redirected: URL,
): Promise<NewAccount> {
  const { provider, client, endpoints = endpointsFrom() } = request;
  const lib = await library();
  const server = authorizationServer(provider, endpoints, client);
  return told(lib, async () => {
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

/** A code to type in on any other device (RFC 8628); Microsoft only, Google's has no scope for mail. */
export async function deviceSignIn(
  request: SignIn,
): Promise<{ url: string; code: string; finished: Promise<NewAccount> }> {
  const { provider, client, endpoints = endpointsFrom() } = request;
  const lib = await library();
  const server = authorizationServer(provider, endpoints, client);
  const known: oauth.Client = { client_id: client.clientId };
  const options = requestOptions(lib, pool, server.token_endpoint!);
  return told(lib, async () => {
    const asked = await lib.deviceAuthorizationRequest(
      server,
      known,
      clientAuth(lib, client),
      { scope: scopesFor(request) },
      options,
    );
    const device = await lib.processDeviceAuthorizationResponse(server, known, asked);
    return { url: device.verification_uri, code: device.user_code, finished: told(lib, () => poll(device)) };
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
        throw new KithError('Conflict', 'The code has run out.', { hint: 'Start kith connect again.' });
      const answer = await ask(device_code);
      if (typeof answer !== 'string') return accountFrom(request, answer, endpoints);
      if (answer === 'slow_down') pause += 5;
      // No answer: half as often from now on (RFC 8628, 3.5).
      else if (answer === 'silence') pause = Math.min(pause * 2, LONGEST_POLL_SECONDS);
    }
  }

  /** The tokens, or why there are none yet. Throws what ends the sign-in. */
  async function ask(code: string): Promise<oauth.TokenEndpointResponse | 'slow_down' | 'pending' | 'silence'> {
    try {
      const response = await lib.deviceCodeGrantRequest(server, known, clientAuth(lib, client), code, options);
      return await lib.processDeviceCodeResponse(server, known, response);
    } catch (error) {
      if (error instanceof CrossOriginError) throw error;
      // A connection that broke, or something other than an answer, says nothing about the person who is signing in.
      if (!(error instanceof lib.ResponseBodyError) || error.status >= 500 || error.status === 429) return 'silence';
      if (error.error === 'slow_down') return error.error;
      if (error.error === 'authorization_pending') return 'pending';
      throw error;
    }
  }
}

const LONGEST_POLL_SECONDS = 60;

const pool = openPool({ maxBytes: 1024 * 1024 });

/** The account that new tokens open: its address as the provider says, and what was granted. */
async function accountFrom(
  request: SignIn,
  answer: oauth.TokenEndpointResponse,
  endpoints: Endpoints,
): Promise<NewAccount> {
  const { provider, client } = request;
  const credentials = tokensFrom(answer, client, Date.now());
  if (credentials.refreshToken === '') {
    throw new KithError(
      'Conflict',
      'The provider gave no refresh token, so the account would be lost within the hour.',
      {
        hint: 'Take kith out of the apps of that account, then connect again.',
      },
    );
  }
  // Without a word on it the provider granted what was asked (RFC 6749, 5.1).
  const capabilities = capabilitiesOf(provider, answer.scope ?? scopesFor(request));
  if (capabilities.length === 0) {
    throw new KithError('Forbidden', 'Neither mail nor calendar was allowed.', {
      hint: 'Tick at least one when you connect.',
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
        const answer = await api.send(url, { timeoutMs: TIMEOUT_MS, headers: { accept: 'application/json' } });
        return answer.status >= 500 ? new Retryable(new Error(`the provider answered ${answer.status}`)) : answer;
      } catch (error) {
        if (error instanceof CrossOriginError) throw error;
        return new Retryable(error);
      }
    });
    const disabled = disabledApi(errorCodes(text), url);
    if (disabled) throw apiDisabled({ email: 'that you signed in to' }, disabled);
    return status < 300 ? JSON.parse(text) : {};
  };
  const told = await ADDRESSES[provider](read, endpoints, capabilities);
  if (typeof told === 'string' && told.includes('@')) return told;
  throw new KithError('ServiceUnavailable', 'The provider did not tell the address of the account.', {
    hint: 'Check that the API is switched on for the client (docs/connect.md), then connect again.',
  });
}

/** The person has signed in by now: one answer that is lost must not cost them that. */
const TRIES = { tries: 3, firstMs: 500, longestMs: 2_000 };

type Read = (url: string) => Promise<Record<string, unknown>>;

/** Where each provider tells the address of an account, by what may be read of it. */
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

/** Refusals in plain words. The provider's own description goes along; it speaks of the sign-in, not of content. */
async function told<T>(lib: typeof oauth, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KithError) throw error;
    if (error instanceof lib.AuthorizationResponseError || error instanceof lib.ResponseBodyError) {
      const hint = error.error === 'access_denied' ? 'It was declined in the browser.' : error.error_description;
      throw new KithError('Forbidden', `The provider refused: ${error.error}.`, { hint, cause: error });
    }
    if (error instanceof lib.OperationProcessingError) {
      throw new KithError('BadRequest', 'This address is not the answer to this sign-in.', {
        hint: 'Start kith connect again.',
        cause: error,
      });
    }
    throw new KithError('ServiceUnavailable', 'The provider could not be reached, or answered something unexpected.', {
      hint: 'Check the connection and the client id, then connect again.',
      cause: error,
    });
  }
}

/** Takes back at the provider what an account was given. Answers whether that could be done. */
export async function revoke(
  provider: OAuthProvider,
  client: OAuthClient,
  refreshToken: string,
  endpoints: Endpoints = endpointsFrom(),
): Promise<boolean> {
  const lib = await library();
  const server = authorizationServer(provider, endpoints, client);
  // Microsoft has no such endpoint for a single app; the person takes it back on a page of theirs.
  if (!server.revocation_endpoint) return false;
  try {
    const options = requestOptions(lib, pool, server.revocation_endpoint);
    const known: oauth.Client = { client_id: client.clientId };
    await lib.processRevocationResponse(
      await lib.revocationRequest(server, known, clientAuth(lib, client), refreshToken, options),
    );
    return true;
  } catch {
    // The account is gone here in any case; the caller says how to take it back by hand.
    return false;
  }
}
