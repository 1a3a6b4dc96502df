import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { FEED_PARTS, type FeedPart } from '../../src/shared/feed.ts';
import { dayAfter } from '../../src/shared/zones.ts';
import { asOwner } from '../support/as-owner.ts';
import { serviceForFile } from '../support/file-service.ts';
import { SHORT } from '../support/hostile.ts';
import { type Read, readByIcalJs } from '../support/ics-readers.ts';
import { dataOf } from '../support/people.ts';
import { startService, type User } from '../support/service.ts';

const { service } = await serviceForFile();

interface FeedResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<FeedResponse> {
  const answer = await request(url, { method, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const isZipped = answer.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: (isZipped ? gunzipSync(bytes) : bytes).toString('utf8'),
  };
}

const renew = (user: User, running = service): Promise<string> =>
  asOwner(running, user, async (client) => (await client.call('renew_feed_address', {})).data.feed_address.url);
const change = async (user: User, settings: { parts: FeedPart[]; alarm_minutes: number | null }): Promise<void> => {
  expect(dataOf(await user.call('PATCH', '/v2/feed', settings)).feed).toMatchObject(settings);
};
const end = async (user: User): Promise<void> => {
  expect(await user.call('DELETE', '/v2/feed')).toMatchObject({ status: 200, body: { data: { feed: null } } });
};

const today = new Date().toISOString().slice(0, 10);
const thisYear = Number(today.slice(0, 4));

/** All content of a feed for three years from today. */
const read = (text: string): Read[] =>
  readByIcalJs({ text, from: `${today}T00:00:00Z`, to: `${thisYear + 3}${today.slice(4)}T00:00:00Z` });
const summaries = (text: string): string[] => [...new Set(read(text).map(({ summary }) => summary))].toSorted();
const contact = async (user: User, fields: object): Promise<string> =>
  dataOf(await user.post('/v2/contacts', fields)).contact.id;
const reminder = async (user: User, fields: object): Promise<string> =>
  dataOf(await user.post('/v2/reminders', { reminder: fields })).reminder.id;

test("contains a person's birthdays, reminders, and keep-in-touch days, without archived people", async () => {
  const [ada, eve] = [await service.user(undefined, 'America/New_York'), await service.user()];
  const [url, other] = [await renew(ada), await renew(eve)];
  const zoe = await contact(ada, { full_name: 'Zoë; "Z", \\o/', birthday: '1990-07-01', frequency: '1 mon' });
  await contact(ada, { full_name: 'Leap', birthday: '--02-29' });
  const gone = await contact(ada, { full_name: 'Archived', birthday: '1980-01-01', frequency: '7 days' });
  await ada.call('PATCH', `/v2/contacts/${gone}`, { is_archived: true });
  await contact(eve, { full_name: 'Of Eve', birthday: '--03-03' });
  const day = dayAfter(today, 3);
  const people = { reminders_contacts: [{ contact_id: zoe }, { contact_id: gone }] };
  const weekly = await reminder(ada, {
    text: 'Call\nher',
    due_at_time: `${day}T14:00:00Z`,
    recurrence: '7 days',
    ...people,
  });
  const once = await reminder(ada, { text: SHORT, due_at_date: day });
  const done = await reminder(ada, { text: 'Done', due_at_date: day });
  await ada.call('PATCH', `/v2/reminders/${done}`, { reminder: { is_complete: true } });
  const { status, headers, text } = await get(url);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'last-modified': expect.stringMatching(/GMT$/),
  });
  const all = read(text);
  const of = (kind: string, id: string) => all.filter(({ uid }) => uid.startsWith(`${kind}-${id}`));
  const ages = of('birthday', zoe).map(({ when, summary }) => [when, summary]);
  expect(ages).toHaveLength(3);
  expect(ages).toContainEqual([`${thisYear + 1}-07-01`, `Zoë; "Z", \\o/ turns ${thisYear + 1 - 1990}`]);
  const leap = all.filter(({ summary }) => summary === 'Birthday of Leap').map(({ when }) => when);
  expect(leap).toHaveLength(3);
  for (const when of leap) expect(when.slice(5)).toBe(Number(when.slice(0, 4)) % 4 === 0 ? '02-29' : '02-28');
  const calls = of('reminder', weekly);
  expect(calls[0]).toMatchObject({
    when: `${day}T14:00:00Z`,
    summary: 'Call her',
    description: 'Call\nher\n\nAbout: Zoë; "Z", \\o/',
    alarms: [0],
  });
  expect(calls.length).toBeGreaterThan(50);
  expect(of('reminder', once)).toMatchObject([{ when: day, alarms: [9 * 3600] }]);
  expect(of('keep-in-touch', zoe)).toMatchObject([{ summary: 'Keep in touch with Zoë; "Z", \\o/' }]);
  expect(of('reminder', done)).toEqual([]);
  expect(text).not.toMatch(/Archived|Of Eve|ATTENDEE|ORGANIZER/);
  expect(text).toContain('TZID:America/New_York');
  expect(text.match(/^TRANSP:TRANSPARENT/gm)).toHaveLength(text.match(/^BEGIN:VEVENT/gm)!.length);
  expect(summaries((await get(other)).text)).toEqual(['Birthday of Of Eve']);
});

