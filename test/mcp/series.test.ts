import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConnected } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import type { Json } from '../support/people.ts';
import { timed } from '../support/providers/data.ts';
import type { User } from '../support/service.ts';

// A model changes a part of a series with its tools, over a client's connection to the service.

let service: Awaited<ReturnType<typeof startConnected>>;
let ada: User;
let client: TestClient;
beforeAll(async () => {
  service = await startConnected();
  ada = await service.user(undefined, 'Europe/Berlin');
  await service.mailboxes.fill(service, ada, 'series');
  client = await connectModern({ url: `${service.baseUrl}/mcp`, headers: { authorization: `Bearer ${ada.apiKey}` } });
});
afterAll(async () => {
  await client.close();
  expect(service.mailboxes.fake.violations).toEqual([]);
  await service.stop();
});

const ask = async (name: string, args: Json): Promise<Json> => (await client.call(name, args)).structuredContent;

test.each([0, 1])('changes one occurrence, it and later ones, and a whole series (account %d)', async (account) => {
  const { calendars, email } = service.mailboxes.accountsOf(ada)[account]!;
  const rule = 'FREQ=WEEKLY;COUNT=4';
  const more = { summary: `Class ${account}`, rule, timeZone: 'Europe/Berlin' };
  calendars[0]!.events.push(timed(`class${account}`, '2027-03-16T09:00:00Z', 60, more));
  const listed = async (): Promise<Json[]> => {
    const range = { start: '2027-03-01', end: '2027-04-30' };
    const { calendar_events } = await ask('list_calendar_events', { dateRange: range, searchQuery: 'class' });
    return calendar_events.filter((event: Json) => event.email === email);
  };
  const shown = async () => (await listed()).map(({ subjectOrTitle, dateTime }) => `${subjectOrTitle} ${dateTime}`);
  const [, second, third] = await listed();
  await ask('update_calendar_event', { eventId: second!.providerId, scope: 'one', summary: 'Class, in the garden' });
  const moved = { start_datetime: '2027-03-30T11:00:00+02:00', end_datetime: '2027-03-30T12:00:00+02:00' };
  const split = await ask('update_calendar_event', { eventId: third!.providerId, scope: 'following', ...moved });
  expect(split.calendar_event).toMatchObject({ dateTime: '2027-03-30T11:00:00+02:00', isRecurring: true });
  expect(await shown()).toEqual([
    `Class ${account} 2027-03-16T10:00:00+01:00`,
    'Class, in the garden 2027-03-23T10:00:00+01:00',
    `Class ${account} 2027-03-30T11:00:00+02:00`,
    `Class ${account} 2027-04-06T11:00:00+02:00`,
  ]);
  const last = (await listed()).at(-1)!.providerId;
  expect(await ask('delete_calendar_event', { eventId: last, scope: 'all' })).toMatchObject({ affected: 1 });
  expect(await shown()).toHaveLength(2);
  const refused = await client.call('delete_calendar_event', { eventId: `class${account}`, scope: 'following' });
  expect([refused.isError, refused.content[0]!.text]).toEqual([true, expect.stringContaining('scope')]);
});
