import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';

// Apps that are web pages: what any origin may read, and what only listed origins may.

let service: RunningService;
beforeAll(async () => {
  const env = { KITH_PUBLIC_URL: 'https://kith.example.com', KITH_ALLOWED_ORIGINS: 'http://localhost:6274' };
  service = await startService(undefined, env);
});
afterAll(() => service.stop());

/** A request as a proxy sends it, from a web page at this origin. */
async function ask(method: string, path: string, origin: string, headers: Record<string, string> = {}, body?: string) {
  const answer = await request(service.baseUrl + path, {
    method: method as 'GET',
    headers: { host: 'kith.example.com', 'x-forwarded-proto': 'https', origin, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text };
}

const preflight = (path: string, origin: string, method: string) =>
  ask('OPTIONS', path, origin, {
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type,mcp-protocol-version',
  });

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const client = JSON.stringify({ client_name: 'A page', redirect_uris: ['https://page.example/callback'] });

const OPEN: [string, string, Record<string, string>, string | undefined, number][] = [
  ['GET', '/.well-known/oauth-protected-resource', {}, undefined, 200],
  ['GET', '/.well-known/oauth-protected-resource/mcp', {}, undefined, 200],
  ['GET', '/.well-known/oauth-authorization-server', {}, undefined, 200],
  ['POST', '/oauth/register', json, client, 201],
  ['POST', '/oauth/register', json, '{}', 400],
  ['POST', '/oauth/token', form, 'grant_type=refresh_token&client_id=nobody&refresh_token=none', 401],
  ['POST', '/oauth/revoke', form, 'client_id=nobody&token=none', 401],
];

describe.each(['https://page.example', 'http://localhost:6274', 'null'])('a page from %s', (origin) => {
  test.each(OPEN)('may read %s %s', async (method, path, headers, body, status) => {
    const before = await preflight(path, origin, method);
    expect(before.status).toBe(204);
    expect(['*', origin]).toContain(before.headers['access-control-allow-origin']);
    expect(before.headers['access-control-allow-methods']).toContain(method);
    expect(before.headers['access-control-allow-headers']).toBe('content-type,mcp-protocol-version');
    const answer = await ask(method, path, origin, headers, body);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(['*', origin]).toContain(answer.headers['access-control-allow-origin']);
    // Without the signed-in user's cookies.
    for (const { headers } of [before, answer]) expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

test('tells a page from a listed origin at /mcp where to sign in, and refuses others', async () => {
  const listed = 'http://localhost:6274';
  const before = await preflight('/mcp', listed, 'POST');
  expect([before.status, before.headers['access-control-allow-origin']]).toEqual([204, listed]);
  const refused = await ask('POST', '/mcp', listed, json, '{}');
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, listed]);
  expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  expect(refused.headers['www-authenticate']).toContain(
    'resource_metadata="https://kith.example.com/.well-known/oauth-protected-resource/mcp"',
  );
  const other = await ask('POST', '/mcp', 'https://page.example', json, '{}');
  expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  expect((await preflight('/mcp', 'https://page.example', 'POST')).status).toBe(403);
});

test('names the public URL in all documents, whatever local host name was used', async () => {
  for (const host of ['kith.example.com', `127.0.0.1:${new URL(service.baseUrl).port}`]) {
    const read = async (path: string) => JSON.parse((await ask('GET', path, 'https://page.example', { host })).text);
    expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource: 'https://kith.example.com/mcp',
      authorization_servers: ['https://kith.example.com'],
    });
    expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: 'https://kith.example.com',
      token_endpoint: 'https://kith.example.com/oauth/token',
    });
  }
  const elsewhere = { host: 'rebound.example' };
  expect((await ask('GET', '/.well-known/oauth-protected-resource', 'https://page.example', elsewhere)).status).toBe(
    403,
  );
});
