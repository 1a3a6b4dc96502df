import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { asOwner } from '../support/as-owner.ts';
import { deviceAt } from '../support/dav-device.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json } from '../support/people.ts';
import { apiAt, type User } from '../support/service.ts';

// API keys and app passwords, as their operations list, create and revoke them.

const { service, database, ada } = await serviceForFile();

const owner = <T>(user: User, work: (client: Client) => Promise<T>) => asOwner(service, user, work);
const createKey = (user: User, name: string, more: { scope?: 'read'; expires_at?: string } = {}) =>
  owner(user, async (client) => (await client.call('create_api_key', { name, scope: 'write', ...more })).data);
const keysOf = async (user: User): Promise<Json[]> => dataOf(await user.get('/v2/api-keys')).api_keys;
const namesOf = async (user: User) => (await keysOf(user)).map(({ name }) => name);

describe('an API key', () => {
  test('is listed without its secret, and refused once it is revoked', async () => {
    const user = await service.user();
    const expires_at = '2031-01-02T03:04:05.678Z';
    const { api_key, secret } = await createKey(user, 'report', { scope: 'read', expires_at });
    const report = { name: 'report', scope: 'read', created_at: expect.any(String), expires_at, last_used_at: null };
    expect(api_key).toEqual(report);
    const listed = await keysOf(user);
    expect(listed).toEqual([expect.objectContaining({ name: 'default', scope: 'write' }), report]);
    expect(JSON.stringify(listed)).not.toContain(secret);
    const api = apiAt(service.baseUrl, secret);
    expect((await api.post('/v2/api-keys/revoke', { name: 'default' })).status).toBe(403);
    const revoked = await user.post('/v2/api-keys/revoke', { name: 'report' });
    expect(dataOf(revoked).api_key).toMatchObject({ name: 'report' });
    expect((await api.get('/v2/users/me')).status).toBe(401);
    expect(await namesOf(user)).toEqual(['default']);
  });

  test('may revoke itself', async () => {
    const user = await service.user();
    const api = apiAt(service.baseUrl, (await createKey(user, 'script')).secret);
    expect((await api.post('/v2/api-keys/revoke', { name: 'script' })).status).toBe(200);
    expect((await api.get('/v2/users/me')).status).toBe(401);
  });

  test('is neither shown to another user nor revoked by one', async () => {
    const [user, eve] = [await service.user(), await service.user()];
    await createKey(user, 'private');
    expect(await namesOf(eve)).toEqual(['default']);
    expect((await eve.post('/v2/api-keys/revoke', { name: 'private' })).status).toBe(404);
    expect(await namesOf(user)).toEqual(['default', 'private']);
  });

  test('has a name that no other key or device of the user has', async () => {
    const user = await service.user();
    await createKey(user, 'laptop');
    await expect(createKey(user, 'laptop')).rejects.toMatchObject({ status: 409 });
    const device = owner(user, (client) => client.call('create_device', { name: 'laptop', scope: 'read' }));
    await expect(device).rejects.toMatchObject({ status: 409 });
    await expect(createKey(user, ' ')).rejects.toMatchObject({ status: 400 });
    await expect(createKey(user, 'late', { expires_at: '2020-01-01T00:00:00.000Z' })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('is one of at most 200 keys and devices', async () => {
    const user = await service.user();
    await owner(user, async (client) => {
      for (let count = 1; count < 200; count++)
        await client.call('create_api_key', { name: `key ${count}`, scope: 'read' });
    });
    await expect(createKey(user, 'one more')).rejects.toMatchObject({ status: 409 });
    expect(await keysOf(user)).toHaveLength(200);
  });

  test('is returned again to a repeated request for a minute, and not later', async () => {
    const user = await service.user();
    const options = { idempotencyKey: randomUUID() };
    const create = () =>
      owner(user, async (client) => client.call('create_api_key', { name: 'once', scope: 'write' }, options));
    const [first, second] = [await create(), await create()];
    expect([second.replayed, second.data.secret]).toEqual([true, first.data.secret]);
    const [row] = database.all('select created_at from idempotency_records where user_id = ?', user.id);
    const before = new Date(Date.parse(String(row!.created_at)) - 61_000).toISOString();
    database.all('update idempotency_records set created_at = ? where user_id = ?', before, user.id);
    await expect(create()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('already has a key named once'),
    });
  });
});

test('the default key is shown to the owner, and refused once it is replaced', async () => {
  const user = await service.user();
  const shown = await owner(user, async (client) => (await client.call('show_default_api_key', {})).data.secret);
  expect(shown).toBe(user.apiKey);
  const renew = (client: Client) => client.call('renew_default_api_key', { scope: 'read' });
  const { secret } = (await owner(user, renew)).data;
  expect((await user.get('/v2/users/me')).status).toBe(401);
  const api = apiAt(service.baseUrl, secret);
  expect((await api.get('/v2/users/me')).status).toBe(200);
  expect((await api.post('/v2/api-keys/revoke', { name: 'default' })).status).toBe(403);
});

test('a device is listed apart from API keys, and refused once it is removed', async () => {
  const user = await service.user();
  const add = (client: Client) => client.call('create_device', { name: 'iPhone', scope: 'write' });
  const { device, secret } = (await owner(user, add)).data;
  expect(device).toMatchObject({ name: 'iPhone', scope: 'write', expires_at: null });
  expect(dataOf(await user.get('/v2/devices')).devices).toEqual([device]);
  expect(await namesOf(user)).toEqual(['default']);
  expect(dataOf(await ada.get('/v2/devices')).devices).toEqual([]);
  const phone = deviceAt(service.baseUrl, user, secret);
  const statusOf = async () => (await phone.send('PROPFIND', phone.home, { headers: { depth: '0' } })).status;
  expect((await user.post('/v2/api-keys/revoke', { name: 'iPhone' })).status).toBe(404);
  expect((await ada.post('/v2/devices/revoke', { name: 'iPhone' })).status).toBe(404);
  expect(await statusOf()).toBe(207);
  expect(dataOf(await user.post('/v2/devices/revoke', { name: 'iPhone' })).device).toEqual(device);
  expect(await statusOf()).toBe(401);
  expect(dataOf(await user.get('/v2/devices')).devices).toEqual([]);
});
