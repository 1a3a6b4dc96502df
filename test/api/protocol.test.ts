import { randomUUID } from 'node:crypto';
import { Agent, fetch, type Response } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { expectError } from '../support/errors.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, type Json } from '../support/people.ts';
import { sampleRequest, send, successOf, supportsDryRun, toQuery } from '../support/samples.ts';
import { kith } from '../support/service.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

const MIB = 1024 * 1024;

const { service, database, ada } = await serviceForFile();
let world: World;
beforeAll(async () => {
  world = await makeWorld(ada, 'countess');
});

const operations = apiNames.map(operationNamed);
const paths = [...new Set(operations.map(({ path }) => path))];
const concrete = (path: string) => path.replace(/\{\w+\}/g, () => randomUUID());
type Body = string | Uint8Array | ReadableStream;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * An exact request on a separate connection, because a connection refused before the body was read may be closed
 * afterwards.
 */
function sendBare(method: string, path: string, headers: Record<string, string>, body?: Body): Promise<Response> {
  return fetch(service.baseUrl + path, {
    method,
    headers,
    dispatcher: new Agent(),
    ...(body && { body, duplex: 'half' }),
  });
}

const withKey = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${ada.apiKey}`,
  'idempotency-key': randomUUID(),
  ...headers,
});

describe('paths and methods', () => {
  test('GET /v1 returns plain text to anyone', async () => {
    for (const path of ['/v1', '/v1/']) {
      const response = await sendBare('GET', path, { authorization: 'Bearer nonsense' });
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain']);
      expect(await response.text()).not.toBe('');
    }
  });

  test('an unknown path is 404', async () => {
    for (const path of [
      '/',
      '/v2',
      '/v3/contacts',
      '/v2/contact',
      '/v2/contacts/a/b',
      '//v2/contacts',
      '/v2/Contacts',
    ]) {
      expectError(await ada.get(path), 404, 'NotFound');
    }
  });

  test.each(paths)('%s returns 405 with Allow to other methods', async (path) => {
    const allowed = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    for (const method of METHODS.filter((one) => !allowed.includes(one as 'GET'))) {
      const answer = await ada.call(method, concrete(path));
      expectError(answer, 405, 'MethodNotAllowed');
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
    }
  });

  test('an operation under GET only reads', () => {
    for (const { name, method, effect } of operations.filter((one) => one.method === 'GET'))
      expect([name, method, effect]).toEqual([name, 'GET', 'read']);
  });

  test('the description accepts only GET', async () => {
    const answer = await ada.post('/openapi.json');
    expectError(answer, 405, 'MethodNotAllowed');
    expect(answer.headers.get('allow')).toBe('GET');
  });

  test.each(operations)('$name accepts a trailing slash', async (operation) => {
    const request = sampleRequest(operation, idsFrom(world, operation.name));
    const query = toQuery({ ...request.query, ...(supportsDryRun(operation) && { dryRun: true }) });
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => request.path[name]!);
    const answer = await ada.call(operation.method, `${path}/${query}`, request.body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation));
  });

  test('HEAD is GET without the body', async () => {
    const answer = await ada.call('HEAD', '/v2/contacts');
    expect([answer.status, answer.body]).toEqual([200, '']);
  });
});

describe('headers', () => {
  test('every response has its own request id, and forbids caching', async () => {
    const large = ' '.repeat(5 * MIB + 1);
    const responses = [
      await sendBare('GET', '/v1', {}),
      await sendBare('GET', '/openapi.json', {}),
      await sendBare('GET', '/v2/contacts', withKey()),
      await sendBare('GET', '/v2/contacts', {}),
      await sendBare('GET', '/nowhere', withKey()),
      await sendBare('PUT', '/v2/contacts', withKey()),
      await sendBare('POST', '/v2/contacts', withKey({ 'content-type': 'application/json' }), large),
      await sendBare('POST', '/v2/contacts', withKey({ 'content-type': 'text/plain' }), '{}'),
      await sendBare('POST', '/v2/contacts', withKey({ 'content-type': 'application/json' }), '{"starred":1}'),
      await sendBare('GET', `/v2/contacts/${randomUUID()}`, withKey()),
      await sendBare('GET', '/v2/contacts/%zz', withKey()),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 401, 404, 405, 413, 415, 400, 404, 400]);
    const ids = responses.map(({ headers }) => headers.get('x-request-id'));
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { url, headers } of responses) {
      if (!url.endsWith('/openapi.json')) expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('bodies', () => {
  const post = (body: Body, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    sendBare('POST', '/v2/contacts?dryRun=true', withKey(headers), body);

  test('accepts up to 5 MiB, and returns 413 for more', async () => {
    const padded = (size: number) => `{"full_name":"A"}${' '.repeat(size - 17)}`;
    expect((await post(padded(5 * MIB))).status).toBe(201);
    expect((await post(padded(5 * MIB + 1))).status).toBe(413);
    const stream = new Blob([padded(5 * MIB + 1)]).stream();
    expect((await post(stream)).status).toBe(413);
    expect((await post(padded(50))).status).toBe(201);
    // Refused during the upload: the response arrives, and the connection stays open.
    expect((await post(new Blob([padded(20 * MIB)]).stream())).status).toBe(413);
    expect((await post(padded(50))).status).toBe(201);
  });

  test('accepts only application/json, and returns 415 otherwise', async () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json ;x=y',
    ]) {
      expect([type, (await post('{}', { 'content-type': type })).status]).toEqual([type, 201]);
    }
    for (const type of [
      'text/plain',
      'application/jsonx',
      'application/merge-patch+json',
      'text/json',
      'multipart/form-data',
    ]) {
      const response = await post('{}', { 'content-type': type });
      expect([type, response.status]).toEqual([type, 415]);
      expect(((await response.json()) as Json).error.code).toBe('UnsupportedMediaType');
    }
    expect((await post(new TextEncoder().encode('{}'), {})).status).toBe(415);
  });

  test('returns 400 for anything but JSON in UTF-8', async () => {
    const bad: Body[] = [
      '{',
      '{"a":1,}',
      "{'a':1}",
      'full_name=A',
      '{"a":NaN}',
      '[1',
      '"\u0001"',
      '{} {}',
      Uint8Array.of(0x22, 0xff, 0x22),
    ];
    for (const body of bad) {
      const response = await post(body);
      expect([body, response.status]).toEqual([body, 400]);
      expect(Object.keys(((await response.json()) as Json).error.details.fields)).toEqual(['body']);
    }
    expect((await post('\ufeff{}')).status).toBe(201);
  });

  test('names a missing body', async () => {
    const answer = await ada.call('POST', '/v2/contacts');
    expect([answer.status, fieldsOf(answer)]).toEqual([400, { body: 'required' }]);
  });

  test('returns 400 for nesting that would exhaust the stack', async () => {
    const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
    for (const value of [nested('[', ']', 100_000), nested('{"a":', '}', 100_000).replace(':}', ':1}')]) {
      for (const body of [`{"linkedin_data":{"x":${value}}}`, value]) {
        const answer = await ada.post('/v2/contacts', body);
        expectError(answer, 400, 'BadRequest');
      }
    }
  });
});

describe('keys', () => {
  const authorized = (authorization: string) => sendBare('GET', '/v2/users/me', { authorization });

  test('a request without a valid key is 401, whatever else is wrong', async () => {
    const key = ada.apiKey;
    const wrong = [
      '',
      'Bearer',
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Basic ${key}`,
      key,
      `Bearer ${key} ${key}`,
      'Bearer kith_',
    ];
    for (const authorization of wrong) {
      const response = await authorized(authorization);
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(((await response.json()) as Json).error.code).toBe('Unauthorized');
    }
    expect((await authorized(`bearer ${key}`)).status).toBe(200);
    for (const operation of operations.filter((one) => !one.public)) {
      const response = await sendBare(operation.method, `${concrete(operation.path)}?surprise=1`, {});
      expect([operation.name, response.status]).toEqual([operation.name, 401]);
    }
  });

  test('a key identifies its user', async () => {
    expect(dataOf(await ada.get('/v2/users/me')).user).toMatchObject({
      id: ada.id,
      email: ada.email,
      plan: 'professional',
    });
  });

  test('a read key can read, and every write is 403', async () => {
    const bob = await service.user();
    const reader = await kith(service.dataDir, 'key', 'regenerate', bob.email, '--permissions', 'read', '--json');
    const headers = { authorization: `Bearer ${JSON.parse(reader.stdout).api_key}` };
    for (const operation of operations.filter((one) => !one.public)) {
      const answer = await send(bob, operation, sampleRequest(operation), { headers });
      expect([operation.name, answer.status === 403]).toEqual([operation.name, operation.effect !== 'read']);
      if (answer.status === 403) expect(answer.body.error.code).toBe('Forbidden');
    }
  });

  test('a regenerated key takes effect at the next request', async () => {
    const bob = await service.user();
    expect((await bob.get('/v2/users/me')).status).toBe(200);
    const shown = JSON.parse((await kith(service.dataDir, 'key', 'show', bob.email, '--json')).stdout);
    expect(shown).toMatchObject({ id: bob.id, api_key: bob.apiKey });
    const fresh = JSON.parse((await kith(service.dataDir, 'key', 'regenerate', bob.email, '--json')).stdout);
    expect(fresh.api_key).toMatch(/^kith_[\w-]{43}$/);
    expect((await bob.get('/v2/users/me')).status).toBe(401);
    expect((await authorized(`Bearer ${fresh.api_key}`)).status).toBe(200);
  });

  test('the free plan has no key and cannot create one', async () => {
    const email = `${randomUUID()}@example.com`;
    const made = await kith(service.dataDir, 'user', 'add', email, '--plan', 'free', '--json');
    expect(JSON.parse(made.stdout)).toMatchObject({ plan: 'free', api_key: null });
    await expect(kith(service.dataDir, 'key', 'regenerate', email)).rejects.toThrow(/professional/);
  });

  test('the database contains no key', async () => {
    expect(JSON.stringify(database.all('select * from api_keys'))).not.toContain(ada.apiKey);
  });
});

