import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { expand } from '../../src/providers/ics/expand.ts';
import { parseCalendar } from '../../src/providers/ics/parse.ts';
import { rounds } from '../support/rounds.ts';

const calendar = (...events: string[]) =>
  parseCalendar(['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n'));
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n');
const days = (from: string, to: string) => ({ start: `${from}T00:00:00.000Z`, end: `${to}T00:00:00.000Z` });
const times = (parsed: ReturnType<typeof parseCalendar>, from: string, to: string) =>
  expand(parsed, { window: days(from, to), zone: 'Europe/Berlin', account: 'me' })
    .events.map(({ dateTime, endDateTime }) => `${dateTime.slice(0, 16)}/${endDateTime.slice(0, 16)}`)
    .sort();

describe('times', () => {
  test.each([
    ['UTC', ['DTSTART:20261120T090000Z', 'DTEND:20261120T093000Z'], '2026-11-20T09:00/2026-11-20T09:30'],
    [
      'a named zone',
      ['DTSTART;TZID=America/New_York:20261120T090000', 'DURATION:PT30M'],
      '2026-11-20T14:00/2026-11-20T14:30',
    ],
    ['no zone: the user’s', ['DTSTART:20261120T090000', 'DTEND:20261120T093000'], '2026-11-20T08:00/2026-11-20T08:30'],
    ['a day', ['DTSTART;VALUE=DATE:20261120'], '2026-11-20T00:00/2026-11-21T00:00'],
    ['several days', ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261123'], '2026-11-20T00:00/2026-11-23T00:00'],
  ])('%s', (_, lines, expected) => {
    expect(times(calendar(event(...lines)), '2026-11-20', '2026-11-21')).toEqual([expected]);
  });

  test.each([
    ['Eastern Standard Time', '13:00'],
    ['eastern standard time', '13:00'],
    ['"W. Europe Standard Time"', '07:00'],
    ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '07:00'],
    ['/mozilla.org/20050126_1/Europe/Berlin', '07:00'],
    ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', '12:00'],
    ['/softwarestudio.org/Olson_20011030_5/UTC', '09:00'],
    ['/example.com/1/Eastern Standard Time', '13:00'],
  ])('reads the zone %s without a VTIMEZONE, in times and in X-WR-TIMEZONE', (name, hour) => {
    const read = (...content: string[]) => {
      const asked = { window: days('2026-07-20', '2026-07-21'), zone: 'Asia/Tokyo', account: 'me' };
      const { events, unknownZones } = expand(calendar(...content), asked);
      return [events.map(({ dateTime }) => dateTime.slice(11, 16)), [...unknownZones]];
    };
    const expected = [[hour], []];
    expect(read(event(`DTSTART;TZID=${name}:20260720T090000`, 'DURATION:PT1H'))).toEqual(expected);
    const plainName = name.replaceAll('"', '');
    expect(read(`X-WR-TIMEZONE:${plainName}`, event('DTSTART:20260720T090000', 'DURATION:PT1H'))).toEqual(expected);
  });

  test("takes an Outlook zone name's rules from the calendar itself", () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const at = 'DTSTART;TZID=W. Europe Standard Time:20260720T090000';
    expect(times(calendar(...zone, event(at, 'DURATION:PT1H')), '2026-07-20', '2026-07-21')).toEqual([
      '2026-07-20T07:00/2026-07-20T08:00',
    ]);
  });
});

