import { createHash, randomBytes } from 'node:crypto';
import { type Browser, withData } from './browser.ts';
import { type Answer, consented } from './oauth.ts';
import type { RunningService } from './service.ts';

// A connected app's single requests, for cases that the SDK's clients do not cover.

interface TokenAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire brought.
  body: any;
}

/** An app that uses an authorization server's endpoints. */
export interface WireHost {
  origin: string;
  clientId: string;
  redirect: string;
  /** Additional parameters of each authorization and token request. */
  resource?: string | undefined;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  token_type: string;
}

export async function register(origin: string, metadata: object, headers: Record<string, string> = {}) {
  return answerOf(
    await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(metadata),
    }),
  );
}

/** An app registered with one redirect URI. */
export async function registered(origin: string, redirect = 'http://127.0.0.1:9/callback'): Promise<WireHost> {
  const { body } = await register(origin, { client_name: 'A host of the wire', redirect_uris: [redirect] });
  return { origin, clientId: body.client_id, redirect, resource: `${origin}/mcp` };
}

/** The authorization URL, with PKCE. Undefined parameters are not sent. */
export function authorization({ origin, clientId, redirect, resource }: WireHost, parameters: object = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirect,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
    ...parameters,
  };
  const url = new URL(`${origin}/oauth/authorize`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`);
  return { url, verifier, state: query.state };
}

export async function token(
  origin: string,
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const sent = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return answerOf(await fetch(`${origin}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(sent) }));
}

/** The form that exchanges a code for tokens. */
export const codeForm = ({ clientId, redirect, resource }: WireHost, code: string, verifier: string) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  code_verifier: verifier,
  redirect_uri: redirect,
  resource,
});

export const refreshForm = ({ clientId, resource }: WireHost, refreshToken: string) => ({
  grant_type: 'refresh_token',
  client_id: clientId,
  refresh_token: refreshToken,
  resource,
});

/** The complete flow: the user consents, and the app exchanges the code for tokens. */
export async function letIn(host: WireHost, browser: Browser, answer: Answer = {}, parameters = {}): Promise<Tokens> {
  const { url, verifier } = authorization(host, parameters);
  const back = await consented(browser, url, answer);
  const { status, body } = await token(host.origin, codeForm(host, back.searchParams.get('code')!, verifier));
  if (status !== 200) throw new Error(`no tokens, but ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** One request to the MCP endpoint with a token or key. */
export async function mcp(origin: string, bearer: string, message: object, headers: Record<string, string> = {}) {
  const accept = 'application/json, text/event-stream';
  return fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${bearer}`, ...headers },
    body: JSON.stringify(message),
  });
}

/** A tool call as clients of the older protocol send it. */
export const toolCall = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

async function answerOf(response: Response): Promise<TokenAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/**
 * Ages used refresh tokens by 11 seconds, past the interval in which two windows of one app may send the same
 * token.
 */
export const endGracePeriod = (service: RunningService) =>
  withData(service, ({ store }) =>
    store.directory(async (db) => {
      const used = await db
        .selectFrom('sign_in_records')
        .select(['lookup', 'consumed_at'])
        .where('kind', '=', 'RefreshToken')
        .where('consumed_at', 'is not', null)
        .execute();
      for (const { lookup, consumed_at } of used) {
        await db
          .updateTable('sign_in_records')
          .set({ consumed_at: new Date(Date.parse(consumed_at!) - 11_000).toISOString() })
          .where('kind', '=', 'RefreshToken')
          .where('lookup', '=', lookup)
          .execute();
      }
    }),
  );
