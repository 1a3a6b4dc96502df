import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, fieldsOf, type Json } from '../support/people.ts';
import {
  allDay,
  type FakeAccount,
  type FakeEvent,
  fakeAccount,
  moreCalendar,
  timed,
} from '../support/providers/data.ts';
import { type Fault, firstTimes } from '../support/providers/faults.ts';
import { rounds } from '../support/rounds.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

// The scope of a change or deletion in a series: one occurrence, it and later ones, or all.

let rig: AgendaRig;
beforeEach(async () => {
  rig = await agendaRig();
});
afterEach(() => stopUnharmed(rig));

const EVENTS = '/v2/agenda/calendar/events';
const PROVIDERS = ['GOOGLE', 'OFFICE365'] as const;
const ATTENDEES = [
  { email: 'bob@x.example', name: 'Bob' },
  { email: 'eve@x.example', optional: true },
  { email: 'room@x.example', resource: true },
];

async function connected(provider: (typeof PROVIDERS)[number], more: Partial<FakeAccount> = {}): Promise<FakeAccount> {
  const account = { ...fakeAccount(provider, `ann@${provider.toLowerCase()}.example`), ...more };
  await rig.connect(account);
  return account;
}

const change = (id: string, body: Json, key = randomUUID()) =>
  rig.api.call('PATCH', `${EVENTS}/${encodeURIComponent(id)}`, { send_invitations: true, ...body }, { key });
const remove = (id: string, scope?: string) =>
  rig.api.call('DELETE', `${EVENTS}/${encodeURIComponent(id)}?send_invitations=true${scope ? `&scope=${scope}` : ''}`);

/** Events from October 1, 2026 to January 1, 2027 as `title start`, in UTC. */
async function listed(): Promise<Json[]> {
  const range = 'dateRange[start]=2026-10-01&dateRange[end]=2026-12-31&limit=250';
  return dataOf(await rig.api.get(`${EVENTS}?${range}`)).calendar_events;
}
const shown = async (): Promise<string[]> =>
  (await listed()).map(({ summaryOfEvent, dateTime }) => `${summaryOfEvent} ${dateTime.slice(5, 16)}`);
const idAt = async (start: string): Promise<string> =>
  (await listed()).find(({ dateTime }) => dateTime.slice(5, 16) === start)!.providerId;

