import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SyncedBooks, startBookSync } from '../support/book-sync.ts';
import { fieldsOf } from '../support/book-sync-model.ts';
import { picture } from '../support/pictures.ts';
import { findRadicale, type Radicale, startRadicale } from '../support/radicale.ts';

const modules = findRadicale();

const card = (uid: string, name: string, ...more: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${name}`, `N:${name};;;;`, ...more, 'END:VCARD', ''].join('\r\n');

describe.skipIf(modules === undefined)('a real server, Radicale', () => {
  let radicale: Radicale;
  let kith: SyncedBooks;
  beforeAll(async () => {
    radicale = await startRadicale(modules!);
    kith = await startBookSync();
    await radicale.makeBook('friends', 'Friends');
  });
  afterAll(async () => {
    await radicale.stop();
    await kith.close();
  });

  const titles = async () => (await kith.people()).map(({ fields }) => fields.full_name).sort();
  const there = async (name: string) => (await radicale.cards('friends')).get(name)!;
  let book: string;

  test('exchanges people both ways, with pictures and properties that kith has no field for', async () => {
    const photo = Buffer.from(picture('ann')).toString('base64');
    await radicale.putCard(
      'friends',
      'ann.vcf',
      card('ann', 'Ann', 'EMAIL;TYPE=work:ann@x.example', 'X-STRANGE:kept', `PHOTO;ENCODING=b;TYPE=JPEG:${photo}`),
    );
    await radicale.putCard('friends', 'group.vcf', card('group', 'Team', 'X-ADDRESSBOOKSERVER-KIND:group'));
    await kith.put('11111111-1111-4111-8111-111111111111.vcf', fieldsOf({ full_name: 'Bob', first_name: 'Bob' }));
    book = await kith.connect(radicale.url, radicale.user, radicale.password);
    const dry = await kith.sync(book, { dryRun: true });
    expect(await titles()).toEqual(['Bob']);
    const report = await kith.sync(book);
    expect(report).toMatchObject({ here: { created: 1 }, there: { created: 1, changed: 0 }, told: [], groups: 1 });
    expect(dry).toEqual(report);
    expect(await titles()).toEqual(['Ann', 'Bob']);
    const ann = (await kith.people()).find(({ fields }) => fields.full_name === 'Ann')!;
    expect(Buffer.from(ann.photo!).equals(picture('ann'))).toBe(true);
    expect((await radicale.cards('friends')).size).toBe(3);
    expect(await kith.sync(book)).toMatchObject({
      here: { created: 0, changed: 0 },
      there: { created: 0, changed: 0 },
    });
  });

  test('merges edits on both sides of a person, and keeps unknown properties', async () => {
    const ann = (await kith.people()).find(({ fields }) => fields.full_name === 'Ann')!;
    await kith.put(ann.name, { ...ann.fields, company: 'Ours' });
    expect(await kith.sync(book)).toMatchObject({ there: { changed: 1 }, here: { changed: 0 } });
    expect(await there('ann.vcf')).toMatch(/ORG:Ours[\s\S]*/);
    expect(await there('ann.vcf')).toContain('X-STRANGE:kept');
    expect(await there('ann.vcf')).toContain('PHOTO');
    await radicale.putCard(
      'friends',
      'ann.vcf',
      (await there('ann.vcf')).replace('ORG:Ours', 'ORG:Ours\r\nTITLE:Boss'),
    );
    const now = (await kith.people()).find(({ fields }) => fields.full_name === 'Ann')!;
    await kith.put(now.name, { ...now.fields, phones: [{ value: '+12025550101' }] });
    expect(await kith.sync(book)).toMatchObject({ here: { changed: 1 }, there: { changed: 1 }, conflicts: 0 });
    expect((await kith.people()).find(({ name }) => name === ann.name)!.fields).toMatchObject({
      ...{ company: 'Ours', job_title: 'Boss', phones: [{ value: '+12025550101' }] },
    });
    expect(await there('ann.vcf')).toMatch(/TITLE:Boss/);
    expect(await kith.sync(book)).toMatchObject({ here: { changed: 0 }, there: { changed: 0 } });
  });

  test('passes deletions on, both ways', async () => {
    await radicale.deleteCard('friends', 'ann.vcf');
    await kith.delete('11111111-1111-4111-8111-111111111111.vcf');
    expect(await kith.sync(book)).toMatchObject({ here: { removed: 1 }, there: { removed: 1 } });
    expect(await titles()).toEqual([]);
    expect([...(await radicale.cards('friends')).keys()]).toEqual(['group.vcf']);
  });
});
