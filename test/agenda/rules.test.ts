import fc from 'fast-check';
import rrule from 'rrule';
import { expect, test } from 'vitest';
import { dayNumber, weekdayOf } from '../../src/providers/rules/days.ts';
import { readRule } from '../../src/providers/rules/rule.ts';
import { ruleTimes } from '../../src/providers/rules/rule-times.ts';
import { rounds } from '../support/rounds.ts';

const DAY = 86_400_000;
const some = <T>(values: T[], most = 3) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most }), { nil: undefined });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const parts = fc.record({
  freq: fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'),
  interval: fc.integer({ min: 1, max: 6 }),
  wkst: fc.constantFrom(...weekdays),
  bymonth: some(range(1, 12)),
  // The reference library is unreliable for weeks that span two years.
  byweekno: some([2, 20, 50]),
  byyearday: some([1, 60, 100, 200, 365, 366, -1, -60]),
  bymonthday: some([1, 2, 13, 28, 29, 30, 31, -1, -3]),
  byday: some([...weekdays, '1MO', '2TU', '-1FR', '-2SU', '5SA'], 4),
  byhour: some(range(0, 23)),
  byminute: some([0, 15, 30, 59]),
  // The reference returns an occurrence twice for two positions, and wraps around if there are too few.
  bysetpos: some([1, 2, -1], 1),
  count: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
});

test('a rule expands as in a reference library, from any start of the window', () => {
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 700 }),
      (given, startDay, fromDay) => {
        const { freq } = given;
        const p = { ...given };
        // The reference searches until the year 9999 for rules that never match, and has its own reading of invalid
        // ones.
        const isShort = freq === 'HOURLY' || freq === 'MINUTELY';
        if (freq !== 'YEARLY') p.byweekno = p.byyearday = undefined;
        if (freq === 'WEEKLY' || isShort || p.byweekno || p.byyearday) p.bymonthday = undefined;
        if (p.byweekno) p.byyearday = undefined;
        if (p.byweekno || p.byyearday) p.bymonth = undefined;
        if (p.bymonthday && p.bymonth) p.bymonthday = [p.bymonthday[0]! % 28 || 1];
        if (isShort || freq === 'DAILY') p.bysetpos = undefined;
        if (isShort) [p.interval, p.bymonth] = [1, undefined];
        if (freq === 'MINUTELY') p.byhour = undefined;
        if (!(p.byday || p.bymonthday || p.byyearday || p.bymonth || p.byhour || p.byminute || p.byweekno))
          p.bysetpos = undefined;
        const counted = freq === 'MONTHLY' || (freq === 'YEARLY' && !p.byweekno && !p.byyearday);
        // The reference combines plain and numbered weekdays differently.
        const isMixed = p.byday?.some((day) => day.length === 2);
        if (p.byday && (isMixed || !counted || p.bymonthday))
          p.byday = [...new Set(p.byday.map((day) => day.slice(-2)))];
        if (p.byweekno && !p.byday) p.byday = ['MO'];
        // The reference keeps the written order of times.
        p.byhour?.sort((a, b) => a - b);
        p.byminute?.sort((a, b) => a - b);
        const firstDay = dayNumber(2016, 1, 1) + startDay;
        // The reference counts only the rest of a rule's first week. Positions refer to whole weeks.
        const isCut = freq === 'WEEKLY' && p.bysetpos;
        const early = isCut ? (weekdayOf(firstDay) - weekdays.indexOf(p.wkst) + 7) % 7 : 0;
        const start = (firstDay - early) * DAY + 9.5 * 3_600_000;
        // The reference always expands a rule from its start.
        const from = start + (freq === 'MINUTELY' ? fromDay % 3 : isShort ? fromDay % 20 : fromDay) * DAY;
        const to = from + (freq === 'YEARLY' ? 900 : freq === 'MINUTELY' ? 3 : 60) * DAY;
        const text = Object.entries(p)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `${name.toUpperCase()}=${[value].flat().join(',')}`)
          .join(';');
        const at = new Date(start).toISOString().replace(/[-:]|\.\d+/g, '');
        const theirs = rrule.rrulestr(`DTSTART:${at}\nRRULE:${text}`);
        const expected = theirs.between(new Date(from), new Date(to), true).map((one) => one.toISOString());
        const jcal = { ...p, wkst: weekdays.indexOf(p.wkst) + 1 };
        const found = [...ruleTimes(readRule(jcal as Record<string, unknown>), start, { from, to }, () => {})].map(
          (one) => new Date(one).toISOString(),
        );
        expect(found, text).toEqual(expected);
      },
    ),
    { numRuns: rounds(60) },
  );
});

test.each([
  // Weeks start on Wednesday: January 2, 2017 is in week 53 of 2016, and January 1, 2018 in week 52 of 2017.
  [{ freq: 'YEARLY', byweekno: 53, byday: 'MO', wkst: 4 }, ['2017-01-02']],
  // From RFC 5545, 3.8.5.3.
  [{ freq: 'YEARLY', byweekno: 20, byday: 'MO', wkst: 2 }, ['2016-05-16', '2017-05-15', '2018-05-14']],
  [{ freq: 'MONTHLY', interval: 12, byday: 'FR', bymonthday: 13 }, ['2017-01-13']],
  [{ freq: 'YEARLY', bymonth: 1, byyearday: -366 }, ['2016-01-01']],
  // Missing parts come from the start date.
  [{ freq: 'YEARLY', byweekno: 1 }, ['2016-01-08', '2017-01-06', '2018-01-05']],
])('%j', (parts, days) => {
  const start = dayNumber(2016, 1, 1) * DAY;
  const span = { from: start, to: dayNumber(2018, 12, 31) * DAY };
  const found = [...ruleTimes(readRule(parts), start, span, () => {})];
  expect(found.map((wall) => new Date(wall).toISOString().slice(0, 10))).toEqual(days);
});