describe.each(PROVIDERS)('%s', (provider) => {
  /** Tuesdays at 10:00 in Berlin, from October 6. Clocks change on October 25. */
  const weekly = (more: Partial<FakeEvent> = {}): FakeEvent =>
    timed('weekly', '2026-10-06T08:00:00Z', 60, {
      ...{ summary: 'Plan', description: 'Agenda', location: 'Room 4', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' },
      ...{ timeZone: 'Europe/Berlin', attendees: structuredClone(ATTENDEES) },
      ...{ organizer: `ann@${provider.toLowerCase()}.example`, ...more },
    });
  const BEFORE = ['10-06T08:00', '10-13T08:00', '10-20T08:00', '10-27T09:00', '11-03T09:00', '11-10T09:00'];
  const titled = (title: string, starts: string[]) => starts.map((start) => `${title} ${start}`);

  async function withSeries(more?: Partial<FakeEvent>): Promise<FakeAccount> {
    const account = await connected(provider);
    account.calendars[0]!.events.push(weekly(more));
    expect(await shown()).toEqual(titled(more?.summary ?? 'Plan', BEFORE));
    return account;
  }

  test('one: leaves other occurrences unchanged', async () => {
    await withSeries();
    const times = { start_datetime: '2026-10-20T14:00:00Z', end_datetime: '2026-10-20T15:00:00Z' };
    const id = await idAt('10-20T08:00');
    for (const scope of ['one', undefined]) {
      const answer = await change(id, { summary: 'Moved', ...times, scope });
      expect([answer.status, answer.body.data?.calendar_event.providerId]).toEqual([200, id]);
      expect(await shown()).toEqual(titled('Plan', BEFORE).with(2, 'Moved 10-20T14:00'));
    }
    expect((await remove(await idAt('10-27T09:00'), 'one')).body.data.affected).toBe(1);
    expect((await remove(await idAt('11-03T09:00'))).status).toBe(200);
    expect(await shown()).toEqual(['Plan 10-06T08:00', 'Plan 10-13T08:00', 'Moved 10-20T14:00', 'Plan 11-10T09:00']);
  });

  test('all: moves every occurrence along with the given one, across the clock change', async () => {
    const account = await withSeries();
    const times = {
      start_datetime: '2026-10-29T14:30:00',
      end_datetime: '2026-10-29T15:00:00',
      time_zone: 'Europe/Berlin',
    };
    const answer = await change(await idAt('10-27T09:00'), { summary: 'Later', scope: 'all', ...times });
    expect(answer.body.data.calendar_event).toMatchObject({
      providerId: 'weekly',
      dateTime: '2026-10-08T12:30:00.000Z',
    });
    const thursdays = ['10-08T12:30', '10-15T12:30', '10-22T12:30', '10-29T13:30', '11-05T13:30', '11-12T13:30'];
    expect(await shown()).toEqual(titled('Later', thursdays));
    expect(account.calendars[0]!.events[0]!.attendees.map(({ email }) => email)).toEqual(
      ATTENDEES.map(({ email }) => email),
    );
    expect((await remove(await idAt('10-29T13:30'), 'all')).status).toBe(200);
    expect(await shown()).toEqual([]);
  });

  test('following: ends the old series, and copies its properties to a new one', async () => {
    const account = await withSeries({
      conference: true,
      more: { ...(provider === 'GOOGLE' ? { colorId: '7' } : { reminderMinutesBeforeStart: 5 }) },
    });
    const answer = await change(await idAt('10-20T08:00'), { summary: 'New', scope: 'following' });
    expect(answer.status).toBe(200);
    const { calendar_event: made } = answer.body.data;
    expect(made).toMatchObject({
      dateTime: '2026-10-20T08:00:00.000Z',
      location: 'Room 4',
      descriptionOfEvent: 'Agenda',
    });
    expect(made.conferenceData.entryPoints.length).toBeGreaterThan(0);
    expect(await shown()).toEqual([...titled('Plan', BEFORE.slice(0, 2)), ...titled('New', BEFORE.slice(2))]);
    const [old, next] = account.calendars[0]!.events;
    expect([account.calendars[0]!.events.length, next!.timeZone]).toEqual([2, 'Europe/Berlin']);
    const people = ({ attendees }: FakeEvent) =>
      attendees.map(({ email, optional, resource }) => [email, !!optional, !!resource]);
    expect(people(next!)).toEqual(people(old!));
    expect(next!.more).toMatchObject(old!.more!);
  });

  test('following: moves to another day and time, from a moved or the first occurrence', async () => {
    await withSeries({ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' });
    const aside = { start_datetime: '2026-10-21T06:00:00Z', end_datetime: '2026-10-21T07:00:00Z' };
    await change(await idAt('10-20T08:00'), aside);
    const local = {
      start_datetime: '2026-10-22T16:00:00',
      end_datetime: '2026-10-22T16:30:00',
      time_zone: 'Europe/Berlin',
    };
    expect((await change(await idAt('10-21T06:00'), { ...local, scope: 'following' })).status).toBe(200);
    const thursdays = ['10-22T14:00', '10-29T15:00', '11-05T15:00', '11-12T15:00'];
    // Google drops changed occurrences with the rest of the series. Outlook may keep them.
    const now = (await shown()).filter((one) => one !== 'Plan 10-21T06:00');
    expect(now).toEqual(titled('Plan', [...BEFORE.slice(0, 2), ...thursdays]));
    const whole = await change(await idAt('10-06T08:00'), { summary: 'Same', scope: 'following' });
    expect(whole.body.data.calendar_event.providerId).toBe('weekly');
    expect((await shown()).filter((one) => one.startsWith('Same'))).toEqual(titled('Same', BEFORE.slice(0, 2)));
  });

  test('deletes an occurrence and later ones by ending the series, or the whole series from its first', async () => {
    await withSeries();
    expect((await remove(await idAt('10-27T09:00'), 'following')).body.data).toMatchObject({ affected: 1 });
    expect(await shown()).toEqual(titled('Plan', BEFORE.slice(0, 3)));
    expect((await remove(await idAt('10-06T08:00'), 'following')).status).toBe(200);
    expect(await shown()).toEqual([]);
  });

  test('following: keeps single occurrences deleted', async () => {
    await withSeries();
    for (const start of ['10-13T08:00', '11-03T09:00']) await remove(await idAt(start));
    const body = { start_datetime: '2026-10-22T08:00:00Z', end_datetime: '2026-10-22T09:00:00Z', scope: 'following' };
    expect((await change(await idAt('10-20T08:00'), body)).status).toBe(200);
    expect(await shown()).toEqual(titled('Plan', ['10-06T08:00', '10-22T08:00', '10-29T09:00', '11-12T09:00']));
  });

  test('splits an all-day series by days', async () => {
    const account = await connected(provider);
    account.calendars[0]!.events.push(
      allDay('fair', '2026-10-05', '2026-10-07', {
        summary: 'Fair',
        rule: 'FREQ=WEEKLY;BYDAY=MO',
        timeZone: 'Europe/Berlin',
      }),
    );
    const body = { start_date: '2026-11-03', summary: 'Day', scope: 'following' };
    expect((await change(await idAt('11-02T00:00'), body)).status).toBe(200);
    const mondays = ['10-05T00:00', '10-12T00:00', '10-19T00:00', '10-26T00:00'];
    const now = await shown();
    expect(now.slice(0, 4)).toEqual(titled('Fair', mondays));
    expect(now.slice(4, 7)).toEqual(titled('Day', ['11-03T00:00', '11-10T00:00', '11-17T00:00']));
  });

  test("rejects a scope for a single event or a whole series, and a split of another organizer's series", async () => {
    const account = await withSeries();
    account.calendars[0]!.events.push(timed('alone', '2026-12-01T10:00:00Z', 60));
    for (const scope of ['following', 'all']) {
      const answer = await change('alone', { summary: 'x', scope });
      expect([answer.status, fieldsOf(answer).scope]).toEqual([400, 'this event is not part of a series']);
      expect((await remove('alone', scope)).status).toBe(400);
    }
    expect((await change('alone', { summary: 'Still', scope: 'one' })).status).toBe(200);
    for (const scope of ['following', 'one']) {
      const answer = await change('weekly', { summary: 'x', scope });
      expect([answer.status, fieldsOf(answer).scope]).toContain(400);
      expect(fieldsOf(answer).scope).toContain('the id of the whole series');
      expect(answer.body.error.hint).toContain('list_calendar_events');
    }
    const odd = await change('weekly', { summary: 'x', scope: 'some' });
    expect([odd.status, Object.keys(fieldsOf(odd))]).toEqual([400, ['scope']]);
    expect((await change('weekly', { scope: 'all' })).status).toBe(400);
    if (provider === 'OFFICE365') {
      const silent = { summary: 'x', scope: 'following', send_invitations: false };
      expect(Object.keys(fieldsOf(await change(await idAt('10-20T08:00'), silent)))).toEqual(['send_invitations']);
    }
    account.calendars[0]!.events[0]!.organizer = 'boss@x.example';
    const theirs = await change(await idAt('10-20T08:00'), { summary: 'x', scope: 'following' });
    expect([theirs.status, fieldsOf(theirs).scope]).toEqual([400, expect.stringContaining('only the organizer')]);
    expect(account.calendars[0]!.events).toHaveLength(2);
  });

  const fault = fc.constantFrom<Fault>(
    { kind: 'reset' },
    { kind: 'reset', after: true },
    { kind: 'cut' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 401 },
  );

  test('leaves one ending and one new series after failures and retries with the same key', async () => {
    const account = await withSeries();
    const { events } = account.calendars[0]!;
    await fc.assert(
      fc.asyncProperty(fault, fc.nat(4), fc.integer({ min: 1, max: 5 }), async (broken, from, times) => {
        events.splice(0, Infinity, weekly());
        const id = await idAt('10-20T08:00');
        let count = 0;
        const fits = ({ method }: { method: string }) => method !== 'GET' && count++ >= from;
        rig.fake.plan = firstTimes(times, broken, fits);
        const key = randomUUID();
        let status = 0;
        for (let round = 0; status !== 200; round++) {
          expect(round).toBeLessThan(10);
          status = (await change(id, { summary: 'New', scope: 'following' }, key)).status;
          expect([200, 409, 503]).toContain(status);
          // No occurrence is ever missing.
          rig.fake.plan = round === 0 ? rig.fake.plan : () => undefined;
          await rig.connect(account);
        }
        rig.fake.plan = () => undefined;
        const expected = [...titled('Plan', BEFORE.slice(0, 2)), ...titled('New', BEFORE.slice(2))];
        expect(await shown()).toEqual(expected);
        const replay = await change(id, { summary: 'New', scope: 'following' }, key);
        expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
        expect([await shown(), events.length]).toEqual([expected, 2]);
      }),
      { numRuns: rounds(5) },
    );
  });

  test('returns the new series to a retry after both halves succeeded without a record', async () => {
    const account = await withSeries();
    const id = await idAt('10-20T08:00');
    const key = randomUUID();
    const body = { summary: 'New', scope: 'following' };
    // Every attempt to end the old series succeeds, but none is answered.
    rig.fake.plan = firstTimes(3, { kind: 'reset', after: true }, ({ method }) => method === 'PATCH');
    expect((await change(id, body, key)).status).toBe(503);
    const again = await change(id, body, key);
    expect([again.status, again.body.data?.calendar_event.summaryOfEvent]).toEqual([200, 'New']);
    expect(account.calendars[0]!.events).toHaveLength(2);
  });

  test('does not move a series again after an unrecorded success', async () => {
    await withSeries();
    const id = await idAt('10-20T08:00');
    const key = randomUUID();
    const times = { start_datetime: '2026-10-22T10:00:00Z', end_datetime: '2026-10-22T11:00:00Z' };
    const body = { summary: 'Moved', scope: 'all', ...times };
    rig.fake.plan = firstTimes(3, { kind: 'reset', after: true }, ({ method }) => method === 'PATCH');
    expect((await change(id, body, key)).status).toBe(503);
    const again = await change(id, body, key);
    const thursdays = ['10-08T10:00', '10-15T10:00', '10-22T10:00', '10-29T11:00', '11-05T11:00', '11-12T11:00'];
    expect(await shown()).toEqual(titled('Moved', thursdays));
    // Outlook's ids do not identify the series of a deleted occurrence.
    const answered = [again.status, again.body.data?.calendar_event.providerId];
    expect(answered).toEqual(provider === 'GOOGLE' ? [200, 'weekly'] : [404, undefined]);
  });

  test("creates the new series in the old one's calendar", async () => {
    const account = await connected(provider);
    account.calendars.push(moreCalendar('team', { events: [weekly()] }));
    expect((await change(await idAt('10-20T08:00'), { summary: 'New', scope: 'following' })).status).toBe(200);
    expect(account.calendars.map(({ events }) => events.length)).toEqual([0, 2]);
  });
});
