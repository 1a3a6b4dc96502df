import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WEEKDAYS } from '../../src/contract/calendars.ts';
import { freeWithin } from '../../src/service/agenda/free-time.ts';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, fieldsOf, type Json } from '../support/people.ts';
import { allDay, type FakeAccount, fakeAccount, moreCalendar, timed } from '../support/providers/data.ts';
import { firstTimes } from '../support/providers/faults.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

// Calendar selection, free time, answers to invitations, and full messages.

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

const CALENDARS = '/v2/agenda/calendars';
const EVENTS = '/v2/agenda/calendar/events';
const calendars = async (): Promise<Json[]> => dataOf(await rig.api.get(CALENDARS)).calendars;
const select = (...chosen: Json[]) => rig.api.call('PUT', `${CALENDARS}/selection`, { calendars: chosen });

test('lists calendars with their properties, and reads only selected ones, even after reconnecting', async () => {
  const filled = { canEdit: false, events: [timed('a day off', '2026-11-20T09:00:00Z', 30)] };
  google.calendars.push(moreCalendar('de#holiday@group.v.calendar.google.com', { name: 'Feiertage', ...filled }));
  office.calendars.push(moreCalendar('team', { owner: 'boss@office.example', canEdit: false }));
  google.calendars[0]!.events.push(timed('mine', '2026-11-20T10:00:00Z', 30));
  const listed = await calendars();
  expect(listed.map(({ kind, selected, can_write, account }) => [kind, selected, can_write, account])).toEqual([
    ['primary', true, true, google.email],
    ['holidays', false, false, google.email],
    ['primary', true, true, office.email],
    ['shared', true, false, office.email],
  ]);
  const chosen = await select({ id: listed[0]!.id, selected: false }, { id: listed[1]!.id, selected: true });
  expect(dataOf(chosen).calendars.map(({ selected }: Json) => selected)).toEqual([false, true, true, true]);
  const titles = async () => {
    const { calendar_events } = dataOf(await rig.api.get(`${EVENTS}?dateRange[start]=2026-11-20`));
    return calendar_events.map(({ providerId }: Json) => providerId);
  };
  expect(await titles()).toEqual(['a day off']);
  await rig.connect(google);
  expect(await titles()).toEqual(['a day off']);
  await select({ id: listed[0]!.id, selected: true });
  expect(await titles()).toEqual(['a day off', 'mine']);
  const unknown = await select({ id: listed[0]!.id, selected: true }, { id: 'nowhere', selected: true });
  expect([unknown.status, unknown.body.error.message]).toEqual([404, 'No calendar with id nowhere.']);
});

test('warns about an account whose calendars cannot be listed', async () => {
  rig.fake.plan = ({ email }) => (email === office.email ? { kind: 'status', status: 500 } : undefined);
  const { calendars: found, warnings } = dataOf(await rig.api.get(CALENDARS));
  expect([found.length, warnings]).toEqual([1, ['account:ann@office.example: unavailable']]);
});

const free = async (body: Json): Promise<Json> => dataOf(await rig.api.post('/v2/agenda/calendar/free', body));