describe('the order of refusals', () => {
  test('is 401, 403, 413 and 415, 400, 404, 409', async () => {
    const bob = await service.user();
    const reader = await kith(service.dataDir, 'key', 'regenerate', bob.email, '--permissions', 'read', '--json');
    const readKey = { authorization: `Bearer ${JSON.parse(reader.stdout).api_key}` };
    const large = ' '.repeat(5 * MIB + 1);
    const unknown = `/v2/contacts/${randomUUID()}`;
    const status = async (path: string, headers: Record<string, string>, body: string) =>
      (await sendBare('PATCH', path, headers, body)).status;
    const json = { 'content-type': 'application/json' };
    expect(await status(unknown, { 'content-type': 'text/plain' }, large)).toBe(401);
    expect(await status(unknown, { ...readKey, 'content-type': 'text/plain' }, large)).toBe(403);
    expect(await status('/v2/contacts/nope', withKey({ ...json, 'idempotency-key': 'x' }), large)).toBe(413);
    expect(await status('/v2/contacts/nope', withKey({ 'content-type': 'text/plain' }), '{')).toBe(415);
    expect(await status(unknown, withKey(json), '{"starred":1}')).toBe(400);
    expect(await status(unknown, { ...withKey(json), 'idempotency-key': '' }, '{}')).toBe(400);
    expect(await status(unknown, withKey(json), '{"birthday":"--02-29","birthday_year":2023}')).toBe(400);
    expect(await status(unknown, withKey(json), '{"id":"x"}')).toBe(400);
    expect(await status(unknown, withKey(json), '{}')).toBe(404);
  });
});

