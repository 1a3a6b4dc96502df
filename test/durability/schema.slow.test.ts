import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASELINE, currentVersion } from '../../src/store/migrate.ts';
import { rows, withDatabase } from '../support/data-folder.ts';
import { initialize, startJsonRpc } from '../support/json-rpc.ts';
import { CLI, kith, temporaryFolder } from '../support/service.ts';

// Data from a newer kith or an older development build is rejected and not changed.

const folder = temporaryFolder();
const current = currentVersion();
const NEWER = current + 1;
const OLDER = BASELINE - 1;
beforeAll(async () => {
  await kith(folder.path, 'user', 'add', 'ada@example.com');
  withDatabase(folder.path, (database) => {
    expect(rows(database, 'pragma user_version')).toEqual([{ user_version: current }]);
    // As a newer kith might store it, even in another journal mode.
    database.exec(`pragma journal_mode = delete; pragma user_version = ${NEWER}`);
  });
});
afterAll(() => folder.remove());

const digest = (name = 'kith.db') =>
  createHash('sha256')
    .update(readFileSync(join(folder.path, name)))
    .digest('hex');
const digests = () => readdirSync(folder.path).map((name) => [name, digest(name)]);
const REFUSAL = new RegExp(`schema version ${NEWER}.*Update kith`, 's');

describe.each([
  ['newer by one', NEWER, REFUSAL],
  ['of an older development build', OLDER, /schema version 26.*Export it with the version that wrote it/s],
])('data %s', (_, version, told) => {
  test.each([
    ['kith serve', ['serve', '--port', '0']],
    ['kith user add', ['user', 'add', 'eve@example.com']],
    ['kith call', ['call', 'count_contacts']],
    ['kith backup', ['backup', join(folder.path, 'copy')]],
  ])('is rejected by %s', async (_, args) => {
    withDatabase(folder.path, (database) => database.exec(`pragma user_version = ${version}`));
    const before = digests();
    const refusal = await kith(folder.path, ...args).catch((error) => error);
    expect(refusal).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(told) });
    expect(refusal.stderr).not.toMatch(/\n\s+at /);
    expect(digests()).toEqual(before);
  });
  afterAll(() => withDatabase(folder.path, (database) => database.exec(`pragma user_version = ${NEWER}`)));
});

test.each([
  ['of before there were any', 'drop table sqlite_stat1'],
  ['with those of an older kith', `update sqlite_stat1 set stat = '0' where idx is null`],
])('analyzes data %s once for the query planner', async (_, change) => {
  const statistics = () => withDatabase(folder.path, (database) => rows(database, 'select * from sqlite_stat1'));
  const asked = () => kith(folder.path, 'call', 'count_contacts');
  withDatabase(folder.path, (database) => database.exec(`pragma user_version = ${current}`));
  await asked();
  const told = statistics();
  withDatabase(folder.path, (database) => database.exec(change));
  await asked();
  expect(statistics()).toEqual(told);
  const before = digest();
  await asked();
  expect(digest()).toBe(before);
  withDatabase(folder.path, (database) => database.exec(`pragma user_version = ${NEWER}`));
});

test('keeps reading but stops writing while a newer kith updates the data', async () => {
  const version = (to: unknown) =>
    withDatabase(folder.path, (database) => database.exec(`pragma user_version = ${to}`));
  version(current);
  const server = startJsonRpc([process.execPath, CLI], { KITH_DATA_DIR: folder.path });
  await initialize(server);
  const call = (name: string, args: object) => server.request('tools/call', { name, arguments: args });
  expect(await call('count_contacts', {})).toMatchObject({ structuredContent: { count: 0 } });
  version(NEWER);
  const told = await call('create_contact', { full_name: 'Ada Lovelace' });
  expect(told).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(REFUSAL) }] });
  expect(await call('count_contacts', {})).toMatchObject({ structuredContent: { count: 0 } });
  server.child.stdin.end();
  await server.exited;
});

test('explains the update to an assistant, and keeps kith running until after it', async () => {
  const before = digest();
  const server = startJsonRpc([process.execPath, CLI], { KITH_DATA_DIR: folder.path });
  await initialize(server);
  const call = () => server.request('tools/call', { name: 'count_contacts', arguments: {} });
  const told = await call();
  expect(told).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(REFUSAL) }] });
  expect(digest()).toBe(before);

  withDatabase(folder.path, (database) => database.exec(`pragma user_version = ${current}`));
  expect(await call()).toMatchObject({ structuredContent: { count: 0 } });
  server.child.stdin.end();
  expect(await server.exited).toEqual({ code: 0, signal: null });
});
