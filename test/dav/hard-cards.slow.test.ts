import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../src/identity/users/user-keys.ts';
import type { Db } from '../../src/store/store.ts';
import { withData } from '../support/browser.ts';
import { appPassword, cardOf, type DavDevice, deviceAt, deviceOf } from '../support/dav-device.ts';
import { getContact, patchContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Cases in which a phone could lose data or retry forever.

let service: RunningService;
let ada: User;
let device: DavDevice;
beforeAll(async () => {
  service = await startService(undefined, { KITH_DAV_RATE_LIMIT: '0' });
  ada = await service.user('ada@example.com');
  device = await deviceOf(service, ada);
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

test("treats a new password with a revoked one's name as another device", async () => {
  const id = randomUUID();
  const old = deviceAt(service.baseUrl, ada, await appPassword(service, ada, 'my phone'));
  expect((await old.put(`${id}.vcf`, cardOf(id, 'Ann', 'NOTE:likes tea'))).status).toBe(201);
  const had = () => withData(service, ({ store }) => store.read(ada.id, devicesOf));
  const devicesOf = async (db: Db) =>
    (await db.selectFrom('cards_given').select('device').where('user_id', '=', ada.id).execute()).length;
  expect(await had()).toBe(1);
  await withData(service, ({ store }) => revokeKey(store, ada.email, 'my phone', { kind: 'dav' }));
  expect(await had()).toBe(0);
  const fresh = deviceAt(service.baseUrl, ada, await appPassword(service, ada, 'my phone'));
  await fresh.send('GET', fresh.card(`${id}.vcf`));
  // This device has no field for notes, but the one before had one.
  expect((await fresh.put(`${id}.vcf`, cardOf(id, 'Anna'))).status).toBe(204);
  expect(await getContact(ada, id)).toMatchObject({ first_name: null, last_name: 'Anna', description: 'likes tea' });
});

test('unarchives a person with all their data when their card is sent again', async () => {
  const id = randomUUID();
  await device.put(`${id}.vcf`, cardOf(id, 'Ann', 'NOTE:likes tea', 'TEL:+49 1'));
  await patchContact(ada, id, { is_archived: true });
  const answer = await device.put(`${id}.vcf`, cardOf(id, 'Ann', 'TEL:+49 2'), { 'if-none-match': '*' });
  expect(answer.status).toBe(201);
  const { description, is_archived, contact_phone_numbers } = await getContact(ada, id);
  expect([description, is_archived, contact_phone_numbers.length]).toEqual(['likes tea', false, 2]);
});

test("keeps kith's entries and reports the rest if both sides together exceed a limit", async () => {
  const id = randomUUID();
  const phones = (count: number) => Array.from({ length: count }, (_, at) => `TEL:+49${1000000 + at}`);
  await device.put(`${id}.vcf`, cardOf(id, 'Ann', ...phones(300)));
  const { etag } = (await device.send('GET', device.card(`${id}.vcf`))).headers;
  const added = Array.from({ length: 150 }, (_, at) => ({ phone_number: `+49${5000000 + at}` }));
  await patchContact(ada, id, { add_phones: added });
  expect((await device.put(`${id}.vcf`, cardOf(id, 'Ann', ...phones(450)), { 'if-match': etag! })).status).toBe(412);
  expect((await device.put(`${id}.vcf`, cardOf(id, 'Ann', ...phones(450)))).status).toBe(204);
  const { contact_phone_numbers } = await getContact(ada, id);
  expect(contact_phone_numbers).toHaveLength(500);
});

describe('groups', () => {
  const group = (uid: string, title: string, members: string[] = []) =>
    [
      ...['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `N:${title};;;;`, `FN:${title}`],
      ...['X-ADDRESSBOOKSERVER-KIND:group', ...members.map((one) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${one}`)],
      ...['END:VCARD', ''],
    ].join('\r\n');

  test('may include everyone', async () => {
    const people = [randomUUID(), randomUUID()];
    for (const one of people) await device.put(`${one}.vcf`, cardOf(one, 'Member'));
    const members = [...people, ...Array.from({ length: 3_000 }, () => randomUUID())];
    for (const status of [201, 204])
      expect((await device.put('all.vcf', group('all', 'All', members))).status).toBe(status);
    const { text } = await device.send('GET', device.card('all.vcf'));
    expect(text.match(/-MEMBER:/g)).toHaveLength(members.length);
  });

  test('truncates a long title, and rejects a missing one by name', async () => {
    expect((await device.put('long.vcf', group('long', 'g'.repeat(5000)))).status).toBe(201);
    expect((await device.send('GET', device.card('long.vcf'))).text.replace(/\r\n /g, '')).toMatch(/^FN:g{500}\r$/m);
    const refused = await device.put('none.vcf', group('none', ''));
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('FN')]);
    expect(refused.text).toContain('valid-address-data');
  });
});

test('accepts names of any length, repeatedly', async () => {
  const id = randomUUID();
  const lengths = [0, 1, 250, 400, 499, 500, 501, 900];
  const answers = new Set<number>();
  for (const first of lengths) {
    for (const last of lengths) {
      const [given, family] = ['x'.repeat(first), 'y'.repeat(last)];
      const card = cardOf(id, '-')
        .replace('N:-;;;;', `N:${family};${given};;Dr.;`)
        .replace('FN:-', `FN:Dr. ${given} ${family}`);
      answers.add((await device.put(`${id}.vcf`, card)).status);
    }
  }
  expect([...answers].sort()).toEqual([201, 204]);
});
