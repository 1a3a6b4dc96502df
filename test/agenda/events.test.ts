import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json } from '../support/people.ts';
import { allDay, type FakeAccount, fakeAccount, timed } from '../support/providers/data.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

let rig: AgendaRig;
let google: FakeAccount;
let office: FakeAccount;
beforeEach(async () => {
  rig = await agendaRig();
  google = fakeAccount('GOOGLE', 'ann@gmail.example');
  office = fakeAccount('OFFICE365', 'ann@office.example');
  await rig.connect(google);
  await rig.connect(office);
});
afterEach(() => stopUnharmed(rig));

const EVENTS = '/v2/agenda/calendar/events';
const list = async (query = ''): Promise<Json> => dataOf(await rig.api.get(`${EVENTS}${query}`));
const ids = (data: Json): string[] => data.calendar_events.map(({ providerId }: Json) => providerId);
const in20 = 'dateRange[start]=2026-11-20&dateRange[end]=2026-11-20';
const put = (account: FakeAccount, ...events: FakeAccount['calendars'][0]['events']) =>
  account.calendars[0]!.events.push(...events);

test('lists events of both providers, soonest first, with all-day events before others on their day', async () => {
  put(google, timed('g2', '2026-11-20T14:00:00Z', 60), timed('g1', '2026-11-20T07:00:00Z', 30));
  put(office, timed('o1', '2026-11-20T09:30:00Z', 30), allDay('o0', '2026-11-20', '2026-11-21'));
  expect(ids(await list(`?${in20}`))).toEqual(['o0', 'g1', 'o1', 'g2']);
});

test("uses the user's day: Berlin starts an hour before UTC, and all-day events do not shift", async () => {
  put(
    google,
    timed('evening before', '2026-11-19T22:30:00Z', 29),
    timed('first minute', '2026-11-19T23:00:00Z', 15),
    timed('last minute', '2026-11-20T22:59:00Z', 15),
    timed('next day', '2026-11-20T23:00:00Z', 15),
    timed('over midnight', '2026-11-19T22:00:00Z', 120),
  );
  for (const account of [google, office]) {
    put(
      account,
      allDay(`before ${account.provider}`, '2026-11-19', '2026-11-20'),
      allDay(`that day ${account.provider}`, '2026-11-20', '2026-11-21'),
      allDay(`long ${account.provider}`, '2026-11-18', '2026-11-23'),
      allDay(`after ${account.provider}`, '2026-11-21', '2026-11-22'),
    );
  }
  const found = await list(`?${in20}`);
  expect(ids(found).sort()).toEqual(
    [
      'first minute',
      'last minute',
      'over midnight',
      'that day GOOGLE',
      'that day OFFICE365',
      'long GOOGLE',
      'long OFFICE365',
    ].sort(),
  );
  const day = found.calendar_events.find(({ providerId }: Json) => providerId === 'that day OFFICE365');
  expect(day).toMatchObject({
    isAllDay: true,
    dateTime: '2026-11-20T00:00:00.000Z',
    endDateTime: '2026-11-21T00:00:00.000Z',
  });
});

test('omits canceled, declined, and non-appointment events, and lists a meeting in two calendars once', async () => {
  google.calendars.push({ id: 'team', primary: false, selected: true, events: [] });
  google.calendars.push({
    id: 'hidden',
    primary: false,
    selected: false,
    events: [timed('unseen', '2026-11-20T08:00:00Z', 5)],
  });
  const meeting = timed('both', '2026-11-20T10:00:00Z', 30);
  put(google, meeting, timed('off', '2026-11-20T08:00:00Z', 30, { cancelled: true }));
  google.calendars[1]!.events.push(meeting, timed('team only', '2026-11-20T11:00:00Z', 30));
  put(google, timed('cake', '2026-11-20T08:00:00Z', 30, { eventType: 'birthday' }));
  const declined = { attendees: [{ email: 'ann@office.example', response: 'declined' }] };
  put(
    office,
    timed('no', '2026-11-20T08:00:00Z', 30, declined),
    timed('off', '2026-11-20T08:00:00Z', 30, { cancelled: true }),
  );
  expect(ids(await list(`?${in20}`))).toEqual(['both', 'team only']);
});

