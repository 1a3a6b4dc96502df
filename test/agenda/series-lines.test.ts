import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exclusionLine, linesBefore, linesFrom, movedLines } from '../../src/providers/series/lines.ts';
import { beginOf, movedStart, onClock, timesAt } from '../../src/providers/series/local-start.ts';
import { movedDays, partsOf, ruleOf } from '../../src/providers/series/rule-text.ts';
import type { FakeEvent } from '../support/providers/data.ts';
import { occurrencesOf } from '../support/providers/series.ts';
import { rounds } from '../support/rounds.ts';

// A split or moved series recurs as before. Another library expands its rule as the reference.

const ZONE = 'Europe/Berlin';
const HOUR = 3_600_000;
const event = (start: string, [rule = '', ...dates]: string[]): FakeEvent => ({
  ...{ id: 's', summary: '', attendees: [], start, end: new Date(Date.parse(start) + HOUR).toISOString() },
  ...{ timeZone: ZONE, rule: rule.replace(/^RRULE:/, ''), dates },
});
const startsOf = (series: FakeEvent) => occurrencesOf(series, '2026-01-01', '2026-12-31').map(({ start }) => start);
const untilWinter = (starts: string[]) => starts.filter((start) => start < '2026-12-01');

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const rule = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
    interval: fc.integer({ min: 1, max: 3 }),
    days: fc.uniqueArray(fc.constantFrom(...DAYS), { maxLength: 3 }),
    end: fc.constantFrom('', ';COUNT=9', ';UNTIL=20260601T080000Z', ';UNTIL=20260601'),
    wkst: fc.constantFrom('', ';WKST=SU'),
  })
  .map(({ freq, interval, days, end, wkst }) => {
    const byDay = freq === 'WEEKLY' && days.length > 0 ? `;BYDAY=${days.join(',')}` : '';
    return `RRULE:FREQ=${freq};INTERVAL=${interval}${byDay}${wkst}${end}`;
  });
/** Days in spring 2026, across the clock change. The first occurrence matches the rule. */
const series = fc.tuple(rule, fc.integer({ min: 0, max: 20 }), fc.nat(3)).map(([text, day, gone]) => {
  const anywhere = event(new Date(Date.UTC(2026, 2, 1 + day, 8)).toISOString(), [text]);
  const begin = startsOf(anywhere)[0]!;
  const lines = [text, ...(gone ? exclusionLine([onClock(startsOf(event(begin, [text]))[gone] ?? begin, ZONE)]) : [])];
  return { begin, lines };
});

test('splits a series into two parts that add up to it', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: 8 }), ({ begin, lines }, number) => {
      const all = startsOf(event(begin, lines));
      const at = all[number];
      fc.pre(at !== undefined && begin < at);
      const [from, split] = [onClock(begin, ZONE), onClock(at, ZONE)];
      const before = startsOf(event(begin, linesBefore(lines, from, split)));
      const after = startsOf(event(at, linesFrom(lines, from, split)));
      expect([...before, ...after], lines.join()).toEqual(all);
    }),
    { numRuns: rounds(30) },
  );
});

test('moves every occurrence of a series by the same local time', () => {
  const anHour = { allDay: false, zone: ZONE } as const;
  fc.assert(
    fc.property(
      series,
      fc.integer({ min: -6, max: 6 }),
      fc.integer({ min: -5, max: 9 }),
      ({ begin, lines }, days, hours) => {
        fc.pre(!lines[0]!.includes('MONTHLY') || days === 0);
        const [from, all] = [onClock(begin, ZONE), startsOf(event(begin, lines))];
        const later = (instant: string) => {
          const there = onClock(instant, ZONE);
          const day = new Date(Date.parse(there.day) + days * 24 * HOUR).toISOString().slice(0, 10);
          const times = { ...anHour, start: instant, end: instant };
          return timesAt({ ...there, day, time: there.time + hours * HOUR }, times).start;
        };
        const times = { ...anHour, start: later(all[1] ?? begin), end: later(all[1] ?? begin) };
        const at = onClock(all[1] ?? begin, ZONE);
        const to = beginOf(times, ZONE);
        const start = timesAt(movedStart(from, at, to), times).start;
        const moved = movedLines(lines, { from: at, to });
        expect(untilWinter(startsOf(event(start, moved))), moved.join()).toEqual(untilWinter(all.map(later)));
      },
    ),
    { numRuns: rounds(30) },
  );
});

describe('weekdays of a rule', () => {
  const place = (day: string) => ({ day, time: 0, isDay: true, zone: ZONE });
  const moved = (text: string, from: string, to: string, isNew: boolean) =>
    ruleOf(movedDays(partsOf(text), { from: place(from), to: place(to), isNew }));

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=15', '2026-12-15', '2026-12-17', false, 'FREQ=MONTHLY;BYMONTHDAY=17'],
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-12-31', '2027-01-01', true, 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-08', '2026-12-16', true, 'FREQ=MONTHLY;BYDAY=3WE'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-12-25', '2026-12-24', true, 'FREQ=MONTHLY;BYDAY=-2TH'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=4', '2026-12-22', '2026-12-29', true, 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1'],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2026-12-24', '2027-01-02', false, 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=2'],
    ['FREQ=YEARLY', '2026-12-24', '2026-12-25', false, 'FREQ=YEARLY'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-08', '2026-12-08', false, 'FREQ=MONTHLY;BYDAY=2TU'],
  ])('moves %s from %s to %s', (text, from, to, isNew, expected) => {
    expect(moved(text, from, to, isNew)).toBe(expected);
  });

  test.each([
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-08', '2026-12-09', false],
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-12-31', '2027-01-01', false],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-12-15', '2026-12-16', true],
    ['FREQ=YEARLY;BYDAY=20MO', '2026-05-18', '2026-05-19', true],
    ['FREQ=WEEKLY;BYMONTH=1;BYDAY=MO', '2026-01-05', '2026-01-06', true],
  ])('cannot move %s from %s to %s', (text, from, to, isNew) => {
    expect(() => moved(text, from, to, isNew)).toThrow('to another day');
  });
});
