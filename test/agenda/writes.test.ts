import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, fieldsOf, type Json } from '../support/people.ts';
import { type FakeAccount, fakeAccount, moreCalendar, timed } from '../support/providers/data.ts';
import { type Fault, firstTimes } from '../support/providers/faults.ts';
import { rounds } from '../support/rounds.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

let rig: AgendaRig;
beforeEach(async () => {
  rig = await agendaRig();
});
afterEach(() => stopUnharmed(rig));

const EVENTS = '/v2/agenda/calendar/events';
const LUNCH = {
  summary: 'Lunch',
  start_datetime: '2026-12-01T12:00:00',
  end_datetime: '2026-12-01T13:00:00',
  time_zone: 'America/New_York',
};
const PROVIDERS = ['GOOGLE', 'OFFICE365'] as const;
const eventsIn = (account: FakeAccount) => account.calendars[0]!.events.filter(({ cancelled }) => !cancelled);

async function connected(provider: 'GOOGLE' | 'OFFICE365'): Promise<FakeAccount> {
  const account = fakeAccount(provider, `ann@${provider.toLowerCase()}.example`);
  await rig.connect(account);
  return account;
}

describe.each(PROVIDERS)('%s', (provider) => {
  test('creates, reads, changes, and deletes an event', async () => {
    const account = await connected(provider);
    const made = await rig.api.post(EVENTS, {
      ...LUNCH,
      description: 'Noodles',
      location: 'Mott St',
      add_conference: true,
    });
    expect(made.status).toBe(201);
    const { calendar_event: event } = made.body.data;
    expect(event).toMatchObject({
      dateTime: '2026-12-01T17:00:00.000Z',
      endDateTime: '2026-12-01T18:00:00.000Z',
      summaryOfEvent: 'Lunch',
      descriptionOfEvent: 'Noodles',
      location: 'Mott St',
      email: account.email,
    });
    expect(event.conferenceData.entryPoints.length).toBeGreaterThan(0);
    const path = `${EVENTS}/${encodeURIComponent(event.providerId)}`;
    expect(dataOf(await rig.api.get(path)).calendar_event).toEqual(event);
    const day = { start_date: '2026-12-03', description: null };
    const changed = dataOf(await rig.api.call('PATCH', path, day)).calendar_event;
    expect(changed).toMatchObject({
      isAllDay: true,
      dateTime: '2026-12-03T00:00:00.000Z',
      endDateTime: '2026-12-04T00:00:00.000Z',
      summaryOfEvent: 'Lunch',
      descriptionOfEvent: null,
    });
    const back = dataOf(await rig.api.call('PATCH', path, LUNCH)).calendar_event;
    expect(back).toMatchObject({ isAllDay: false, dateTime: event.dateTime });
    const gone = await rig.api.call('DELETE', path);
    expect(gone.body.data).toEqual({ affected: 1, ids: [event.providerId] });
    expect([(await rig.api.get(path)).status, (await rig.api.call('DELETE', path)).status]).toEqual([404, 404]);
    expect(rig.fake.invited).toBe(0);
  });

  test('notifies guests only on request', async () => {
    const account = await connected(provider);
    const guests = { attendees: [{ email: 'bob@example.com', name: 'Bob' }] };
    const silent = await rig.api.post(EVENTS, { ...LUNCH, ...guests });
    if (provider === 'OFFICE365') {
      expect([silent.status, Object.keys(fieldsOf(silent))]).toEqual([400, ['attendees']]);
      expect(silent.body.error.hint).toContain('send_invitations');
      expect(eventsIn(account)).toEqual([]);
    } else expect(silent.status).toBe(201);
    expect(rig.fake.invited).toBe(0);
    const loud = dataOf(await rig.api.post(EVENTS, { ...LUNCH, ...guests, send_invitations: true })).calendar_event;
    expect([rig.fake.invited, loud.participants.at(-1)]).toEqual([1, { email: 'bob@example.com', name: 'Bob' }]);
    const path = `${EVENTS}/${encodeURIComponent(loud.providerId)}`;
    const quiet = [await rig.api.call('PATCH', path, { summary: 'Later' }), await rig.api.call('DELETE', path)];
    expect(quiet.map(({ status }) => status)).toEqual(provider === 'OFFICE365' ? [400, 400] : [200, 200]);
    expect(rig.fake.invited).toBe(1);
    if (provider === 'OFFICE365') {
      expect((await rig.api.call('DELETE', `${path}?send_invitations=true`)).status).toBe(200);
      expect(rig.fake.invited).toBe(2);
    }
  });

  test('keeps answers, optional guests, and the room when guests change, and sends nothing if nothing changed', async () => {
    const account = await connected(provider);
    const [yes, no] = provider === 'GOOGLE' ? ['accepted', 'declined'] : ['accepted', 'declined'];
    const attendees = [
      { email: 'bob@x.example', name: 'Bob', response: yes },
      { email: 'eve@x.example', response: no, optional: true },
      { email: 'dan@x.example', response: 'tentative' },
      { email: 'room@resource.calendar.google.com', response: yes, resource: true },
    ];
    if (provider === 'OFFICE365') attendees[2]!.response = 'tentativelyAccepted';
    account.calendars[0]!.events.push(
      timed('plan', '2026-12-01T10:00:00Z', 30, { attendees: [...attendees], organizer: account.email }),
    );
    const change = async (guests: string[]) => {
      const body = { attendees: guests.map((email) => ({ email })), send_invitations: true };
      return rig.api.call('PATCH', `${EVENTS}/plan`, body);
    };
    const now = () => eventsIn(account)[0]!.attendees.map((one) => [one.email, one.response, !!one.optional]);
    expect((await change(['BOB@x.example', 'eve@x.example', 'zoe@x.example', 'zoe@x.example'])).status).toBe(200);
    const room = ['room@resource.calendar.google.com', yes, false];
    const stay = [['bob@x.example', yes, false], ['eve@x.example', no, true], room];
    expect(now()).toEqual([...stay, ['zoe@x.example', undefined, false]]);
    expect(eventsIn(account)[0]!.attendees[2]!.resource).toBe(true);
    const before = now();
    await change([account.email, 'bob@x.example', 'eve@x.example', 'zoe@x.example']);
    expect(now()).toEqual(before);
    expect(rig.fake.seen.findLast(({ method }) => method === 'PATCH')!.body).not.toHaveProperty('attendees');
    await change([]);
    expect(now()).toEqual([room]);
  });

  test('keeps the local time of a moved series', async () => {
    const account = await connected(provider);
    const zones = provider === 'GOOGLE' ? ['America/New_York'] : ['America/New_York', 'Eastern Standard Time'];
    for (const [number, timeZone] of zones.entries()) {
      const weekly = timed(`weekly${number}`, '2026-12-01T15:00:00Z', 60, { rule: 'FREQ=WEEKLY', timeZone });
      account.calendars[0]!.events.push(weekly);
      const moved = { start_datetime: '2026-12-01T17:00:00+01:00', end_datetime: '2026-12-01T18:00:00+01:00' };
      const answer = await rig.api.call('PATCH', `${EVENTS}/weekly${number}`, moved);
      expect([answer.status, weekly.timeZone, weekly.start]).toEqual([
        200,
        'America/New_York',
        '2026-12-01T16:00:00.000Z',
      ]);
      expect(answer.body.data.calendar_event.dateTime).toBe('2026-12-01T16:00:00.000Z');
    }
    const unknown = timed('unknown', '2026-12-01T15:00:00Z', 60, { rule: 'FREQ=WEEKLY', timeZone: 'tzone://Custom' });
    account.calendars[0]!.events.push(unknown);
    const local = { start_datetime: '2026-12-02T09:00:00', end_datetime: '2026-12-02T10:00:00' };
    const named = { ...local, time_zone: 'Asia/Tokyo' };
    expect((await rig.api.call('PATCH', `${EVENTS}/unknown`, named)).status).toBe(200);
    expect([unknown.timeZone, unknown.start]).toEqual(['Asia/Tokyo', '2026-12-02T00:00:00.000Z']);
  });

  test('places a new event in time_zone', async () => {
    const account = await connected(provider);
    await rig.api.post(EVENTS, LUNCH);
    expect(eventsIn(account)[0]).toMatchObject({ timeZone: 'America/New_York', start: '2026-12-01T17:00:00.000Z' });
  });

  const fault = fc.constantFrom<Fault>(
    { kind: 'reset' },
    { kind: 'reset', after: true },
    { kind: 'hang' },
    { kind: 'cut' },
    { kind: 'not json' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429, retryAfter: 0 },
    { kind: 'status', status: 401 },
    { kind: 'status', status: 507 },
  );

  test('creates exactly one event under one key, with any failures and retries', async () => {
    const account = await connected(provider);
    await fc.assert(
      fc.asyncProperty(
        fault,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (broken, times, atOnce) => {
          const key = randomUUID();
          const before = eventsIn(account).length;
          rig.fake.plan = firstTimes(times, broken, ({ method }) => method === 'POST');
          let status = 0;
          for (let round = 0; status !== 201; round++) {
            expect(round).toBeLessThan(10);
            const answers = await Promise.all(
              Array.from({ length: atOnce }, () => rig.api.post(EVENTS, LUNCH, { key })),
            );
            status = Math.min(...answers.map((answer) => answer.status));
            for (const answer of answers) expect([201, 409, 503]).toContain(answer.status);
            await rig.connect(account);
          }
          expect(eventsIn(account)).toHaveLength(before + 1);
          const replay = await rig.api.post(EVENTS, LUNCH, { key });
          expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
          expect(eventsIn(account)).toHaveLength(before + 1);
        },
      ),
      { numRuns: rounds(10) },
    );
  });

  test('reads the event again on a replay, and returns 409 to another request with the key', async () => {
    const account = await connected(provider);
    const key = randomUUID();
    const made = await rig.api.post(EVENTS, LUNCH, { key });
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
    eventsIn(account)[0]!.summary = 'Moved by hand';
    const replay = await rig.api.post(EVENTS, LUNCH, { key });
    expect([replay.status, replay.body.data.calendar_event.summaryOfEvent]).toEqual([201, 'Moved by hand']);
    expect((await rig.api.post(EVENTS, { ...LUNCH, summary: 'Dinner' }, { key })).status).toBe(409);
  });

  test('counts a delete as done if the connection broke afterwards', async () => {
    const account = await connected(provider);
    account.calendars[0]!.events.push(timed('gone', '2026-12-01T10:00:00Z', 30));
    rig.fake.plan = firstTimes(1, { kind: 'reset', after: true }, ({ method }) => method === 'DELETE');
    expect((await rig.api.call('DELETE', `${EVENTS}/gone`)).status).toBe(200);
    expect(eventsIn(account)).toEqual([]);
  });

  test('returns 403 without write permission, and explains how to grant it', async () => {
    const account = fakeAccount(provider, 'reader@example.com');
    await rig.connect(account, ['read_email', 'read_calendar']);
    const answer = await rig.api.post(EVENTS, LUNCH);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'Forbidden']);
    expect(answer.body.error.hint).toContain('--write');
  });
});

