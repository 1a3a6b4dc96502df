import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Page } from './browser.ts';

// A connected app that sends OAuth requests by hand, each as an attacker would write it.

export const REDIRECT = 'https://host.example/callback';

export interface HandHost {
  clientId: string;
  redirect: string;
  /** Of its latest authorization. */
  verifier: string;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export const registering = (origin: string, metadata: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });

/** An app that registered itself. */
export async function registered(origin: string, metadata: Record<string, unknown> = {}): Promise<HandHost> {
  const redirect = [metadata.redirect_uris ?? REDIRECT].flat()[0] as string;
  const told = { client_name: 'A host', redirect_uris: [redirect], ...metadata };
  const response = await registering(origin, told);
  if (response.status !== 201) throw new Error(await response.text());
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  return { clientId, redirect, verifier: randomBytes(32).toString('base64url') };
}

type Parameters = Record<string, string | undefined>;

/** The authorization URL of an app. Undefined parameters are omitted. */
export function authorizationUrl(origin: string, host: HandHost, changed: Parameters = {}): URL {
  const url = new URL('/oauth/authorize', origin);
  const parameters: Parameters = {
    client_id: host.clientId,
    redirect_uri: host.redirect,
    response_type: 'code',
    code_challenge: challengeOf(host.verifier),
    code_challenge_method: 'S256',
    state: 'the state',
    resource: `${origin}/mcp`,
    ...changed,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** Answers the consent page as the user. Returns the browser's last response, which redirects to the app. */
export const answering = (
  browser: Browser,
  page: Page,
  { answer = 'allow', scopes = ['kith:write', 'kith:delete', 'kith:agenda'] as string[] } = {},
): Promise<Page> =>
  browser.send(page.url, [
    ...hiddenFields(page),
    ['answer', answer],
    ...scopes.map((scope): [string, string] => ['scope', scope]),
  ]);

/** The hidden fields of a page's forms. */
const hiddenFields = ({ text }: Page): [string, string][] =>
  [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);

/** An authorization code that a user granted to the app. */
export async function codeFor(
  origin: string,
  browser: Browser,
  host: HandHost,
  changed: Parameters = {},
  scopes?: string[],
) {
  const page = await browser.open(authorizationUrl(origin, host, changed));
  const back = await answering(browser, page, scopes && { scopes });
  const code = new URL(back.headers.get('location')!).searchParams.get('code');
  if (!code) throw new Error(`${back.status} ${back.headers.get('location')} ${back.text}`);
  return code;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire brought.
type TokenAnswer = { status: number; headers: Headers; body: any };

/** A form sent to an endpoint of the authorization server. */
export async function posted(
  origin: string,
  path: string,
  fields: Parameters,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  const response = await fetch(origin + path, { method: 'POST', headers, body: new URLSearchParams(given) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export const exchanged = (
  origin: string,
  host: HandHost,
  code: string,
  changed: Parameters = {},
): Promise<TokenAnswer> =>
  posted(origin, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: host.clientId,
    code,
    redirect_uri: host.redirect,
    code_verifier: host.verifier,
    ...changed,
  });

export const refreshed = (
  origin: string,
  host: HandHost,
  token: string,
  changed: Parameters = {},
): Promise<TokenAnswer> =>
  posted(origin, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: host.clientId,
    refresh_token: token,
    ...changed,
  });

/** Tokens of an app that a user has connected. */
export async function letIn(origin: string, browser: Browser, host: HandHost, scopes?: string[]) {
  const { status, body } = await exchanged(origin, host, await codeFor(origin, browser, host, {}, scopes));
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as { access_token: string; refresh_token: string; scope: string; token_type: string };
}

/** The MCP endpoint's response to a call with a token. */
export const mcpCall = (origin: string, token: string | undefined, tool = 'list_contacts', args: object = {}) =>
  fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
  });

/** A page's heading. */
export const heading = ({ text }: Page) => /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1];
export const isConsent = (page: Page) => page.url.pathname.startsWith('/authorize/') && page.status === 200;
/** The redirect that an app receives, with or without a person's answer. */
export const back = (page: Page) => new URL(page.headers.get('location')!);
