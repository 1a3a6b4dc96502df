import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { openDatabase } from '../support/database.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { addressOf, asData, getPhoto, idOf, picture } from '../support/pictures.ts';
import { apiAt, kithWith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';
import { testOnce } from '../support/test-once.ts';

// Photos move with their people: to another folder, another installation, another service, and back.

const PEOPLE = ['Ann', 'Bob', 'Cleo'];
const pictureOf = (name: string) => picture(name, 'image/jpeg', 20_000);

let service: RunningService;
let ada: User;
beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  for (const name of PEOPLE)
    await makeContact(ada, { full_name: name, image_url: asData(pictureOf(name), 'image/jpeg') });
});
afterAll(() => service.stop());

const run = (user: User, ...args: string[]) => kithWith({ KITH_USER: user.email }, service.dataDir, ...args);
const atService = (user: User) => ({ KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey });
const file = (name: string) => join(service.dataDir, name);

/** Every picture exists for this user, byte by byte. */
async function expectPictures(user: Pick<User, 'apiKey'>, baseUrl = service.baseUrl): Promise<void> {
  const { contacts } = dataOf(await apiAt(baseUrl, user.apiKey).get('/v2/contacts'));
  expect(contacts.map(({ full_name }: Json) => full_name).sort()).toEqual(PEOPLE);
  for (const { full_name, image_url } of contacts) {
    expect(image_url).toBe(addressOf(pictureOf(full_name)));
    const { status, bytes } = await getPhoto(baseUrl, user, image_url.slice('kith://photos/'.length));
    expect([status, bytes.equals(pictureOf(full_name))]).toEqual([200, true]);
  }
}

testOnce(
  'exports vCards with pictures, which are identical when imported elsewhere, and change nothing the second time',
  async () => {
    await run(ada, 'export', file('all.vcf'));
    const { records } = readContacts(readFileSync(file('all.vcf')));
    const held = records.map(({ contact, photo }) => [
      contact.full_name,
      Buffer.from(photo!.bytes).equals(pictureOf(contact.full_name!)),
    ]);
    expect(held.sort()).toEqual(PEOPLE.map((name) => [name, true]));
    for (const way of ['here', 'remote']) {
      const user = await service.user();
      const into = () =>
        way === 'here'
          ? run(user, 'import', file('all.vcf'), '--json')
          : kithWith(atService(user), service.dataDir, 'import', file('all.vcf'), '--json');
      expect(JSON.parse((await into()).stdout)).toMatchObject([
        { created: 3, failed: 0, rows: [{ warnings: [] }, {}, {}] },
      ]);
      await expectPictures(user);
      expect(JSON.parse((await into()).stdout)).toMatchObject([{ created: 0, updated: 0, skipped: 3 }]);
    }
  },
);

testOnce('exports and counts pictures in JSON, and imports them with and without the API', async () => {
  await run(ada, 'export', file('all.json'));
  const { photos } = JSON.parse(readFileSync(file('all.json'), 'utf8'));
  expect(photos.map(({ id, picture }: Json) => [id, picture]).sort()).toEqual(
    PEOPLE.map(pictureOf)
      .map((bytes) => [idOf(bytes), asData(bytes, 'image/jpeg')])
      .sort(),
  );
  const [here, there] = [await service.user(), await service.user()];
  const { stdout } = await run(here, 'import', file('all.json'));
  expect(stdout).toMatch(/photos: 3 created/);
  expect(stdout).toMatch(/, 0 left out/);
  await expectPictures(here);
  expect((await run(here, 'import', file('all.json'))).stdout).toContain('0 created, 0 completed');
  await kithWith(atService(there), service.dataDir, 'import', file('all.json'));
  await expectPictures(there);
  // The export there equals the import.
  await run(here, 'export', file('again.json'));
  const again = JSON.parse(readFileSync(file('again.json'), 'utf8'));
  expect(again.photos).toEqual(photos);
});

testOnce("an export includes a remote service's photos", async () => {
  await kithWith(atService(ada), service.dataDir, 'export', file('remote.json'));
  expect(JSON.parse(readFileSync(file('remote.json'), 'utf8')).photos).toHaveLength(3);
  await kithWith(atService(ada), service.dataDir, 'export', file('remote.vcf'));
  expect(readFileSync(file('remote.vcf'), 'utf8').match(/PHOTO:data:image\/jpeg;base64,/g)).toHaveLength(3);
});

testOnce('drops and reports a photo in an archive that does not match its id', async () => {
  const user = await service.user();
  const [good, bad] = [picture('good'), picture('bad')];
  const created_at = '2026-01-01T00:00:00.000Z';
  const photos = [
    { id: idOf(good), picture: asData(good), created_at },
    { id: idOf(bad), picture: asData(good), created_at },
    { id: idOf(Buffer.from('<html>')), picture: asData(Buffer.from('<html>')), created_at },
  ];
  writeFileSync(file('odd.json'), JSON.stringify({ format: 'kith archive', version: 1, photos }));
  const { stdout } = await run(user, 'import', file('odd.json'), '--json').catch((error) => error);
  const [{ tables, problems }] = JSON.parse(stdout);
  expect(tables.photos).toMatchObject({ added: 1, leftOut: 2 });
  expect(problems.map(({ reason }: Json) => reason)).toEqual([
    expect.stringContaining('is not a JPEG'),
    expect.stringContaining('picture does not match its id'),
  ]);
});

test('doctor counts photos and names people whose photos are missing', async () => {
  const user = await service.user();
  await makeContact(user, { full_name: 'Whole', image_url: asData(pictureOf('Ann')) });
  const asked = async (): Promise<string> => (await run(user, 'doctor')).stdout;
  expect(await asked()).toContain('The data contains 1 photo, 0.0 MB.');
  await makeContact(user, { full_name: 'Lost', image_url: asData(pictureOf('lost')) });
  const database = openDatabase(service.dataDir);
  database.all(`delete from photos where user_id = '${user.id}' and id = '${idOf(pictureOf('lost'))}'`);
  database.close();
  expect(await asked()).toContain('the photos of 1 contact are missing: Lost.');
});

testOnce('keeps them in a moved folder, and in a backup restored elsewhere', async () => {
  const folder = temporaryFolder();
  const [first, moved, restored] = ['first', 'moved', 'restored'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await kithWith({}, first, 'import', file('all.vcf'));
  renameSync(first, moved);
  await kithWith({}, moved, 'export', file('moved.vcf'));
  expect(readFileSync(file('moved.vcf'), 'utf8')).toBe((await kithWith({}, moved, 'export', '--format', 'vcf')).stdout);
  const backup = join(folder.path, 'backup');
  expect((await kithWith({}, moved, 'backup', backup)).stdout).toContain('and 3 photos of 1 user');
  await kithWith({}, restored, 'restore', backup);
  await kithWith({}, restored, 'export', file('restored.vcf'));
  for (const name of ['moved.vcf', 'restored.vcf']) {
    const { records } = readContacts(readFileSync(file(name)));
    expect(
      records.map(({ contact, photo }) => Buffer.from(photo!.bytes).equals(pictureOf(contact.full_name!))),
    ).toEqual([true, true, true]);
  }
  folder.remove();
});