describe('an Outlook online meeting', () => {
  const meet = (account: FakeAccount, description: string | null) => {
    const event = timed('call', '2026-12-01T10:00:00Z', 30, { conference: true, description });
    account.calendars[0]!.events.push(event);
    return event;
  };
  const change = async (description: string | null): Promise<Json> =>
    dataOf(await rig.api.call('PATCH', `${EVENTS}/call`, { description })).calendar_event;

  test.each(['Numbers: 5 < 6 & more\nthen tea', '', null])('survives another description: %j', async (text) => {
    const event = meet(await connected('OFFICE365'), 'Old agenda');
    const changed = await change(text);
    expect([event.conference, event.description]).toEqual([true, text ?? '']);
    expect(changed.descriptionOfEvent).toBe(text || null);
    expect(changed.conferenceData.entryPoints[0].uri).toContain('/meetup-join/');
  });

  test('keeps its join link out of the description, and once in the text after a round trip', async () => {
    const event = meet(await connected('OFFICE365'), 'Agenda');
    const { calendar_events } = dataOf(await rig.api.get(`${EVENTS}?dateRange[start]=2026-12-01`));
    const { calendar_event } = dataOf(await rig.api.get(`${EVENTS}/call`));
    expect([calendar_events[0].descriptionOfEvent, calendar_event.descriptionOfEvent]).toEqual(['Agenda', 'Agenda']);
    await change(`${calendar_event.descriptionOfEvent}\nand cake`);
    await change(
      `A\n${'_'.repeat(80)}\nMicrosoft Teams\nhttps://teams.microsoft.com/l/meetup-join/x\n${'_'.repeat(80)}`,
    );
    expect([event.conference, event.description]).toEqual([true, 'A']);
    const sent = rig.fake.seen.findLast(({ method }) => method === 'PATCH')!.body as Json;
    expect(sent.body.content.match(/meetup-join/g)).toHaveLength(1);
  });
});

