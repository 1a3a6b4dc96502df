import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/people.ts';
import { calendarOf, eventOf, type Publisher, publisher } from '../support/published-calendars.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Published calendars in the style of various programs, read through the service on a socket.

let service: RunningService;
let published: Publisher;
let count = 0;
beforeAll(async () => {
  [service, published] = [await startService(), await publisher()];
});
afterAll(async () => {
  published.close();
  await service.stop();
});

async function connected(...content: string[]): Promise<User> {
  const user = await service.user();
  await published.connect(service, user, `cal${count++}`, calendarOf('X-WR-TIMEZONE:Europe/Berlin', ...content));
  return user;
}

interface Listed {
  summaryOfEvent: string;
  dateTime: string;
  endDateTime: string;
  providerId: string;
  iCalUID: string | null;
  showAs?: string;
}

async function list(
  user: User,
  from: string,
  to: string,
): Promise<{ events: string[]; rows: Listed[]; warnings: string[] }> {
  const path = `/v2/agenda/calendar/events?dateRange[start]=${from}&dateRange[end]=${to}&limit=50`;
  const { calendar_events: rows, warnings } = dataOf(await user.get(path)) as {
    calendar_events: Listed[];
    warnings: string[];
  };
  const events = rows.map(
    ({ summaryOfEvent, dateTime, endDateTime }) =>
      `${summaryOfEvent} ${dateTime.slice(5, 16)}-${endDateTime.slice(11, 16)}`,
  );
  return { events, rows, warnings };
}

const zoneOf = (name: string) =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
    ...['DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'],
    ...['END:DAYLIGHT', 'END:VTIMEZONE'],
  ].join('\r\n');

const WEEKLY = ['SUMMARY:Choir', 'DTSTART;TZID=Europe/Berlin:20261102T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'];
/** The occurrence at 08:00 UTC on November 9, moved to the afternoon of the tenth. */
const moved = (recurrence: string, ...more: string[]) =>
  eventOf('w', 'SUMMARY:Moved', recurrence, 'DTSTART;TZID=Europe/Berlin:20261110T150000', 'DURATION:PT2H', ...more);

describe('a moved occurrence is listed once, at its new time', () => {
  test.each([
    ['the zone of its series', 'RECURRENCE-ID;TZID=Europe/Berlin:20261109T090000'],
    ['UTC', 'RECURRENCE-ID:20261109T080000Z'],
    ['a third zone', 'RECURRENCE-ID;TZID=Asia/Tokyo:20261109T170000'],
    ['no zone', 'RECURRENCE-ID:20261109T090000'],
    ['a day', 'RECURRENCE-ID;VALUE=DATE:20261109'],
    ['a zone that the calendar brings along', 'RECURRENCE-ID;TZID=W. Europe Standard Time:20261109T090000'],
    [
      'a name made unique in the world',
      'RECURRENCE-ID;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261109T090000',
    ],
  ])('written in %s', async (_, recurrence) => {
    const user = await connected(zoneOf('W. Europe Standard Time'), eventOf('w', ...WEEKLY), moved(recurrence));
    const { events, rows, warnings } = await list(user, '2026-11-02', '2026-11-17');
    expect(events).toEqual(['Choir 11-02T08:00-09:00', 'Moved 11-10T14:00-16:00', 'Choir 11-16T08:00-09:00']);
    expect(warnings).toEqual([]);
    // Each can be read by its id.
    for (const { providerId, dateTime } of rows) {
      const { calendar_event: event } = dataOf(
        await user.get(`/v2/agenda/calendar/events/${encodeURIComponent(providerId)}`),
      );
      expect(event.dateTime).toBe(dateTime);
    }
  });

  test('in an all-day series, even if the program writes midnight', async () => {
    const daily = ['SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261102', 'RRULE:FREQ=DAILY;COUNT=3'];
    for (const recurrence of [';VALUE=DATE:20261103', ':20261103T000000', ':20261102T230000Z', ':20261103T000000Z']) {
      const user = await connected(
        eventOf('f', ...daily),
        eventOf('f', 'SUMMARY:Rain', `RECURRENCE-ID${recurrence}`, 'DTSTART;VALUE=DATE:20261105'),
      );
      expect(
        (await list(user, '2026-11-02', '2026-11-08')).rows.map((row) => [
          row.summaryOfEvent,
          row.dateTime.slice(8, 10),
        ]),
      ).toEqual([
        ['Fair', '02'],
        ['Fair', '04'],
        ['Rain', '05'],
      ]);
    }
  });

  test('uses the newer of two changes to one occurrence', async () => {
    const user = await connected(
      eventOf('w', ...WEEKLY),
      moved('RECURRENCE-ID:20261109T080000Z', 'SEQUENCE:2'),
      eventOf(
        'w',
        'SUMMARY:Old',
        'SEQUENCE:1',
        'RECURRENCE-ID;TZID=Europe/Berlin:20261109T090000',
        'DTSTART:20261109T120000Z',
      ),
    );
    expect((await list(user, '2026-11-09', '2026-11-11')).events).toEqual(['Moved 11-10T14:00-16:00']);
  });
});

