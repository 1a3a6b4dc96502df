import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadEngine } from '../../src/store/engine.ts';
import { BASELINE, currentVersion } from '../../src/store/migrate.ts';
import { atTerminal, hasTerminal } from '../support/at-terminal.ts';
import { cardsIn, leaveCards, withDevices } from '../support/cards.ts';
import { withDatabase } from '../support/data-folder.ts';
import { engine } from '../support/engine.ts';
import { dataOf, getContact, makeContact } from '../support/people.ts';
import { apiAt, kith, startService, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
const file = join(folder.path, 'kith.backup');
afterAll(() => folder.remove());

const failing = (dataDir: string, ...args: string[]) =>
  kith(dataDir, ...args).then(
    () => expect.unreachable('should have failed'),
    (error: { code: number; stderr: string }) => error,
  );

test.runIf(engine === 'postgres')('on PostgreSQL it says what to use', async () => {
  const { code, stderr } = await failing(folder.path, 'backup', file);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/pg_dump .*KITH_SECRET/)]);
  expect((await failing(folder.path, 'restore', file)).stderr).toContain('pg_restore');
});

test.runIf(engine === 'sqlite')(
  'a copy made while kith serves brings everything back, keys and merges too',
  async () => {
    const service = await startService();
    const ada = await service.user();
    const [ann, anna] = [await makeContact(ada, { full_name: 'Ann' }), await makeContact(ada, { full_name: 'Anna' })];
    dataOf(await ada.post('/v2/contacts/merge', { contactIds: [[ann.id, anna.id]] }));
    const { stdout } = await kith(service.dataDir, 'backup', file);
    expect(stdout).toMatch(/: 1 contact, 0 notes and 0 photos of 1 user, .* Opened and checked\.\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const since = await makeContact(ada, { full_name: 'Since' });
    expect((await failing(service.dataDir, 'restore', file)).stderr).toContain('in use by another kith');
    expect((await getContact(ada, since.id)).full_name).toBe('Since');

    const elsewhere = temporaryFolder();
    // The target already has other data, with its own secret.
    await kith(elsewhere.path, 'user', 'add', 'bob@example.com');
    const restored = await kith(elsewhere.path, 'restore', file);
    expect(restored.stdout).toContain('The previous data is in');
    expect(readdirSync(elsewhere.path).filter((name) => name.includes('before-restore'))).toHaveLength(2);
    const again = await startService(elsewhere.path);
    const adaThere = apiAt(again.baseUrl, ada.apiKey);
    expect((await adaThere.get(`/v2/contacts/${since.id}`)).status).toBe(404);
    expect(dataOf(await adaThere.post(`/v2/contacts/${ann.id}/undo-merge`)).contacts).toHaveLength(2);
    expect(dataOf(await adaThere.get('/v2/contacts?searchQuery=%22anna%22')).contacts).toHaveLength(1);
    await again.stop();
    elsewhere.remove();
    await service.stop();
  },
);

test.runIf(engine === 'sqlite')('what devices said is in it, and after it is put back they begin anew', async () => {
  const service = await startService();
  const ada = await service.user();
  const inPlace = <T>(work: Parameters<typeof withDevices<T>>[2]) => withDevices(service.dataDir, ada.id, work);
  const [before, state] = await inPlace(async (devices) => {
    await leaveCards(devices);
    return [await cardsIn(devices('phone')), await devices('phone').state()] as const;
  });
  const saved = join(folder.path, 'cards.backup');
  await kith(service.dataDir, 'backup', saved);
  await makeContact(ada, { full_name: 'Since' });
  const known = await inPlace((devices) => devices('phone').state());
  expect(known).toBeGreaterThan(state);
  await service.stop();
  await kith(service.dataDir, 'restore', saved);
  await inPlace(async (devices) => {
    const phone = devices('phone');
    expect(await cardsIn(phone)).toEqual(before);
    // For numbers that the backup does not know, and for those it assigned itself.
    for (const after of [known, state]) expect(await phone.changes(after, 10)).toBeUndefined();
    const { changed, upTo } = (await phone.changes(0, 10))!;
    expect(changed.map(({ name }) => name).sort()).toEqual(before.map(({ name }) => name));
    expect(upTo).toBeGreaterThan(known);
    expect(await phone.changes(upTo, 10)).toMatchObject({ changed: [], gone: [] });
  });
});

test.runIf(engine === 'sqlite' && hasTerminal)(
  'refuses to write to a terminal before it creates anything',
  async () => {
    const { path, remove } = temporaryFolder();
    await kith(path, 'user', 'add', 'ada@example.com');
    const before = readdirSync(path);
    const said = (() => {
      try {
        return atTerminal('backup -', { KITH_DATA_DIR: path });
      } catch (error) {
        return String((error as { stdout: string }).stdout);
      }
    })();
    expect(said.replaceAll('\r', '')).toBe(
      'kith: Refusing to write binary data to a terminal.\nName a file, or use a pipe.\n',
    );
    expect(readdirSync(path)).toEqual(before);
    remove();
  },
);

test.runIf(engine === 'sqlite')('rejects damaged files and other files, and leaves the data unchanged', async () => {
  const { path, remove } = temporaryFolder();
  await kith(path, 'user', 'add', 'ada@example.com');
  const good = join(folder.path, 'good.backup');
  await kith(path, 'backup', good);
  const bytes = readFileSync(good);
  const broken = join(folder.path, 'broken.backup');
  writeFileSync(broken, Buffer.concat([bytes.subarray(0, 8_192), Buffer.alloc(8_192, 7), bytes.subarray(16_384)]));
  writeFileSync(join(folder.path, 'text.backup'), 'not a database, but long enough to look like something'.repeat(20));
  for (const name of ['broken.backup', 'text.backup', 'missing.backup']) {
    const { code, stderr } = await failing(path, 'restore', join(folder.path, name));
    expect([name, stderr]).toEqual([name, expect.stringMatching(/is damaged|is not a kith backup|File not found/)]);
    expect(code).toBeGreaterThan(0);
  }
  expect((await kith(path, 'key', 'show', 'ada@example.com')).stdout).toContain('kith_');
  expect(readdirSync(path).filter((name) => /part|before/.test(name))).toEqual([]);
  remove();
});

describe.runIf(engine === 'sqlite')('a schema', () => {
  const source = temporaryFolder();
  const good = join(source.path, 'good.backup');
  beforeAll(async () => {
    await kith(source.path, 'user', 'add', 'ada@example.com');
    await kith(source.path, 'backup', good);
  });
  afterAll(() => source.remove());

  const changed = (change: string | [table: string, from: string, to: string]) => {
    const file = join(source.path, 'changed.backup');
    copyFileSync(good, file);
    if (typeof change === 'string') {
      const database = new (loadEngine())(file);
      database.exec(change);
      database.close();
      return file;
    }
    // SQLite does not allow writes to its schema, so this changes the file's bytes, including old copies of a page.
    const [table, from, to] = change;
    const bytes = readFileSync(file);
    const start = `CREATE TABLE ${table}`;
    for (let at = bytes.indexOf(start); at !== -1; at = bytes.indexOf(start, at + 1))
      bytes.write(to, bytes.indexOf(from, at));
    writeFileSync(file, bytes);
    return file;
  };

  test.each<[string, Parameters<typeof changed>[0], string]>([
    ['a trigger', 'create trigger spy after insert on contacts begin select 1; end', 'contains the trigger "spy"'],
    ['a view', 'create view spy as select 1', 'contains the view "spy"'],
    ['a table', 'create table spy (a)', 'contains the table "spy"'],
    ['an index', 'create index spy on contacts (lower(id))', 'contains the index "spy"'],
    ['a virtual table', 'create virtual table spy using fts5 (a)', 'contains the table "spy"'],
    ['statistics', ['sqlite_stat1', 'stat)', 'stab)'], 'contains the table "sqlite_stat1"'],
    [
      'a generated column',
      "alter table contacts add column spy text generated always as (lower('a'))",
      `The backup's table "contacts"`,
    ],
    ['a check', ['users', 'text not null', 'text check(1)'], `The backup's table "users"`],
    ['a default', ['users', 'text not null', 'int default 1'], `The backup's table "users"`],
    ['fewer indexes', 'drop index contacts_updated', 'The index "contacts_updated" is missing'],
  ])('with %s not made by kith is rejected, and the data is unchanged', async (_, sql, told) => {
    const target = temporaryFolder();
    const { code, stderr } = await failing(target.path, 'restore', changed(sql));
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(readdirSync(target.path)).toEqual([]);
    target.remove();
  });

  test("with a trigger of the user's makes kith backup fail, because the backup could not be restored", async () => {
    const own = temporaryFolder();
    await kith(own.path, 'user', 'add', 'ada@example.com');
    withDatabase(own.path, (database) =>
      database.exec('create trigger mine after insert on contacts begin select 1; end'),
    );
    const { code, stderr } = await failing(own.path, 'backup', join(own.path, 'b'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('The backup contains the trigger "mine"')]);
    own.remove();
  });

  test.each([
    ['a newer kith', currentVersion() + 1, 'Update kith'],
    ['an older development build', BASELINE - 1, 'Export it with the version that wrote it'],
  ])('with %s is rejected, and the data is unchanged', async (_, version, told) => {
    const target = temporaryFolder();
    const { code, stderr } = await failing(target.path, 'restore', changed(`pragma user_version = ${version}`));
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(readdirSync(target.path)).toEqual([]);
    target.remove();
  });
});