test('lists a meeting with two invited accounts once, as well as each occurrence of its series', async () => {
  const other = fakeAccount('GOOGLE', 'ann@club.example');
  await rig.connect(other);
  const attendees = [{ email: google.email }, { email: other.email }];
  const [first, second] = ['2026-11-20T10:00:00Z', '2026-11-20T15:00:00Z'].map((start) =>
    timed(`series ${start}`, start, 30, { series: 'standup', attendees }),
  );
  const alike = timed('alike', '2026-11-20T12:00:00Z', 30);
  put(google, first!, second!, alike);
  put(other, first!, second!, alike);
  const { calendar_events } = await list(`?${in20}`);
  expect(calendar_events.map((one: Json) => [one.providerId, one.email])).toEqual([
    [first!.id, google.email],
    // Events at the same time are sorted by account.
    ['alike', other.email],
    ['alike', google.email],
    [second!.id, google.email],
  ]);
});

test('reads people, conference, recurrence, and text from both providers', async () => {
  const whole = {
    description: '<p>Bring <b>numbers</b> &amp; cake</p>',
    location: 'Room 1',
    series: 'weekly',
    conference: true,
    organizer: 'Boss@Example.com',
    attendees: [
      { email: 'Bob@example.com', name: 'Bob' },
      { email: 'room@example.com', resource: true },
    ],
  };
  put(google, timed('g', '2026-11-20T08:00:00Z', 30, whole));
  put(office, timed('o', '2026-11-20T09:00:00Z', 30, whole));
  for (const id of ['g', 'o']) {
    const { calendar_event } = dataOf(await rig.api.get(`${EVENTS}/${id}`));
    expect(calendar_event).toMatchObject({
      providerId: id,
      type: 'CALENDAR',
      isRecurring: true,
      location: 'Room 1',
      descriptionOfEvent: 'Bring numbers & cake',
      endDateTime: id === 'g' ? '2026-11-20T08:30:00.000Z' : '2026-11-20T09:30:00.000Z',
      participants: [
        { email: 'boss@example.com', name: null },
        { email: 'bob@example.com', name: 'Bob' },
      ],
    });
    expect(calendar_event.conferenceData.entryPoints[0].uri).toMatch(/^https:/);
    expect(calendar_event.conferenceData.entryPoints[1]).toMatchObject({ uri: expect.stringMatching(/^tel:\+\d+$/) });
  }
});

test('searches title, text, place, and people in the same way at both providers, ignoring case and accents', async () => {
  for (const account of [google, office]) {
    const name = account.provider;
    put(
      account,
      timed(`place ${name}`, '2026-11-20T08:00:00Z', 5, { location: 'Café Zürich' }),
      timed(`person ${name}`, '2026-11-20T09:00:00Z', 5, { attendees: [{ email: 'zurich@example.com', name: 'Z' }] }),
      timed(`other ${name}`, '2026-11-20T10:00:00Z', 5),
    );
  }
  expect(ids(await list(`?${in20}&searchQuery=ZURICH`)).sort()).toEqual(
    ['place GOOGLE', 'place OFFICE365', 'person GOOGLE', 'person OFFICE365'].sort(),
  );
  expect(ids(await list(`?${in20}&searchQuery=zurich cafe`))).toHaveLength(2);
  expect(ids(await list(`?${in20}&searchQuery=%7B%7D`))).toEqual([]);
});

test('reads a window of many pages to the end, and reports a cut at the limit', async () => {
  for (const account of [google, office])
    put(
      account,
      ...Array.from({ length: 7 }, (_, n) => timed(`${account.provider} ${n}`, `2026-11-20T0${n}:00:00Z`, 5)),
    );
  rig.fake.pageLimit = 2;
  const all = await list(`?${in20}`);
  expect([ids(all).length, all.pagination, all.warnings]).toEqual([14, { nextCursor: null, count: 14 }, []]);
  const cut = await list(`?${in20}&limit=4`);
  expect([ids(cut), cut.pagination.nextCursor]).toEqual([ids(all).slice(0, 4), null]);
  expect(cut.warnings).toEqual([expect.stringMatching(/^truncated/)]);
});

test('shifts no event when clocks change inside the window', async () => {
  put(office, timed('before', '2026-10-24T08:00:00Z', 30), timed('after', '2026-10-26T09:00:00Z', 30));
  put(google, timed('that night', '2026-10-25T00:30:00Z', 60));
  const found = await list('?dateRange[start]=2026-10-24&dateRange[end]=2026-10-26');
  expect(found.calendar_events.map(({ dateTime }: Json) => dateTime)).toEqual([
    '2026-10-24T08:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T09:00:00.000Z',
  ]);
});
