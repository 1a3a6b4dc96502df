import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopProbe, MAX_STRETCH_MS } from '../support/loop-probe.ts';
import { makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { type Visitor, visitorOf, visitorSignedIn } from '../support/visitor.ts';

// No request to the web app may delay others. The probe measures CPU time between two event loop turns.

const probe = loopProbe();
let service: RunningService;
let ada: User;
let browser: Visitor;
let person: string;
beforeAll(async () => {
  service = await startService(undefined, probe.env);
  ada = await service.user();
  browser = await visitorSignedIn(service, ada.email);
  person = `/people/${(await makeContact(ada, { full_name: 'Grace Hopper' })).id}`;
  await browser.get(person);
});
afterAll(() => service.stop());

async function expectOthersServed(work: () => Promise<unknown>): Promise<void> {
  await probe.longest();
  await work();
  expect(await probe.longest()).toBeLessThan(MAX_STRETCH_MS);
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BLANKS = `a${' '.repeat(60_000)}b`;
const listed = (count: number, pair: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => pair(at)).join('&');
const rows = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, row) => [`email.${row}.email`, ''])));

test.each<[string, () => Promise<unknown>]>([
  [
    'a form of separators from a stranger',
    () => visitorOf(service).send('POST', '/people/change', 'a&'.repeat(500_000), FORM),
  ],
  [
    'a form of separators',
    () =>
      browser.send('POST', `/reminders/${randomUUID()}/done`, `key=${randomUUID()}&${'a&'.repeat(2_400_000)}`, FORM),
  ],
  ['a form of nonexistent rows', () => browser.post(`${person}/edit`, { opened: rows })],
  ['a long time zone', () => browser.post('/settings', { time_zone: 'x'.repeat(4_000_000) })],
  ['an upload of fields', () => browser.send('POST', '/import', 'a&'.repeat(8_000_000), FORM)],
  [
    'alternatives in an address',
    () => browser.get(`/people?${listed(18, (at) => `last_seen_at.lte-or-never=2020-01-${at + 10}`)}`),
  ],
  ['conditions in an address', () => browser.get(`/people/filter?${listed(5_000, (at) => `name=${at}`)}`)],
])('%s delays no other user', async (_, ask) => expectOthersServed(ask));

test('blanks that would make a pattern backtrack delay no other user', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const contact = await makeContact(ada, { full_name: 'Pictured', image_url: `data:image/png;base64,${png}` });
  const photo = `/v2/photos/${contact.image_url.slice('kith://photos/'.length)}`;
  await expectOthersServed(async () => {
    const answer = await fetch(service.baseUrl + photo, {
      headers: { authorization: `Bearer ${ada.apiKey}`, 'if-none-match': BLANKS },
    });
    expect(answer.status).toBe(200);
  });
  const params = { name: 'create_contact', arguments: { full_name: 'x', contact_emails: BLANKS } };
  await expectOthersServed(async () => {
    const answer = await ada.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      {
        headers: { accept: 'application/json, text/event-stream' },
      },
    );
    expect(answer.status).toBe(200);
  });
});
