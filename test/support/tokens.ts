import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { type Browser, originOf } from './browser.ts';
import type { RunningService } from './service.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** Registers a host, has the person allow it so much, and takes its tokens, without the SDK: a few requests. */
export async function tokensFor(
  service: RunningService,
  browser: Browser,
  scopes: readonly Scope[] = SCOPES,
): Promise<Tokens & { clientId: string }> {
  const origin = originOf(service);
  const redirect_uri = 'http://127.0.0.1:9/callback';
  const registered = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A host of tests', redirect_uris: [redirect_uri] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const code_verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await browser.open(`${origin}/oauth/authorize?${query}`);
  expect(page.status, page.text).toBe(200);
  const fields = [['answer', 'allow'], ...scopes.map((scope) => ['scope', scope])] as [string, string][];
  const { headers, text } = await browser.send(page.url, fields);
  const code = new URL(headers.get('location') ?? text).searchParams.get('code')!;
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, client_id, code_verifier }),
  });
  const tokens = (await response.json()) as Tokens;
  expect(response.status, JSON.stringify(tokens)).toBe(200);
  return { ...tokens, clientId: client_id };
}