test("changes the ETag only with the content, and keeps an event's UID through every edit", async () => {
  const ada = await service.user();
  const url = await renew(ada);
  const id = await contact(ada, { full_name: 'Ada', birthday: '--12-10' });
  const other = await reminder(ada, { text: 'Other', due_at_date: '2030-01-01' });
  const first = await get(url);
  const known = { 'if-none-match': String(first.headers.etag) };
  expect(await get(url, known)).toMatchObject({ status: 304, text: '', headers: { etag: first.headers.etag } });
  // The same text in gzip has another strong ETag.
  const zipped = await get(url, { 'accept-encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringMatching(/accept-encoding/i) });
  expect(zipped.text).toBe(first.text);
  expect(zipped.headers.etag).not.toBe(first.headers.etag);
  expect((await get(url, { 'accept-encoding': 'gzip', 'if-none-match': `W/"x", ${zipped.headers.etag}` })).status).toBe(
    304,
  );
  expect((await get(url, { 'if-modified-since': String(first.headers['last-modified']) })).status).toBe(304);
  const head = await get(url, {}, 'HEAD');
  expect(head).toMatchObject({ status: 200, text: '', headers: { etag: first.headers.etag } });
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));

  await ada.call('PATCH', `/v2/contacts/${id}`, { description: 'Not in the feed' });
  expect((await get(url, known)).status).toBe(304);

  await ada.call('PATCH', `/v2/contacts/${id}`, { full_name: 'Ada Lovelace', birthday: '--12-11' });
  const second = await get(url, { ...known, 'if-modified-since': String(first.headers['last-modified']) });
  expect(second.status).toBe(200);
  expect((await get(url, { 'if-modified-since': String(first.headers['last-modified']) })).status).toBe(200);
  const [before, now] = [eventsIn(first.text), eventsIn(second.text)];
  const [birthday, untouched] = [`birthday-${id}@kith`, `reminder-${other}@kith`];
  expect(now.get(untouched)).toBe(before.get(untouched));
  expect(sequenceOf(now.get(birthday)!)).toBe(sequenceOf(before.get(birthday)!) + 1);
  expect(stampOf(now.get(birthday)!) > stampOf(before.get(birthday)!)).toBe(true);

  // An event that disappears and returns never has an older sequence.
  await ada.call('PATCH', `/v2/contacts/${id}`, { is_archived: true });
  expect(eventsIn((await get(url)).text).has(birthday)).toBe(false);
  await ada.call('PATCH', `/v2/contacts/${id}`, { is_archived: false });
  expect(sequenceOf(eventsIn((await get(url)).text).get(birthday)!)).toBeGreaterThan(sequenceOf(now.get(birthday)!));
});

