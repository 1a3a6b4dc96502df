import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../src/contract/schema/operation.ts';
import { localUser } from '../../src/identity/users/users.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { allRoutes } from '../../src/service/handlers.ts';
import type { Route } from '../../src/service/runtime/routes.ts';
import { createService } from '../../src/service/service.ts';
import {
  type Answer,
  type Api,
  apiAt,
  type RunningService,
  startService,
  temporaryFolder,
} from '../support/service.ts';

const LIMIT = 20;

let service: RunningService;
let nobody: Api;
beforeAll(async () => {
  service = await startService(undefined, { KITH_RATE_LIMIT: String(LIMIT) });
  nobody = apiAt(service.baseUrl, undefined);
});
afterAll(() => service.stop());

function expectLimitHeaders({ headers }: { headers: Headers }, remaining?: number): void {
  for (const family of ['RateLimit', 'X-RateLimit']) {
    expect(headers.get(`${family}-Limit`)).toBe(String(LIMIT));
    expect(headers.get(`${family}-Reset`)).toMatch(/^\d{1,2}$/);
    if (remaining !== undefined) expect(headers.get(`${family}-Remaining`)).toBe(String(remaining));
  }
  const [left, reset] = [headers.get('RateLimit-Remaining'), headers.get('RateLimit-Reset')];
  expect(headers.get('RateLimit')).toBe(`"default";r=${left};t=${reset}`);
  expect(headers.get('RateLimit-Policy')).toBe(`"default";q=${LIMIT};w=60`);
  expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
}

test('sends both header families on a response with any status', async () => {
  const ada = await service.user();
  const key = randomUUID();
  const answers: [number, () => Promise<Answer>][] = [
    [200, () => ada.get('/v1')],
    [200, () => ada.get('/v2/contacts')],
    [201, () => ada.post('/v2/contacts', {}, { key })],
    [409, () => ada.post('/v2/contacts', { full_name: 'Other' }, { key })],
    [400, () => ada.get('/v2/contacts?take=0')],
    [404, () => ada.get(`/v2/contacts/${randomUUID()}`)],
    [404, () => ada.get('/v2/nothing')],
    [405, () => ada.call('DELETE', '/v2/contacts')],
    [413, () => ada.post('/v2/contacts', { description: 'x'.repeat(6_000_000) })],
    [415, () => ada.post('/v2/contacts', 'x', { headers: { 'content-type': 'text/plain' } })],
  ];
  for (const [status, ask] of answers) {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectLimitHeaders(answer);
  }
});

test('limits each key separately with 429 and the wait, before anything is done', async () => {
  const ada = await service.user();
  for (let left = LIMIT - 1; left >= 0; left--) expectLimitHeaders(await ada.get('/v1'), left);
  const refused = await ada.post('/v2/contacts', 'not even JSON');
  expect(refused.status).toBe(429);
  expect(refused.body.error.code).toBe('rate_limited');
  expectLimitHeaders(refused, 0);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(
    Number(refused.headers.get('RateLimit-Reset')),
  );
  expect((await (await service.user()).get('/v2/contacts')).status).toBe(200);
});

test("limits requests without a valid key per address, and shows them no user's numbers", async () => {
  const left = async (headers: Record<string, string>) => {
    const answer = await nobody.get('/v2/contacts', { headers });
    expect(answer.status).toBe(401);
    expectLimitHeaders(answer);
    return Number(answer.headers.get('RateLimit-Remaining'));
  };
  const first = await left({});
  expect(await left({ authorization: 'Bearer kith_guess' })).toBe(first - 1);
  expect(await left({ authorization: 'Bearer kith_another' })).toBe(first - 2);
});

test('announces a deprecated operation in every response, and says where to look after an internal error', async () => {
  const folder = temporaryFolder();
  const { store, secret } = openData(folder.path, undefined);
  const caller = { user: await localUser(store), permissions: 'write' as const };
  const old: Operation = {
    name: 'old_hello',
    summary: 'Say hello',
    description: 'Says hello, as it did long ago.',
    method: 'GET',
    path: '/v2/old',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ hello: z.string() }),
    deprecated: { since: 1_780_000_000, sunset: 1_820_000_000, replacement: 'list_contacts' },
  };
  const faults: string[] = [];
  const routes: Route[] = [
    ...allRoutes(),
    { operation: old, handler: async () => ({ hello: 'you' }) },
    {
      operation: { ...old, name: 'broken', path: '/v2/broken' },
      handler: async () => Promise.reject(new Error('secret inside')),
    },
  ];
  const { fetch } = createService(
    { store, secret, version: '0', authenticate: async () => caller, onFault: (requestId) => faults.push(requestId) },
    routes,
  );
  const at = (path: string) => fetch(new Request(`http://kith.local${path}`));

  const answer = await at('/v2/old');
  expect(answer.headers.get('Deprecation')).toBe('@1780000000');
  expect(answer.headers.get('Sunset')).toBe(new Date(1_820_000_000_000).toUTCString());
  expect(answer.headers.get('Link')).toBe('</v2/contacts>; rel="successor-version"');
  expect((await at('/v2/contacts')).headers.has('Deprecation')).toBe(false);
  const api = (await (await at('/openapi.json')).json()) as {
    paths: Record<string, { get: { deprecated?: boolean } }>;
  };
  expect(api.paths['/v2/old']!.get.deprecated).toBe(true);
  expect(api.paths['/v2/contacts']!.get.deprecated).toBeUndefined();

  const fault = await at('/v2/broken');
  const { error } = (await fault.json()) as { error: { code: string; message: string } };
  expect(fault.status).toBe(500);
  expect(fault.headers.get('Deprecation')).toBe('@1780000000');
  expect(error.code).toBe('InternalServerError');
  expect(error.message).toContain(fault.headers.get('X-Request-Id'));
  expect(error.message).not.toContain('secret');
  expect(faults).toEqual([fault.headers.get('X-Request-Id')]);
  expect(fault.headers.get('RateLimit-Limit')).toBe('1000000000');
  await store.close();
  folder.remove();
});