test.each([400, 409])('returns the event that Graph reports as a duplicate with %d', async (duplicates) => {
  const account = await connected('OFFICE365');
  account.duplicates = duplicates;
  rig.fake.plan = firstTimes(1, { kind: 'reset', after: true }, ({ method }) => method === 'POST');
  const made = await rig.api.post(EVENTS, LUNCH);
  expect([made.status, made.body.data?.calendar_event.summaryOfEvent]).toEqual([201, 'Lunch']);
  expect(eventsIn(account)).toHaveLength(1);
});

test.each([
  ['moved to another time', { start: '2027-03-01T10:00:00Z', end: '2027-03-01T11:00:00Z' }, 0],
  ['moved to another calendar', {}, 1],
])('returns the event that Graph created, and that was %s since, to a retry', async (_, since, calendar) => {
  const account = await connected('OFFICE365');
  account.calendars.push(moreCalendar('work'));
  account.duplicates = 400;
  const key = randomUUID();
  rig.fake.plan = firstTimes(3, { kind: 'reset', after: true }, ({ method }) => method === 'POST');
  expect((await rig.api.post(EVENTS, LUNCH, { key })).status).toBe(503);
  const [made] = account.calendars[0]!.events.splice(0);
  account.calendars[calendar]!.events.push(Object.assign(made!, since, { changedAt: new Date().toISOString() }));
  const again = await rig.api.post(EVENTS, LUNCH, { key });
  expect([again.status, again.body.data?.calendar_event.summaryOfEvent]).toEqual([201, 'Lunch']);
  expect(account.calendars.flatMap(({ events }) => events)).toHaveLength(1);
});

