import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { type Page, type Visitor, visitorOf, visitorSignedIn } from '../support/visitor.ts';

// The web app limits the fields and bytes of forms and URLs before it reads them, and the size of its responses.

const SMALL_PAGE = 20_000;

let service: RunningService;
let ada: User;
let browser: Visitor;
/** The person whom the notes are about. */
let ids: string;
beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  browser = await visitorSignedIn(service, ada.email);
  ids = (await makeContact(ada, { full_name: 'Grace Hopper' })).id;
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const manyFields = (bytes: number) => 'a&'.repeat(bytes / 2);

function expectSmall({ status, text }: Page, expected: number): void {
  expect(status).toBe(expected);
  expect(text.length).toBeLessThan(SMALL_PAGE);
}

describe('a form from someone who is not signed in', () => {
  test.each([1_000_000, 60_000])('is refused when its %i bytes are only separators', async (bytes) => {
    for (const to of ['/people/change', '/log', '/settings', '/sign-in/link/x', '/authorize/x']) {
      const page = await visitorOf(service).send('POST', to, manyFields(bytes), FORM);
      expect(page.text.length, to).toBeLessThan(SMALL_PAGE);
      expect([401, 413], to).toContain(page.status);
    }
  });

  test('returns a note of a few pages, once', async () => {
    const note = 'a long note '.repeat(4_000).trim();
    const { status, text } = await visitorOf(service).post('/log', { ids, note });
    expect(status).toBe(401);
    expect(text.split(note)).toHaveLength(2);
  });

  test('gets instructions if it is larger than that', async () => {
    const { status, text } = await visitorOf(service).post('/log', { ids, note: 'x'.repeat(100_000) });
    expect(status).toBe(413);
    expect(text).toContain('Sign in in a new window, then go back to the form');
  });

  test('returns the whole note after a session, to be sent again', async () => {
    const mine = await visitorSignedIn(service, ada.email);
    const cookie = mine.cookie!;
    await mine.post('/sign-out');
    const note = 'ü'.repeat(100_000);
    const kept = await visitorOf(service).post('/log', { ids, key: randomUUID(), note }, { cookie });
    expect(kept.status).toBe(401);
    expect(kept.text).toContain(`name="note" aria-labelledby="typed" dir="auto">\n${note}</textarea>`);
    expect((await browser.post('/log', { ids, key: randomUUID(), note })).status).toBe(303);
  });
});

describe('a form from a signed-in user', () => {
  test('is refused when it has more fields or bytes than the page sends', async () => {
    const done = `/reminders/${randomUUID()}/done`;
    for (const body of [manyFields(4_800_000), manyFields(200_000), `back=${'x'.repeat(4_800_000)}`])
      expectSmall(await browser.send('POST', done, body, FORM), 413);
  });

  test('is refused with the name of a field that is too long', async () => {
    const done = `/reminders/${randomUUID()}/done`;
    const page = await browser.post(done, { last: 'x'.repeat(100_000) });
    expectSmall(page, 400);
    expect(page.text).toContain('last: has more than 10,000 characters');
    expectSmall(await browser.post(done, { ['n'.repeat(10_000)]: '' }), 400);
  });

  test('gets an error for a bad time zone, at the field if the value can be shown', async () => {
    expectSmall(await browser.post('/settings', { time_zone: 'x'.repeat(4_000_000) }), 413);
    const page = await browser.post('/settings', { time_zone: 'x'.repeat(100_000) });
    expectSmall(page, 400);
    expect(page.text).toContain('time_zone: has more than 10,000 characters');
    const short = await browser.post('/settings', { time_zone: `Europe/${'x'.repeat(500)}`, country: 'D'.repeat(500) });
    expect(short.status).toBe(400);
    expect(short.text).toContain('Unknown time zone');
    expect(short.text).toContain('Unknown country');
  });

  test('may select thousands of people', async () => {
    const { id } = await makeContact(ada, { full_name: 'Ticked' });
    const ids = [id, ...Array.from({ length: 4_999 }, () => randomUUID())];
    const body = new URLSearchParams([...ids.map((one): [string, string] => ['id', one]), ['action', 'star']]);
    const { status, text } = await browser.send('POST', '/people/change', body.toString(), FORM);
    expect(status).toBe(200);
    expect(text).toContain('Ticked');
  });

  test('may contain a long note, and returns one that is slightly too long', async () => {
    expect((await browser.post('/log', { ids, key: randomUUID(), note: 'x'.repeat(500_000) })).status).toBe(303);
    const { status, text } = await browser.post('/log', { ids, key: randomUUID(), note: 'y'.repeat(500_001) });
    expect(status).toBe(400);
    expect(text).toContain(`${'y'.repeat(500_001)}</textarea>`);
  });

  test('may change a person with hundreds of rows, but not claim more rows than a form has', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => ({ street: `${index} Long Street`, city: 'Berlin' }));
    const { id } = await makeContact(ada, { full_name: 'Many Rows', legacy_contact_addresses: rows });
    const there = dataOf(await ada.get(`/v2/contacts/${id}?include[legacy_contact_addresses]=true`)).contact;
    const opened = Object.fromEntries(
      there.legacy_contact_addresses.flatMap((row: Record<string, string>) =>
        ['street', 'city', 'country'].map((name) => [`address.${row.id}.${name}`, row[name] ?? '']),
      ),
    );
    const fields = {
      ...opened,
      full_name: 'Many Rows More',
      opened: JSON.stringify({ ...opened, full_name: 'Many Rows' }),
    };
    expect((await browser.post(`/people/${id}/edit`, { key: randomUUID(), ...fields })).status).toBe(303);
    expect(dataOf(await ada.get(`/v2/contacts/${id}`)).contact.full_name).toBe('Many Rows More');

    const rowsClaimed = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`email.${index}.email`, 'a']));
    const page = await browser.post(`/people/${id}/edit`, { opened: JSON.stringify(rowsClaimed) });
    expectSmall(page, 400);
    expect(page.text).toContain('opened: has more than 10000 fields');
  });
});