const eventsIn = (text: string): Map<string, string> =>
  new Map(
    text
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => [/^UID:(.*)\r$/m.exec(event.replaceAll('\r\n ', ''))![1]!, event.split('END:VEVENT')[0]!]),
  );
const sequenceOf = (event: string): number => Number(/^SEQUENCE:(\d+)/m.exec(event)![1]);
const stampOf = (event: string): string => /^DTSTAMP:(\w+)/m.exec(event)![1]!;

test('follows its settings, which the URL can only narrow', async () => {
  const ada = await service.user();
  const url = await renew(ada);
  await contact(ada, { full_name: 'Bo', birthday: '--05-05', frequency: '1 mon' });
  await reminder(ada, { text: 'Do', due_at_time: '2030-01-01T10:00:00Z' });
  const all = ['Birthday of Bo', 'Do', 'Keep in touch with Bo'];
  const looked = { from: '2026-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' };
  const shown = async (query = '') => {
    const { text } = await get(url + query);
    return [...new Set(readByIcalJs({ text, ...looked }).map(({ summary }) => summary))].toSorted();
  };
  expect(await shown()).toEqual(all);
  expect(await shown('?parts=birthdays')).toEqual(all.slice(0, 1));
  expect(await shown('?parts=reminders,keep-in-touch')).toEqual(all.slice(1));
  const unknown = await get(`${url}?parts=birthdays,weather`);
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain('must be a comma-separated list of birthdays, reminders, keep-in-touch');
  await change(ada, { parts: ['reminders'], alarm_minutes: 30 });
  expect(await shown()).toEqual(['Do']);
  expect(await shown('?parts=birthdays')).toEqual([]);
  expect((await get(url)).text).toContain('TRIGGER:-PT30M');
  await change(ada, { parts: [...FEED_PARTS], alarm_minutes: null });
  expect((await get(url)).text).not.toContain('VALARM');
});

test('returns 404 for a replaced URL and a disabled feed, as for any other', async () => {
  const ada = await service.user();
  const old = await renew(ada);
  expect((await get(old)).status).toBe(200);
  const url = await renew(ada);
  expect(url).toMatch(/\/feed\/[\w-]{43}\.ics$/);
  expect(url).not.toBe(old);
  expect((await get(url)).status).toBe(200);
  await end(ada);
  const wrong = ['x', 'A'.repeat(43), '%00', encodeURIComponent("' or 1=1 --")].map(
    (token) => `${service.baseUrl}/feed/${token}.ics`,
  );
  const answers = await Promise.all([old, url, url.replace('.ics', ''), ...wrong].map((one) => get(one)));
  for (const { status, text, headers } of answers) {
    expect(status).toBe(404);
    expect(text).toBe(answers[0]!.text);
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
  }
  const posted = await request(url, { method: 'POST', body: 'x' });
  expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  await posted.body.dump();
});

test('limits reads separately and wrong URLs by client address, and keeps the URL out of the log', async () => {
  const limited = await startService(undefined, { KITH_RATE_LIMIT: '5' });
  try {
    const ada = await limited.user();
    const url = await renew(ada, limited);
    const statuses = async (one: string, times: number) => {
      const found: number[] = [];
      for (let left = times; left > 0; left--) found.push((await get(one)).status);
      return found;
    };
    expect(await statuses(url, 61)).toEqual([...Array(60).fill(200), 429]);
    expect((await get(url)).headers['retry-after']).toMatch(/^\d+$/);
    expect(await statuses(url.replace(/.{43}\.ics/, `${'B'.repeat(43)}.ics`), 6)).toEqual([...Array(5).fill(404), 429]);
    // The user's API requests are limited separately.
    expect((await ada.get('/v2/users/me')).status).toBe(200);
    expect(limited.log()).not.toContain(url.slice(-47, -4));
  } finally {
    await limited.stop();
  }
});
