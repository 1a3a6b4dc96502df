import { createEmulator, type Emulator } from 'emulate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json } from '../support/people.ts';
import { allDay, fakeAccount, spreadMessages, timed } from '../support/providers/data.ts';

// A third-party Google emulator beside our fake, with the same content: kith must read the same from both. The emulator
// supports neither single events by id nor client-chosen ids, so changes, deletions, and retries are tested only on our
// fake.

const account = fakeAccount('GOOGLE', 'ann@example.com');
const TOKEN = 'a token of the emulator';
let emulator: Emulator;
let theirs: AgendaRig;
let ours: AgendaRig;
beforeAll(async () => {
  spreadMessages([account], 23, 7, 60_000);
  for (const [index, message] of account.messages.entries()) {
    if (index % 5 === 0) message.folder = 'archive';
    if (index % 4 === 0) message.subject += ' Grüße & "more"';
  }
  account.calendars[0]!.id = 'primary';
  account.calendars[0]!.events.push(
    timed('standup', '2026-11-24T09:00:00Z', 30, { attendees: [{ email: 'bob@example.com', name: 'Bob' }] }),
    timed('lunch', '2026-11-25T12:00:00+01:00', 60, { location: 'Mott St' }),
    timed('far', '2027-11-25T12:00:00Z', 60),
    allDay('fair', '2026-11-26', '2026-11-28'),
  );
  emulator = await createEmulator({ service: 'google', port: 0, seed: seed() });
  [theirs, ours] = await Promise.all([agendaRig({}, emulator.url), agendaRig()]);
  await theirs.connectWith(account, TOKEN);
  await ours.connect(account);
});
afterAll(async () => {
  expect([theirs.faults, ours.faults, ours.fake.violations]).toEqual([[], [], []]);
  await Promise.all([theirs.stop(), ours.stop(), emulator.close()]);
});

function seed() {
  const user_email = account.email;
  return {
    tokens: { [TOKEN]: { login: user_email, scopes: ['gmail.readonly', 'calendar.events'] } },
    google: {
      users: [{ email: user_email, name: 'Ann' }],
      messages: account.messages.map(({ id, from, to, subject, snippet, time, folder }) => ({
        ...{ id, user_email, from, to, subject, body_text: snippet },
        date: new Date(time).toISOString(),
        label_ids: folder === 'inbox' ? ['INBOX'] : [],
      })),
      calendars: [{ id: 'primary', user_email, summary: 'Ann', primary: true, selected: true }],
      calendar_events: account.calendars[0]!.events.map(
        ({ id, summary, description, location, start, end, attendees }) => ({
          ...{ id, user_email, calendar_id: 'primary', summary, description, location },
          ...(start.length === 10
            ? { start_date: start, end_date: end }
            : { start_date_time: start, end_date_time: end }),
          attendees: attendees.map(({ email, name }) => ({ email, display_name: name })),
        }),
      ),
    },
  };
}

/** Fields that the emulator drops or invents are not compared. */
const comparable = ({ threadId, providerLink, iCalUID, participants, ...row }: Json) => ({
  ...row,
  // It returns no organizer for events.
  participants: participants.filter(({ email }: Json) => row.type === 'EMAIL' || email !== account.email),
});

async function emails(rig: AgendaRig, query: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = dataOf(await rig.api.get(`/v2/agenda/email/messages?${query}${cursor && `&cursor=${cursor}`}`));
    expect(page.warnings).toBeUndefined();
    rows.push(...page.email_messages.map(comparable));
    cursor = page.pagination.nextCursor;
  }
  return rows;
}

test.each([
  ['limit=5', 18],
  ['limit=4&folder=all', 23],
  ['limit=2&folder=all&searchQuery=grüße', 6],
  ['folder=all&searchQuery=subject%207', 2],
  ['folder=all&dateRange[start]=2026-11-20T11:50:00Z&dateRange[end]=2026-11-20T11:55:00Z', undefined],
])('reads the same messages, page by page: %s', async (query, count) => {
  const [found, expected] = [await emails(theirs, query), await emails(ours, query)];
  expect(found).toEqual(expected);
  if (count === undefined) expect(found.length).toBeGreaterThan(0);
  else expect(found).toHaveLength(count);
});

const WEEK = '/v2/agenda/calendar/events?dateRange[start]=2026-11-23&dateRange[end]=2026-11-29';
const events = async (rig: AgendaRig, query = ''): Promise<Json[]> => {
  const data = dataOf(await rig.api.get(WEEK + query));
  expect(data.warnings).toEqual([]);
  return data.calendar_events.map(comparable);
};

test('reads the same events, including all-day ones', async () => {
  expect(await events(theirs)).toEqual(await events(ours));
  expect(await events(theirs)).toHaveLength(3);
  expect(await events(theirs, '&searchQuery=mott')).toEqual(await events(ours, '&searchQuery=mott'));
});

test('creates the same event as on our fake', async () => {
  const lunch = {
    ...{ summary: 'Dinner', description: 'Noodles', location: 'Mott St', time_zone: 'America/New_York' },
    ...{ start_datetime: '2026-11-27T19:00:00', end_datetime: '2026-11-27T20:00:00' },
    attendees: [{ email: 'bob@example.com' }],
  };
  const [there, here] = await Promise.all(
    [theirs, ours].map(async (rig) => {
      const answer = await rig.api.post('/v2/agenda/calendar/events', lunch);
      expect(answer.status).toBe(201);
      return { ...comparable(answer.body.data.calendar_event), providerId: '' };
    }),
  );
  expect(there).toEqual(here);
  expect(there).toMatchObject({ dateTime: '2026-11-28T00:00:00.000Z', summaryOfEvent: 'Dinner' });
  const listed = (await events(theirs)).find(({ summaryOfEvent }) => summaryOfEvent === 'Dinner');
  expect({ ...listed, providerId: '' }).toEqual(there);
});