test('moves all later occurrences for THISANDFUTURE, and keeps those with their own change', async () => {
  const user = await connected(
    eventOf('w', ...WEEKLY),
    moved('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261109T090000'),
    eventOf('w', 'SUMMARY:Alone', 'RECURRENCE-ID:20261123T080000Z', 'DTSTART:20261123T200000Z', 'DURATION:PT1H'),
  );
  const { events, rows } = await list(user, '2026-11-02', '2026-12-02');
  expect(events).toEqual([
    'Choir 11-02T08:00-09:00',
    'Moved 11-10T14:00-16:00',
    'Moved 11-17T14:00-16:00',
    'Alone 11-23T20:00-21:00',
    'Moved 12-01T14:00-16:00',
  ]);
  const { providerId, dateTime } = rows.at(-1)!;
  const found = dataOf(await user.get(`/v2/agenda/calendar/events/${encodeURIComponent(providerId)}`));
  expect(found.calendar_event.dateTime).toBe(dateTime);
});

test("lists dates without a rule besides the first, and uses a period's own length", async () => {
  const user = await connected(
    eventOf(
      'd',
      'SUMMARY:Talk',
      'DTSTART:20261102T090000Z',
      'DURATION:PT1H',
      'RDATE:20261103T090000Z,20261104T090000Z',
    ),
    eventOf(
      'p',
      ...['SUMMARY:Shift', 'DTSTART:20261102T100000Z', 'DTEND:20261102T110000Z'],
      'RDATE;VALUE=PERIOD:20261105T100000Z/PT3H,20261106T100000Z/20261106T140000Z',
    ),
  );
  expect((await list(user, '2026-11-02', '2026-11-07')).events).toEqual([
    'Talk 11-02T09:00-10:00',
    'Shift 11-02T10:00-11:00',
    'Talk 11-03T09:00-10:00',
    'Talk 11-04T09:00-10:00',
    'Shift 11-05T10:00-13:00',
    'Shift 11-06T10:00-14:00',
  ]);
});

test('lists all events without a UID or with a shared one, and replaces an older version', async () => {
  const user = await connected(
    eventOf(undefined, 'SUMMARY:One', 'DTSTART:20261102T090000Z', 'DURATION:PT1H'),
    eventOf(undefined, 'SUMMARY:Two', 'DTSTART:20261102T100000Z', 'DURATION:PT1H'),
    eventOf('same', 'SUMMARY:Three', 'DTSTART:20261102T110000Z', 'DURATION:PT1H'),
    eventOf('same', 'SUMMARY:Four', 'DTSTART:20261102T120000Z', 'DURATION:PT1H'),
    eventOf('same', 'SUMMARY:Four', 'DTSTAMP:20260101T000000Z', 'DTSTART:20261102T120000Z', 'DURATION:PT1H'),
    eventOf('revised', 'SUMMARY:Before', 'SEQUENCE:1', 'DTSTART:20261102T130000Z', 'DURATION:PT1H'),
    eventOf('revised', 'SUMMARY:After', 'SEQUENCE:2', 'DTSTART:20261102T140000Z', 'DURATION:PT1H'),
  );
  const { events, rows, warnings } = await list(user, '2026-11-02', '2026-11-03');
  expect(events.map((one) => one.split(' ')[0])).toEqual(['One', 'Two', 'Three', 'Four', 'After']);
  expect(warnings).toEqual([]);
  expect(new Set(rows.map(({ providerId }) => providerId)).size).toBe(rows.length);
  for (const { providerId, summaryOfEvent } of rows) {
    const found = dataOf(await user.get(`/v2/agenda/calendar/events/${encodeURIComponent(providerId)}`));
    expect(found.calendar_event.summaryOfEvent).toBe(summaryOfEvent);
  }
});

test('adds exact hours and calendar days when clocks change', async () => {
  const at = 'DTSTART;TZID=Europe/Berlin:20261025T013000';
  const user = await connected(
    eventOf('a', 'SUMMARY:Hours', at, 'DURATION:PT2H'),
    eventOf('b', 'SUMMARY:End', at, 'DTEND;TZID=Europe/Berlin:20261025T033000'),
    eventOf('c', 'SUMMARY:Day', 'DTSTART;TZID=Europe/Berlin:20261024T120000', 'DURATION:P1DT1H'),
  );
  expect((await list(user, '2026-10-24', '2026-10-26')).events.sort()).toEqual([
    'Day 10-24T10:00-12:00',
    'End 10-24T23:30-02:30',
    'Hours 10-24T23:30-01:30',
  ]);
});