describe('recurrence', () => {
  const weekly = [
    'DTSTART;TZID=Europe/Berlin:20261019T090000',
    'DTEND;TZID=Europe/Berlin:20261019T100000',
    'RRULE:FREQ=WEEKLY',
  ];

  test('keeps the local time when clocks change', () => {
    expect(times(calendar(event(...weekly)), '2026-10-19', '2026-10-27')).toEqual([
      '2026-10-19T07:00/2026-10-19T08:00',
      '2026-10-26T08:00/2026-10-26T09:00',
    ]);
  });

  test('removes, adds, and moves single occurrences', () => {
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20261102T090000',
      'DTSTART;TZID=Europe/Berlin:20261103T150000',
      'DTEND;TZID=Europe/Berlin:20261103T160000',
    );
    const off = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20261109T090000',
      'DTSTART;TZID=Europe/Berlin:20261109T090000',
      'DTEND;TZID=Europe/Berlin:20261109T100000',
      'STATUS:CANCELLED',
    );
    const series = event(
      ...weekly,
      'EXDATE;TZID=Europe/Berlin:20261026T090000',
      'RDATE;TZID=Europe/Berlin:20261030T090000',
    );
    expect(times(calendar(series, moved, off), '2026-10-26', '2026-11-17')).toEqual([
      '2026-10-30T08:00/2026-10-30T09:00',
      '2026-11-03T14:00/2026-11-03T15:00',
      '2026-11-16T08:00/2026-11-16T09:00',
    ]);
  });

  test('finds an occurrence that was moved into the window from far outside', () => {
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20270104T090000',
      'DTSTART;TZID=Europe/Berlin:20261020T150000',
      'DTEND;TZID=Europe/Berlin:20261020T160000',
    );
    expect(times(calendar(event(...weekly), moved), '2026-10-20', '2026-10-21')).toEqual([
      '2026-10-20T13:00/2026-10-20T14:00',
    ]);
  });

  // Each of these once looped forever, or for minutes.
  test.each([
    ['FREQ=SECONDLY'],
    ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
    ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=FR'],
    ['FREQ=DAILY;INTERVAL=999999999999'],
  ])('cuts off and reports a rule that is endless or invalid, and keeps the other events: %s', (rule) => {
    const bombs = Array.from({ length: 50 }, (_, number) =>
      event('DTSTART:20000101T000000Z', 'DURATION:PT1S', `RRULE:${rule}`).replace('UID:1', `UID:b${number}`),
    );
    const { events, truncated } = expand(calendar(event('DTSTART:20261120T090000Z'), ...bombs), {
      window: days('2026-11-20', '2026-11-21'),
      zone: 'UTC',
      account: 'me',
    });
    expect([events.some(({ providerId }) => providerId === '1'), truncated]).toEqual([true, true]);
  });

  const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

  // Each of these took a minute of CPU time, and more with each event.
  test.each([
    [
      'times of a day, of which the last alone counts',
      upTo(400).map((number) => {
        const times = `BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)};BYSETPOS=-1`;
        return event('DTSTART:20000101T000000Z', `RRULE:FREQ=YEARLY;${times}`).replace('UID:1', `UID:b${number}`);
      }),
    ],
    [
      'many events under one UID, each with all that was changed',
      upTo(2_000).flatMap((number) => {
        const at = `${20_000_101 + number}T000000Z`;
        return [
          event('DTSTART:20000101T000000Z', `SUMMARY:${number}`).replace('UID:1', 'UID:b'),
          event(`DTSTART:${at}`, `RECURRENCE-ID:${at}`).replace('UID:1', 'UID:b'),
        ];
      }),
    ],
  ])('cuts off and reports a rule that would take too long, and keeps the other events: %s', (_, bombs) => {
    const { events, truncated } = expand(calendar(event('DTSTART:20261120T090000Z'), ...bombs), {
      window: days('2026-11-20', '2026-11-21'),
      zone: 'UTC',
      account: 'me',
    });
    expect([events.some(({ providerId }) => providerId === '1'), truncated]).toEqual([true, true]);
  });

  /** Whether a rule takes its days or months from its start. */
  function isNamed(by: string, start: Date): boolean {
    const [, name, values = ''] = /(BYDAY|BYMONTH)=(.*)/.exec(by) ?? [];
    const day = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][start.getUTCDay()]!;
    const own = name === 'BYMONTH' ? String(start.getUTCMonth() + 1) : day;
    return name === undefined || values.split(',').includes(own);
  }

  test('expands a rule to the same occurrences from any start of the window', () => {
    const pad = (value: number) => String(value).padStart(2, '0');
    const rule = fc.record({
      freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY'),
      interval: fc.integer({ min: 1, max: 30 }),
      by: fc.constantFrom('', ';BYDAY=MO,WE', ';BYMONTHDAY=-1', ';BYDAY=2TU', ';BYMONTH=2,11', ';WKST=SU;BYDAY=SA,SU'),
      end: fc.constantFrom('', ';UNTIL=20261124T000000Z', ';COUNT=90'),
      start: fc.tuple(
        fc.integer({ min: 2018, max: 2026 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      ),
      hours: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(rule, ({ freq, interval, by, end, start: [year, month, day], hours }) => {
        // Expanding these from the start would take forever.
        fc.pre(!(freq === 'DAILY' && by.includes('DAY=') && interval % 7 === 0) && !(freq === 'HOURLY' && year < 2026));
        // Here it skips the months that the interval selects.
        fc.pre(!(freq === 'MONTHLY' && by.includes('BYMONTH=') && interval > 1));
        fc.pre(!(/2TU|MONTHDAY/.test(by) && !/MONTHLY|YEARLY/.test(freq)));
        // RFC 5545 (3.8.5.3) does not define whether a start outside its rule is an occurrence. In these cases ical.js
        // says it is.
        fc.pre(!(/DAILY|HOURLY/.test(freq) && !isNamed(by, new Date(Date.UTC(year, month - 1, day)))));
        const series = event(
          `DTSTART:${year}${pad(month)}${pad(day)}T090000Z`,
          `DURATION:PT${hours}H`,
          `RRULE:FREQ=${freq};INTERVAL=${interval}${by}${end}`,
        );
        const whole = new ICAL.Event(new ICAL.Component(ICAL.parse(series)));
        const expected: string[] = [];
        const steps = whole.iterator();
        for (let count = 0, at = steps.next(); at && count < 100_000; count++, at = steps.next()) {
          const [from, to] = [at.toUnixTime() * 1000, at.toUnixTime() * 1000 + hours * 3_600_000];
          if (from >= Date.parse('2026-11-27T00:00:00Z')) break;
          if (to >= Date.parse('2026-11-20T00:00:00Z'))
            expected.push(`${new Date(from).toISOString().slice(0, 16)}/${new Date(to).toISOString().slice(0, 16)}`);
        }
        expect(times(calendar(series), '2026-11-20', '2026-11-27')).toEqual(expected.sort());
      }),
      { numRuns: rounds(60) },
    );
  });
});

test('one broken event hides no others', () => {
  const parsed = calendar(
    event('DTSTART:nonsense'),
    ['BEGIN:VEVENT', 'UID:2', 'DTSTART:20261120T090000Z', 'END:VEVENT'].join('\r\n'),
  );
  const { events, truncated } = expand(parsed, {
    window: days('2026-11-20', '2026-11-21'),
    zone: 'UTC',
    account: 'me',
  });
  expect([events.map(({ providerId }) => providerId), truncated]).toEqual([['2'], true]);
});

test('an event that the parser rejects hides no others', () => {
  const refused = event('DTSTART:20261120T080000Z', 'RRULE:FREQ=DAILY;BYHOUR=25');
  const { events, truncated } = expand(calendar(refused, event('DTSTART:20261120T090000Z').replace('UID:1', 'UID:2')), {
    window: days('2026-11-20', '2026-11-21'),
    zone: 'UTC',
    account: 'me',
  });
  expect([events.map(({ providerId }) => providerId), truncated]).toEqual([['2'], true]);
});

test("an event's link opens a web page or a conference, or is dropped", () => {
  const linked = (url: string, join: string) =>
    expand(calendar(event('DTSTART:20261120T090000Z', `URL:${url}`, `CONFERENCE;VALUE=URI:${join}`)), {
      window: days('2026-11-20', '2026-11-21'),
      zone: 'UTC',
      account: 'me',
    }).events.map(({ providerLink, conferenceData }) => [providerLink, conferenceData?.entryPoints[0]?.uri]);
  expect(linked('https://club.example/1', 'tel:+4930123')).toEqual([['https://club.example/1', 'tel:+4930123']]);
  expect(linked('javascript:alert(1)', 'file:///etc/passwd')).toEqual([[null, undefined]]);
});

test("a time in an unknown zone is in the user's zone", () => {
  const at = 'DTSTART;TZID="(UTC+09:00) Osaka, Sapporo, Tokyo":20261120T090000';
  expect(times(calendar(event(at, 'DURATION:PT1H')), '2026-11-20', '2026-11-21')).toEqual([
    '2026-11-20T08:00/2026-11-20T09:00',
  ]);
});