test('reports a read-only event as existing but not editable', async () => {
  const reader = fakeAccount('GOOGLE', 'reader@example.com');
  reader.calendars[0]!.events.push(timed('theirs', '2026-12-01T10:00:00Z', 30));
  await rig.connect(reader, ['read_calendar']);
  await connected('OFFICE365');
  for (const answer of [
    await rig.api.call('PATCH', `${EVENTS}/theirs`, { summary: 'x' }),
    await rig.api.call('DELETE', `${EVENTS}/theirs`),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([403, 'Forbidden']);
    expect([answer.body.error.message, answer.body.error.hint].join()).toMatch(/reader@example.com.*--write/);
  }
  expect((await rig.api.call('PATCH', `${EVENTS}/nowhere`, { summary: 'x' })).status).toBe(404);
});

test('uses account_email, or else the first writable account', async () => {
  const first = fakeAccount('GOOGLE', 'first@example.com');
  await rig.connect(first, ['read_calendar']);
  const [second, third] = [await connected('GOOGLE'), await connected('OFFICE365')];
  await rig.api.post(EVENTS, LUNCH);
  await rig.api.post(EVENTS, { ...LUNCH, account_email: third.email.toUpperCase() });
  expect([first, second, third].map((account) => eventsIn(account).length)).toEqual([0, 1, 1]);
  const answer = await rig.api.post(EVENTS, { ...LUNCH, account_email: 'nobody@example.com' });
  expect([answer.status, answer.body.error.code]).toEqual([409, 'no_connected_account']);
  const unknown = await rig.api.get(`${EVENTS}/${encodeURIComponent('no such/id%+')}`);
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NotFound']);
  expect((await rig.api.get(`${EVENTS}/${'x'.repeat(2_000)}`)).status).toBe(404);
});
