import { createHash, randomBytes } from 'node:crypto';
import { signedIn } from './browser.ts';
import type { RunningService } from './service.ts';

// An app that a person connects, without the SDK, for tests that need one.

const REDIRECT = 'http://127.0.0.1:9/callback';

export interface ConnectedHost {
  clientId: string;
  access_token: string;
  refresh_token: string;
}

/** Registers an app with this name. Returns its client ID. */
export async function registerHost({ baseUrl }: RunningService, name: string): Promise<string> {
  const registered = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT] }),
  });
  return ((await registered.json()) as { client_id: string }).client_id;
}

/** Registers an app with this name, and connects it with read and write access. */
export async function connectHost(service: RunningService, email: string, name: string): Promise<ConnectedHost> {
  const clientId = await registerHost(service, name);
  const verifier = randomBytes(32).toString('base64url');
  const browser = await signedIn(service, email);
  const question = await browser.open(authorizationPath(clientId, verifier));
  const agreed = await browser.send(question.url, [
    ['answer', 'allow'],
    ['scope', 'kith:write'],
  ]);
  const code = new URL(agreed.headers.get('location')!).searchParams.get('code')!;
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier };
  const answer = await tokensFor(service, { ...form, client_id: clientId });
  return { clientId, ...((await answer.json()) as Omit<ConnectedHost, 'clientId'>) };
}

/** The URL to which an app sends a browser for read and write access. */
export function authorizationPath(clientId: string, verifier = randomBytes(32).toString('base64url')): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: 'kith:read kith:write',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `/oauth/authorize?${query}`;
}

/** The token endpoint's response. */
const tokensFor = ({ baseUrl }: RunningService, form: Record<string, string>): Promise<Response> =>
  fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });

export const refresh = (service: RunningService, { clientId, refresh_token }: ConnectedHost): Promise<Response> =>
  tokensFor(service, { grant_type: 'refresh_token', client_id: clientId, refresh_token });

/** Status of an MCP call with an app's token. */
export async function statusWith({ baseUrl }: RunningService, { access_token }: ConnectedHost): Promise<number> {
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  await answer.text();
  return answer.status;
}