test('computes free time from the calendars of all accounts, within local working hours', async () => {
  google.calendars[0]!.events.push(
    timed('long', '2026-11-19T22:00:00Z', 11 * 60),
    timed('shown as free', '2026-11-20T10:00:00Z', 60, { free: true }),
    allDay('birthday', '2026-11-20', '2026-11-21', { free: true }),
    allDay('away', '2026-11-23', '2026-11-24'),
  );
  office.calendars[0]!.events.push(
    timed('lunch', '2026-11-20T11:30:00Z', 60),
    timed('inside', '2026-11-20T12:00:00Z', 5),
  );
  const window = { start: '2026-11-20T08:00:00Z', end: '2026-11-24T12:00:00Z', duration_minutes: 60 };
  const working = await free({ ...window, working_hours: { start: '09:00', end: '17:00' } });
  expect(working).toEqual({
    free: [
      { start: '2026-11-20T09:00:00.000Z', end: '2026-11-20T11:30:00.000Z' },
      { start: '2026-11-20T12:30:00.000Z', end: '2026-11-20T16:00:00.000Z' },
      { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T12:00:00.000Z' },
    ],
    warnings: [],
  });
  const whole = await free(window);
  expect(whole.free.at(-1)).toEqual({ start: '2026-11-23T23:00:00.000Z', end: '2026-11-24T12:00:00.000Z' });
  expect((await free({ ...window, duration_minutes: 181, end: '2026-11-20T16:00:00Z' })).free).toEqual([
    { start: '2026-11-20T12:30:00.000Z', end: '2026-11-20T16:00:00.000Z' },
  ]);
  const bad = await rig.api.post('/v2/agenda/calendar/free', { ...window, end: window.start });
  expect([bad.status, Object.keys(fieldsOf(bad))]).toEqual([400, ['end']]);
});

test('reports the free time of the last days of the calendar', async () => {
  const window = { start: '9999-12-30T00:00:00Z', end: '9999-12-31T23:59:59Z', duration_minutes: 30 };
  const hours = { start: '09:00', end: '10:00', days: WEEKDAYS };
  expect((await free({ ...window, working_hours: hours })).free).toHaveLength(2);
});

test('counts each minute as either free or busy', () => {
  const at = (minute: number) => new Date(minute * 60_000).toISOString();
  const span = (least: number) =>
    fc
      .tuple(fc.nat(60), fc.integer({ min: least, max: 20 }))
      .map(([from, long]) => ({ start: at(from), end: at(from + long) }));
  // Some events have no length, or end before they start. They take no time and split no free time.
  fc.assert(
    fc.property(span(1), fc.array(span(-3), { maxLength: 8 }), (part, busy) => {
      const free = freeWithin([part], busy);
      expect(free.every(({ start }, index) => index === 0 || free[index - 1]!.end < start)).toBe(true);
      for (let minute = 0; minute < 90; minute++) {
        const holds = ({ start, end }: { start: string; end: string }) => start <= at(minute) && at(minute) < end;
        expect(free.filter(holds).length).toBe(holds(part) && !busy.some(holds) ? 1 : 0);
      }
    }),
  );
});

describe.each(['GOOGLE', 'OFFICE365'] as const)('%s', (provider) => {
  const account = () => (provider === 'GOOGLE' ? google : office);

  test("answers an invitation once despite failures, and keeps other attendees' answers", async () => {
    const { email, calendars: own } = account();
    const attendees = [{ email: 'bob@x.example', response: 'accepted' }, { email }];
    const event = timed('board', '2026-11-20T10:00:00Z', 60, { organizer: 'boss@x.example', attendees });
    own[0]!.events.push(event);
    const respond = (response: string, key = randomUUID()) =>
      rig.api.post(`${EVENTS}/board/respond`, { response, comment: 'Gladly' }, { key });
    const changes = ({ method }: { method: string }) => method === 'PATCH' || method === 'POST';
    rig.fake.plan = firstTimes(1, { kind: 'reset', after: true }, changes);
    const key = randomUUID();
    const first = await respond('tentative', key);
    const answered = first.status === 200 ? first : await respond('tentative', key);
    expect(dataOf(answered).calendar_event.participants).toEqual([
      { email: 'boss@x.example', name: null },
      { email: 'bob@x.example', name: null, response: 'accepted' },
      { email, name: null, response: 'tentative' },
    ]);
    expect(event.attendees.map(({ response }) => response?.slice(0, 9))).toEqual(
      ['accepted', 'tentative'].map((one) => one.slice(0, 9)),
    );
    // Outlook mails the organizer once.
    expect(rig.fake.invited).toBe(provider === 'GOOGLE' ? 0 : 1);
    expect((await respond('declined')).status).toBe(200);
    const stranger = timed('mine', '2026-11-20T10:00:00Z', 60, { organizer: email });
    own[0]!.events.push(stranger);
    const refused = await rig.api.post(`${EVENTS}/mine/respond`, { response: 'accepted' });
    expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, ['response']]);
  });

  test("returns an event's answers, whether it blocks time, and its recurrence rule", async () => {
    const attendees = [{ email: 'eve@x.example', response: 'declined', optional: true }];
    account().calendars[0]!.events.push(
      timed('series', '2026-11-20T10:00:00Z', 60, { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', free: true, attendees }),
      timed('occurrence', '2026-12-04T10:00:00Z', 60, { series: 'series' }),
    );
    const get = async (id: string) => dataOf(await rig.api.get(`${EVENTS}/${id}`)).calendar_event;
    const series = await get('series');
    expect(series).toMatchObject({
      showAs: 'free',
      recurrenceRule: expect.stringContaining('FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'),
    });
    expect(series.participants.at(-1)).toEqual({
      email: 'eve@x.example',
      name: null,
      response: 'declined',
      optional: true,
    });
    expect(await get('occurrence')).toMatchObject({ showAs: 'busy', recurrenceRule: series.recurrenceRule });
  });

  test("returns a message's text, plain and shortened", async () => {
    const base = {
      time: Date.parse('2026-11-20T09:00:00Z'),
      sent: 0,
      subject: 'Hi',
      snippet: 's',
      folder: 'inbox' as const,
    };
    const of = (id: string, text: Json) => ({ ...base, id, text, from: 'bob@x.example', to: account().email });
    account().messages.push(
      of('plain', { plain: 'Grüße\r\nBob', html: '<p>no</p>' }),
      of('html', { html: '<p>Hello <b>Ann</b> &amp; all</p><script>x()</script>' }),
      of('long', { plain: 'ü'.repeat(15_000) }),
      of('none', {}),
    );
    const get = async (id: string) => dataOf(await rig.api.get(`/v2/agenda/email/messages/${id}`)).email;
    expect(await get('plain')).toMatchObject({
      text: 'Grüße\nBob',
      text_bytes: 11,
      is_cut: false,
      subjectOrTitle: 'Hi',
    });
    expect((await get('html')).text).toBe('Hello Ann & all');
    expect(await get('long')).toMatchObject({ text: 'ü'.repeat(10_000), text_bytes: 30_000, is_cut: true });
    expect((await get('none')).text).toBeNull();
    expect((await rig.api.get('/v2/agenda/email/messages/nowhere')).status).toBe(404);
  });
});
