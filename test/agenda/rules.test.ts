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
  // Of weeks that two years share the other library is not sure.
  byweekno: some([2, 20, 50]),
  byyearday: some([1, 60, 100, 200, 365, 366, -1, -60]),
  bymonthday: some([1, 2, 13, 28, 29, 30, 31, -1, -3]),
  byday: some([...weekdays, '1MO', '2TU', '-1FR', '-2SU', '5SA'], 4),
  byhour: some(range(0, 23)),
  byminute: some([0, 15, 30, 59]),
  // It gives one occurrence twice for two positions, and counts on from the end where there are not as many.
  bysetpos: some([1, 2, -1], 1),
  count: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
});

test('a rule gives what another library gives, wherever the reading begins', () => {
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 700 }),
      (given, startDay, fromDay) => {
        const { freq } = given;
        const p = { ...given };
        // What never comes true, the other library looks for until the year 9999; what is not allowed it reads in its own way.
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
        // It takes plain days beside counted ones as both at once.
        const isMixed = p.byday?.some((day) => day.length === 2);
        if (p.byday && (isMixed || !counted || p.bymonthday))
          p.byday = [...new Set(p.byday.map((day) => day.slice(-2)))];
        if (p.byweekno && !p.byday) p.byday = ['MO'];
        // It takes times in the order they are written in.
        p.byhour?.sort((a, b) => a - b);
        p.byminute?.sort((a, b) => a - b);
        const firstDay = dayNumber(2016, 1, 1) + startDay;
        // Of the week that a rule begins in it counts only what comes after: positions are of whole weeks.
        const isCut = freq === 'WEEKLY' && p.bysetpos;
        const early = isCut ? (weekdayOf(firstDay) - weekdays.indexOf(p.wkst) + 7) % 7 : 0;
        const start = (firstDay - early) * DAY + 9.5 * 3_600_000;
        // It follows a rule from its beginning on.
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
  // Weeks from Wednesday on: that of 2 January 2017 is the 53rd of 2016, that of 1 January 2018 the 52nd of 2017.
  [{ freq: 'YEARLY', byweekno: 53, byday: 'MO', wkst: 4 }, ['2017-01-02']],
  // From RFC 5545, 3.8.5.3.
  [{ freq: 'YEARLY', byweekno: 20, byday: 'MO', wkst: 2 }, ['2016-05-16', '2017-05-15', '2018-05-14']],
  [{ freq: 'MONTHLY', interval: 12, byday: 'FR', bymonthday: 13 }, ['2017-01-13']],
  [{ freq: 'YEARLY', bymonth: 1, byyearday: -366 }, ['2016-01-01']],
  // What is not said is taken from the day it begins on.
  [{ freq: 'YEARLY', byweekno: 1 }, ['2016-01-08', '2017-01-06', '2018-01-05']],
])('%j', (parts, days) => {
  const start = dayNumber(2016, 1, 1) * DAY;
  const span = { from: start, to: dayNumber(2018, 12, 31) * DAY };
  const found = [...ruleTimes(readRule(parts), start, span, () => {})];
  expect(found.map((wall) => new Date(wall).toISOString().slice(0, 10))).toEqual(days);
});
