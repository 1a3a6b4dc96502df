import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { properties } from '../support/card-texts.ts';
import { appPassword, cardOf, deviceAt } from '../support/dav-device.ts';
import { dataOf } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Cards that a device puts, gets, and puts again.

let service: RunningService;
let ada: User;
beforeAll(async () => {
  service = await startService(undefined, { KITH_DAV_RATE_LIMIT: '0' });
  ada = await service.user('ada@example.com');
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

test('separates a card put under another name from its restored person, each with its own UID', async () => {
  const device = deviceAt(service.baseUrl, ada, await appPassword(service, ada, `again ${randomUUID()}`));
  const uid = randomUUID();
  expect((await device.put('first.vcf', cardOf(uid, 'Twice'))).status).toBe(201);
  const [{ id }] = dataOf(await ada.get('/v2/contacts?searchQuery=Twice')).contacts;
  expect((await device.send('DELETE', device.card('first.vcf'))).status).toBe(204);
  expect((await device.put('second.vcf', cardOf(uid, 'Twice'))).status).toBe(201);
  dataOf(await ada.post('/v2/trash/restore', { ids: [id] }));
  const { told } = await device.sync('', undefined, `<C:address-data/>`);
  const cards = told.flatMap(({ found }) => found['{urn:ietf:params:xml:ns:carddav}address-data']?.text ?? []);
  const uids = cards.filter((card) => card.includes('FN:Twice')).map((card) => /^UID:(.*)$/m.exec(card)![1]);
  expect([uids.length, new Set(uids).size]).toEqual([2, 2]);
});

// Cards as real phones and programs write them, on two round trips.

const FIXTURES = new URL('fixtures/', import.meta.url);
const CARDS = readdirSync(FIXTURES).flatMap((file) =>
  readFileSync(new URL(file, FIXTURES), 'utf8')
    .split(/(?<=^END:VCARD\r?\n)(?=BEGIN:VCARD)/m)
    .map((text, index): [string, string] => [`${file} ${index + 1}`, text]),
);
test.each(CARDS)('keeps the card %s through two round trips', async (name, text) => {
  const card = /^UID:/m.test(text) ? text : text.replace(/^END:VCARD/m, `UID:${randomUUID()}\r\nEND:VCARD`);
  const device = deviceAt(service.baseUrl, ada, await appPassword(service, ada, name));
  const path = device.card(`${name}.vcf`);
  const version = /^VERSION:(.*)$/m.exec(card)![1]!.trim();
  const accept = `text/vcard;version=${version}`;
  let sent = card;
  for (let trip = 0; trip < 2; trip++) {
    const condition = trip === 0 ? { 'if-none-match': '*' } : {};
    const answer = await device.send('PUT', path, {
      headers: { 'content-type': 'text/vcard', ...condition },
      body: sent,
    });
    expect([answer.status, answer.text]).toEqual([trip === 0 ? 201 : 204, '']);
    const { text: given, headers } = await device.send('GET', path, { headers: { accept } });
    expect(properties(given)).toEqual(properties(card));
    expect(answer.headers.etag).toBe(headers.etag);
    sent = given;
  }
});
