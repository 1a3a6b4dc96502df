import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardOf, type DavDevice, deviceOf, responsesIn } from '../support/dav-device.ts';
import { loopProbe, MAX_STRETCH_MS, pollWhile } from '../support/loop-probe.ts';
import { makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// One thread serves everyone, so no device's request may delay the others. The probe measures CPU time between two
// event loop turns, so a busy computer gives the same result.

const probe = loopProbe();
let service: RunningService;
let bob: User;
let phone: DavDevice;

beforeAll(async () => {
  service = await startService(undefined, probe.env);
  const ada = await service.user('ada@example.com');
  bob = await service.user();
  phone = await deviceOf(service, ada);
  const description = 'Žluťoučký kůň '.repeat(700);
  for (let batch = 0; batch < 3; batch++) {
    const names = Array.from({ length: 150 }, (_, at) => `Person ${batch}-${at}`);
    await makeContacts(
      ada,
      names.map((full_name) => ({ full_name, description })),
    );
  }
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** Runs `work` while another user calls the service. No event loop turn may be long. */
async function expectOthersServed(work: () => Promise<unknown>): Promise<void> {
  await probe.longest();
  await pollWhile(bob, work);
  expect(await probe.longest()).toBeLessThan(MAX_STRETCH_MS);
}

const repeated = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const SPACES = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"';
const queryOf = (conditions: string) =>
  `<C:addressbook-query ${SPACES}><D:prop><D:getetag/></D:prop><C:filter><C:prop-filter name="NOTE">${conditions}</C:prop-filter></C:filter></C:addressbook-query>`;

describe('serves others during', () => {
  test('a query with many conditions over long cards', async () => {
    const conditions = repeated(50, (at) => `<C:text-match>absent ${at}</C:text-match>`);
    await expectOthersServed(async () => expect(responsesIn(await phone.report(queryOf(conditions)))).toEqual([]));
  });

  test('a query over a card with a long run of combining marks', async () => {
    const marks = '\u0315\u0300'.repeat(100_000);
    expect((await phone.put('marks.vcf', cardOf('marks', 'Marks', `NOTE:a${marks}`))).status).toBe(201);
    await expectOthersServed(async () =>
      expect(responsesIn(await phone.report(queryOf('<C:text-match>absent</C:text-match>')))).toEqual([]),
    );
    await phone.send('DELETE', phone.card('marks.vcf'));
  });

  test('a PROPFIND for many properties of each card', async () => {
    const names = repeated(200, (at) => `<x:p${at}/>`);
    const body = `<D:propfind ${SPACES} xmlns:x="urn:x"><D:prop>${names}</D:prop></D:propfind>`;
    await expectOthersServed(async () => expect(await phone.propfind(phone.book, '1', body)).toHaveLength(451));
  });

  test('a multiget of many URLs', async () => {
    const hrefs = repeated(45_000, (at) => `<D:href>${at}</D:href>`);
    const body = `<C:addressbook-multiget ${SPACES}><D:prop><D:getetag/></D:prop>${hrefs}</C:addressbook-multiget>`;
    expect(body.length).toBeLessThan(2 ** 20);
    await expectOthersServed(async () => expect((await phone.report(body)).status).toBe(207));
  });

  test('the parsing of XML with the most elements that a body can hold', async () => {
    const body = `<D:propfind ${SPACES}><D:prop/>${'x<D:y/>'.repeat(149_000)}</D:propfind>`;
    await expectOthersServed(async () => expect(await phone.propfind(phone.book, '0', body)).toHaveLength(1));
  });
});

describe('refuses', () => {
  test('a text-match of more than 1,000 characters', async () => {
    const answer = await phone.report(queryOf(`<C:text-match>${'x'.repeat(1_001)}</C:text-match>`));
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('1000 characters')]);
  });

  test('a card of more than 20,000 properties', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `X-A:${at}`);
    const answer = await phone.put('long.vcf', cardOf('long', 'Long', ...lines));
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('20000 properties')]);
    expect(answer.text).toContain('valid-address-data');
  });
});