describe('a dry run', () => {
  const writes = operations.filter((one) => supportsDryRun(one) && successOf(one) < 400);

  test.each(writes)('reports what $name would do and keeps nothing', async (operation) => {
    const request = sampleRequest(operation, idsFrom(world, operation.name));
    const before = database.rowsOf(ada.id);
    for (const key of [null, randomUUID()]) {
      const answer = await send(ada, operation, { ...request, query: { ...request.query, dryRun: true } }, { key });
      expect(answer.status, JSON.stringify(answer.body)).toBe(operation.status ?? 200);
      expect(Object.keys(answer.body).sort()).toEqual(
        operation.envelope === 'v1' ? ['data', 'dry_run', 'error'] : ['data', 'dry_run'],
      );
      expect(answer.body.dry_run).toBe(true);
      expect(database.rowsOf(ada.id)).toBe(before);
    }
  });

  test('returns the same as the write after it', async () => {
    const id = randomUUID();
    const timeless = ({ created_at, updated_at, contact_emails, ...contact }: Record<string, unknown>) => contact;
    const preview = await ada.post('/v2/contacts?dryRun=true', { id, full_name: 'A', starred: true });
    const done = await ada.post('/v2/contacts', { id, full_name: 'A', starred: true });
    expect(timeless(preview.body.data.contact)).toEqual(timeless(done.body.data.contact));
    expectError(await ada.post('/v2/contacts?dryRun=true', { id }), 409, 'Conflict');
    expectError(await ada.call('DELETE', `/v2/contacts/${randomUUID()}?dryRun=true`), 404, 'NotFound');
  });

  test('leaves its key free', async () => {
    const key = randomUUID();
    await ada.post('/v2/contacts?dryRun=true', { full_name: 'Preview' }, { key });
    const answer = await ada.post('/v2/contacts', { full_name: 'Real' }, { key });
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('is true or false, and nothing on a read', async () => {
    expect((await ada.post('/v2/contacts?dryRun=false', { full_name: 'A' })).body).not.toHaveProperty('dry_run');
    for (const value of ['1', 'yes', 'TRUE', '', 'true&dryRun=true', 'true&dryRun=false']) {
      const answer = await ada.post(`/v2/contacts?dryRun=${value}`, { full_name: 'A' });
      expect([value, answer.status, Object.keys(fieldsOf(answer))]).toEqual([value, 400, ['dryRun']]);
    }
    expect(fieldsOf(await ada.get('/v2/contacts?dryRun=true'))).toHaveProperty('dryRun');
    expect(fieldsOf(await ada.post('/v2/contacts/filter?dryRun=true'))).toHaveProperty('dryRun');
  });
});

describe('envelopes and description', () => {
  test('v1 returns error beside data, v2 only data', async () => {
    for (const operation of operations.filter((one) => one.envelope !== 'text' && successOf(one) < 400)) {
      const request = sampleRequest(operation, idsFrom(world, operation.name));
      const dry = supportsDryRun(operation);
      const answer = await send(ada, operation, {
        ...request,
        query: { ...request.query, ...(dry && { dryRun: true }) },
      });
      const expected = operation.envelope === 'v1' ? ['data', 'error'] : ['data'];
      expect(
        Object.keys(answer.body)
          .filter((name) => name !== 'dry_run')
          .sort(),
      ).toEqual(expected);
      if (operation.envelope === 'v1') expect(answer.body.error).toBe(false);
    }
  });

  test('v1 errors have the one error shape', async () => {
    expectError(await ada.get(`/v1/contacts/${randomUUID()}`), 404, 'NotFound');
  });

  test('the OpenAPI description needs no key and names every operation', async () => {
    const response = await sendBare('GET', '/openapi.json', {});
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'application/json']);
    const { openapi, paths: described } = (await response.json()) as Json;
    expect(openapi).toMatch(/^3\.1\./);
    const named = Object.values(described as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(named.sort()).toEqual([...apiNames, 'get_photo'].sort());
  });
});
