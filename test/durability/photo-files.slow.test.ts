import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../support/database.ts';
import { engine } from '../support/engine.ts';
import { dataOf, getContact, makeContact } from '../support/people.ts';
import { addressOf, asData, getPhoto, idOf, picture } from '../support/pictures.ts';
import { rounds } from '../support/rounds.ts';
import { apiAt, kithWith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

// Photos once lay in files beside the data: they come into the database when it is opened.

test.runIf(engine === 'sqlite')(
  'a folder backed up by an older kith brings its photos in when it is restored',
  async () => {
    const folder = temporaryFolder();
    const old = await startService();
    const user = await old.user();
    const bytes = picture('Ann');
    const { id } = await makeContact(user, { full_name: 'Ann', image_url: asData(bytes, 'image/jpeg') });
    asOfOld(old, [bytes]);
    const [backup, restored] = [join(folder.path, 'backup'), join(folder.path, 'restored')];
    expect((await kithWith({}, old.dataDir, 'backup', backup)).stdout).toContain('and 1 photo of 1 user');
    await old.stop();
    await kithWith({}, restored, 'restore', backup);
    const there = await startService(restored);
    expect((await getContact(apiAt(there.baseUrl, user.apiKey), id)).image_url).toBe(addressOf(bytes));
    expect((await getPhoto(there.baseUrl, user, idOf(bytes))).bytes.equals(bytes)).toBe(true);
    expect(existsSync(join(restored, 'photos'))).toBe(false);
    await there.stop();
    folder.remove();
  },
);

/** Makes of an account what an older kith left: photos in files, and contacts that name them by a path of back then. */
function asOfOld(service: RunningService, pictures: Buffer[], missing: Buffer[] = []): string {
  const database = openDatabase(service.dataDir);
  const folder = join(service.dataDir, 'photos');
  mkdirSync(folder);
  for (const bytes of pictures) writeFileSync(join(folder, `${idOf(bytes)}.jpg`), bytes);
  for (const bytes of [...pictures, ...missing])
    for (const field of ['image_url', 'business_card_url'])
      database.all(
        `update contacts set ${field} = 'file:///where/it/lay/photos/${idOf(bytes)}.jpg' where ${field} = '${addressOf(bytes)}' and user_id <> ''`,
      );
  database.all(`delete from photos where user_id <> ''`);
  database.close();
  return folder;
}

const FEW = 60;

test(`photos in files come into the database when the data is opened, also after kill -9 in the midst of it`, async () => {
  const before = await startService();
  const [one, two] = [await before.user(), await before.user()];
  const pictures = Array.from({ length: FEW }, (_, index) => picture(`old ${index}`, 'image/jpeg', 5_000));
  const bodies = pictures.map((bytes, index) => ({ full_name: `Old ${index}`, image_url: asData(bytes) }));
  dataOf(await one.post('/v2/contacts/batch', { contacts: bodies }));
  const card = await makeContact(two, { full_name: 'Card', business_card_url: asData(pictures[0]!) });
  const gone = picture('gone');
  const lost = await makeContact(two, { full_name: 'Lost', image_url: asData(gone) });
  const folder = asOfOld(before, pictures, [gone]);
  const database = openDatabase(before.dataDir);
  expect((await getContact(one, dataOf(await one.get('/v2/contacts?take=1')).contacts[0].id)).image_url).toMatch(
    /^file:/,
  );
  const deleted = dataOf(await one.get('/v2/contacts?searchQuery=old+7')).contacts[0];
  dataOf(await one.call('DELETE', `/v2/contacts/${deleted.id}`));
  // What nobody names is nobody's to bring over; nor is what is no picture.
  writeFileSync(join(folder, `${'0'.repeat(64)}.png`), picture('of nobody'));
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  for (let round = 0; round < rounds(3); round++) {
    const dying = await startService(before.dataDir);
    const asked = apiAt(dying.baseUrl, one.apiKey)
      .get('/v2/contacts?take=1')
      .catch(() => undefined);
    // The first request waits for the work; kill -9 comes when some of it is done.
    const done = () => Number(database.all(`select count(*) as n from photos where user_id = '${one.id}'`)[0]!.n);
    for (const wanted = round * 10; done() < wanted; ) await new Promise(setImmediate);
    dying.process.kill('SIGKILL');
    await Promise.all([asked, once(dying.process, 'exit')]);
  }
  // As after a start that died before it removed a file that is in.
  writeFileSync(join(folder, `${idOf(pictures[0]!)}.jpg`), pictures[0]!);
  const after = await startService(before.dataDir);
  const there = apiAt(after.baseUrl, one.apiKey);
  dataOf(await there.get('/v2/users/me'));
  await kithWith({ KITH_USER: one.email }, before.dataDir, 'bin', 'restore', deleted.id);
  const { contacts } = dataOf(await there.get(`/v2/contacts?take=${FEW}`));
  expect(contacts).toHaveLength(FEW);
  for (const { full_name, image_url } of contacts) {
    const bytes = pictures[Number(full_name.slice(4))]!;
    expect(image_url).toBe(addressOf(bytes));
    expect((await getPhoto(after.baseUrl, one, idOf(bytes))).bytes.equals(bytes)).toBe(true);
  }
  const twos = apiAt(after.baseUrl, two.apiKey);
  expect((await getContact(twos, card.id)).business_card_url).toBe(addressOf(pictures[0]!));
  expect((await getContact(twos, lost.id)).image_url).toBe(`file:///where/it/lay/photos/${idOf(gone)}.jpg`);
  expect((await getPhoto(after.baseUrl, two, idOf(pictures[1]!))).status).toBe(404);
  expect(readdirSync(folder).sort()).toEqual([`${'0'.repeat(64)}.png`, 'notes.txt']);
  const { stdout } = await kithWith({ KITH_USER: two.email }, before.dataDir, 'doctor');
  expect(stdout).toContain('the photos of 1 contact are missing: Lost.');
  database.close();
  await after.stop();
  await before.stop();
});