test('names an unknown zone once, and only if the list shows its times', async () => {
  const at = (uid: string, day: string) => eventOf(uid, 'SUMMARY:Call', `DTSTART;TZID=Mars/Base (1):${day}T090000`);
  const user = await connected(at('a', '20261102'), at('b', '20261103'));
  const { events, warnings } = await list(user, '2026-11-02', '2026-11-04');
  expect(events).toEqual(['Call 11-02T08:00-08:00', 'Call 11-03T08:00-08:00']);
  expect(warnings).toEqual([
    expect.stringMatching(/^account:cal\d+: unknown_time_zone\(Mars\/Base 1, taken as Europe\/Berlin\)$/),
  ]);
  expect((await list(user, '2026-12-02', '2026-12-04')).warnings).toEqual([]);
});

test("returns an event's answers, availability, and recurrence rule, as for connected accounts", async () => {
  const at = (day: number) => [`DTSTART:202611${day}T090000Z`, 'DURATION:PT1H'];
  const user = await connected(
    eventOf(
      'plan',
      ...[...at(10), 'SUMMARY:Plan', 'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=TU', 'ORGANIZER:mailto:boss@x.example'],
      'ATTENDEE;PARTSTAT=ACCEPTED;CN=Ann:mailto:ann@x.example',
      'ATTENDEE;PARTSTAT=declined;ROLE=OPT-PARTICIPANT:mailto:bob@x.example',
      'ATTENDEE;PARTSTAT=TENTATIVE:mailto:cid@x.example',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:dan@x.example',
    ),
    eventOf('a', ...at(20), 'TRANSP:TRANSPARENT'),
    eventOf('b', ...at(21), 'TRANSP:OPAQUE'),
    eventOf('c', ...at(22), 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'),
    eventOf('d', ...at(23), 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'),
    eventOf('e', ...at(24), 'STATUS:TENTATIVE'),
    eventOf('f', ...at(25)),
  );
  const { rows } = await list(user, '2026-11-18', '2026-11-30');
  const shown = Object.fromEntries(rows.map(({ providerId, showAs }) => [providerId, showAs]));
  expect(shown).toEqual({
    ...{ a: 'free', b: 'busy', c: 'away', d: 'elsewhere', e: 'tentative', f: 'busy' },
    plan_20261124T090000Z: 'busy',
  });
  const path = '/v2/agenda/calendar/events/plan_20261124T090000Z';
  const { calendar_event } = dataOf(await user.get(path));
  expect(calendar_event).toMatchObject({ isRecurring: true, recurrenceRule: 'FREQ=WEEKLY;COUNT=3;BYDAY=TU' });
  expect(calendar_event.participants).toEqual([
    { email: 'boss@x.example', name: null },
    { email: 'ann@x.example', name: 'Ann', response: 'accepted' },
    { email: 'bob@x.example', name: null, response: 'declined', optional: true },
    { email: 'cid@x.example', name: null, response: 'tentative' },
    { email: 'dan@x.example', name: null },
  ]);
  for (const scope of ['one', 'following', 'all']) {
    const refused = [await user.call('PATCH', path, { summary: 'x', scope }), await user.call('DELETE', path)];
    for (const { status, body } of refused)
      expect([status, body.error.message]).toEqual([403, expect.stringContaining('is a read-only subscription')]);
  }
});

test('lists the soonest of many events, and the number of further ones', async () => {
  const two = (at: number) => String(at).padStart(2, '0');
  const many = Array.from({ length: 120 }, (_, at) => {
    const start =
      at % 5 === 0
        ? `DTSTART;VALUE=DATE:202611${two(1 + (at % 28))}`
        : `DTSTART:202611${two(1 + (at % 28))}T${two(at % 24)}0000Z`;
    return eventOf(`e${at}`, start, `SUMMARY:${at % 3 === 0 ? 'Choir' : 'Chess'} ${at}`);
  });
  const user = await connected(...many, eventOf('weekly', ...WEEKLY));
  for (const search of ['', '&searchQuery=choir']) {
    const read = async (limit: number) => {
      const range = 'dateRange[start]=2026-11-03&dateRange[end]=2026-11-20';
      return dataOf(await user.get(`/v2/agenda/calendar/events?${range}&limit=${limit}${search}`));
    };
    const all = (await read(250)).calendar_events.map(({ providerId }: Listed) => providerId);
    expect(all.length).toBeGreaterThan(20);
    for (const limit of [1, 7, all.length]) {
      const { calendar_events, warnings } = await read(limit);
      expect(calendar_events.map(({ providerId }: Listed) => providerId)).toEqual(all.slice(0, limit));
      const left = all.length - limit;
      expect(warnings).toEqual(left > 0 ? [`truncated: ${left} more in this window; narrow dateRange`] : []);
    }
  }
});
