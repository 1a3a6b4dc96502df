import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { apiNames, isOfferedAt, operation, operationNames } from '../../src/contract/operations.ts';
import { pathNames } from '../../src/contract/schema/operation.ts';
import type { Caller } from '../../src/identity/users/caller.ts';
import { addUser, userById } from '../../src/identity/users/users.ts';
import { everyRoute } from '../../src/server/operations/handlers.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { createService } from '../../src/service/service.ts';
import { engineSettings, TEST_SECRET } from '../support/engine.ts';
import { sampleRequest } from '../support/samples.ts';
import { startService, temporaryFolder } from '../support/service.ts';

// Callers of operations that manage the account. Each area's own tests check the operations themselves.

const folder = temporaryFolder();
const { store, secret } = openData(folder.path, TEST_SECRET, (await engineSettings(folder.path)).KITH_DATABASE_URL);
const service = createService(
  { store, secret, version: 'test', authenticate: async () => undefined, onFault() {} },
  everyRoute(),
);
const { id } = await addUser(store, secret, { email: 'ada@example.com' });
const user = (await userById(store, id))!;
const served = await startService();
const ada = await served.user();
afterAll(async () => {
  await served.stop();
  await service.idle();
  await store.close();
  folder.remove();
});

const management = operationNames.map(operation).filter((one) => one.management);
const fresh = operationNames.map(operation).filter((one) => one.fresh);

/** The status of a call with a sample's arguments: 200 if it works, otherwise that of the error. */
async function statusFor(caller: Omit<Caller, 'user' | 'permissions'>, name: string, dryRun = false): Promise<number> {
  const called = operation(name as Parameters<typeof operation>[0]);
  const { path, query, body } = sampleRequest(called);
  const args = { ...path, ...query, ...(body as object) };
  const options = { idempotencyKey: dryRun ? undefined : randomUUID(), dryRun };
  return service.call({ user, permissions: 'write', ...caller }, called, args, options).then(
    () => 200,
    ({ status }) => status,
  );
}

const ALL_SCOPES = ['kith:read', 'kith:write', 'kith:delete', 'kith:agenda'] as const;

test.each(management)('$name is refused to a connected app, whatever its scopes', async ({ name }) => {
  expect(await statusFor({ scopes: ALL_SCOPES, host: { id: 'x', name: 'App' } }, name)).toBe(403);
});

describe.each(fresh)('$name', ({ name, method, path }) => {
  test('is refused to a key and to an old session', async () => {
    expect(await statusFor({ key: 'default' }, name)).toBe(403);
    expect(await statusFor({ session: { id: randomUUID(), isFresh: false } }, name)).toBe(403);
  });

  test('is allowed in a new session, and for the owner of the data folder', async () => {
    expect(await statusFor({ session: { id: randomUUID(), isFresh: true } }, name)).not.toBe(403);
    expect(await statusFor({ isOwner: true }, name)).not.toBe(403);
  });

  test('is not part of the REST API', async () => {
    const filled = path.replace(/\{\w+\}/g, randomUUID());
    const answer = await ada.call(method, filled, pathNames(path).length > 0 ? undefined : {});
    expect([404, 405]).toContain(answer.status);
  });
});

test('no management operation is a tool, and none that requires a recent sign-in is in the API', () => {
  expect(management.filter((one) => isOfferedAt(one, 'tool')).map(({ name }) => name)).toEqual([]);
  expect(fresh.filter(({ name }) => (apiNames as string[]).includes(name))).toEqual([]);
});

test.each(management.filter(({ effect }) => effect !== 'read'))('$name refuses a dry run', async ({ name }) => {
  expect(await statusFor({ isOwner: true }, name, true)).toBe(400);
});