describe('an upload', () => {
  const CRLF = '\r\n';
  const parts = (count: number) =>
    `--b${CRLF}Content-Disposition: form-data; name="a"${CRLF}${CRLF}${CRLF}`.repeat(count);
  const file = `--b${CRLF}Content-Disposition: form-data; name="file"; filename="a.csv"${CRLF}${CRLF}name${CRLF}--b--${CRLF}`;
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

  test('with many parts, or as a form without a file, is refused unread', async () => {
    for (const to of ['/import', `/people/${ids}/photo`]) {
      expect((await browser.send('POST', to, parts(1_000) + file, multipart)).status, to).toBe(400);
      expect((await browser.send('POST', to, manyFields(1_000_000), FORM)).status, to).toBe(400);
    }
    expect((await browser.send('POST', '/import', parts(2) + file, multipart)).status).toBe(303);
  });

  test('is refused before it arrives if nobody is signed in', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    const head = [
      'POST /import HTTP/1.1',
      'Host: localhost',
      'Sec-Fetch-Site: same-origin',
      'Content-Length: 60000000',
    ];
    socket.write(`${head.join(CRLF)}${CRLF}${CRLF}`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('HTTP/1.1 401');
    socket.destroy();
  });
});

describe('a URL', () => {
  const repeated = (count: number, pair: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => pair(index)).join('&');

  test.each([
    ['times that may be unknown', repeated(18, (index) => `last_seen_at.lte-or-never=2020-01-${index + 10}`)],
    ['thousands of conditions', repeated(5_000, (index) => `name=${index}`)],
  ])('with %s shows the list and reports that it cannot read them', async (_, query) => {
    for (const list of ['/people', '/people/filter']) {
      const { status, text } = await browser.get(`${list}?${query}`);
      expect([status, text.length < 200_000], list).toEqual([200, true]);
    }
    expect((await browser.get(`/people?${query}`)).text).toContain('can’t be read');
  });

  test('with a few conditions filters the list', async () => {
    const query = repeated(3, (index) => `last_seen_at.lte-or-never=2020-01-1${index}`);
    const { status, text } = await browser.get(`/people?${query}&has=email&has=email`);
    expect(status).toBe(200);
    expect(text).not.toContain('can’t be read');
  });

  test('that is very long redirects an unknown user to the sign-in with only its path', async () => {
    const { status, location } = await visitorOf(service).get(`/people?${manyFields(30_000)}`);
    expect([status, location]).toEqual([303, '/sign-in?to=%2Fpeople']);
  });
});
