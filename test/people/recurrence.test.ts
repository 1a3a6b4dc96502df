import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECURRENCES } from '../../src/contract/reminders.ts';
import { nextDay, nextInstant } from '../../src/service/reminders/recurrence.ts';
import { changedReminder, currentReminder, isOverdue, type ReminderInput } from '../../src/service/reminders/state.ts';
import { dayIn, instantOf, startOfDay, wallClock } from '../../src/shared/zones.ts';
import type { ReminderRow } from '../../src/store/tables.ts';
import { rounds } from '../support/rounds.ts';

const DAY = 86_400_000;

/**
 * Zones whose clocks change in either hemisphere, at midnight, by half an hour, by a day, and zones without
 * changes.
 */
const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Havana',
  'Africa/Casablanca',
];

const zones = fc.constantFrom(...ZONES);
const recurrences = fc.constantFrom(...RECURRENCES);
const instants = fc
  .integer({ min: Date.parse('1995-01-01'), max: Date.parse('2045-01-01') })
  .map((time) => new Date(time).toISOString());
const days = instants.map((instant) => instant.slice(0, 10));
/** Days that expose month ends and leap years. */
const hardDays = fc
  .tuple(
    fc.integer({ min: 1995, max: 2045 }),
    fc.constantFrom('01-29', '01-30', '01-31', '02-28', '03-31', '08-31', '12-31'),
  )
  .map(([year, day]) => `${year}-${day}`);
const leapDays = fc.constantFrom('1996-02-29', '2000-02-29', '2024-02-29', '2040-02-29');
const anchors = fc.oneof(days, hardDays, leapDays);

/** Simple reference for the nth occurrence: the same day of the month, or the month's last day. */
function plainOccurrence(anchor: string, recurrence: string, number: number): string {
  const [count, unit] = [Number.parseInt(recurrence, 10), recurrence.replace(/[^a-z]|s$/g, '')];
  const [year, month, day] = anchor.split('-').map(Number) as [number, number, number];
  if (unit === 'day') return new Date(Date.UTC(year, month - 1, day + count * number)).toISOString().slice(0, 10);
  const months = month - 1 + count * number * (unit === 'year' ? 12 : 1);
  const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, months, Math.min(day, last))).toISOString().slice(0, 10);
}

function plainNext(anchor: string, recurrence: string, fits: (day: string) => boolean): string {
  for (let number = 0; ; number++) {
    const day = plainOccurrence(anchor, recurrence, number);
    if (fits(day)) return day;
  }
}

test('returns the first day of a series after the given day', () => {
  fc.assert(
    fc.property(anchors, recurrences, anchors, (anchor, recurrence, after) => {
      expect(nextDay(anchor, recurrence, after)).toBe(plainNext(anchor, recurrence, (day) => day > after));
    }),
    { numRuns: rounds(600) },
  );
});

test('returns the first moment of a series after the given moment, at the same local time', () => {
  fc.assert(
    fc.property(instants, recurrences, instants, zones, (anchor, recurrence, after, zone) => {
      const { day: first, time } = wallClock(zone, anchor);
      const expected = plainNext(first, recurrence, (day) => instantOf(zone, day, time) > after);
      expect(nextInstant(anchor, recurrence, after, zone)).toBe(instantOf(zone, expected, time));
    }),
    { numRuns: rounds(100) },
  );
});

test.each([
  ['2026-10-31', '1 mon', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
  ['2024-02-29', '1 year', ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ['2027-08-31', '6 mons', ['2028-02-29', '2028-08-31', '2029-02-28']],
  ['2027-11-30', '3 mons', ['2028-02-29', '2028-05-30', '2028-08-30']],
  ['2026-12-28', '7 days', ['2027-01-04', '2027-01-11']],
])('from %s every %s', (anchor, recurrence, expected) => {
  let after = anchor;
  for (const day of expected) {
    after = nextDay(anchor, recurrence, after)!;
    expect(after).toBe(day);
  }
});

test.each([
  ['skipped in spring counts as an hour later', 'Europe/Berlin', '2027-03-28', 2.5, '2027-03-28T01:30:00.000Z'],
  ['that comes twice in fall counts the first time', 'Europe/Berlin', '2027-10-31', 2.5, '2027-10-31T00:30:00.000Z'],
  ['of a day that never was counts on the next', 'Pacific/Apia', '2011-12-30', 12, '2011-12-30T22:00:00.000Z'],
])('handles a time %s', (_name, zone, day, hours, expected) => {
  expect(instantOf(zone, day, hours * 3_600_000)).toBe(expected);
});

test("matches the platform's local times", () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const printed = new Date(instant).toLocaleString('sv-SE', { timeZone: zone });
      const { day, time } = wallClock(zone, instant);
      expect(`${day} ${new Date(time).toISOString().slice(11, 19)}`).toBe(printed);
    }),
    { numRuns: rounds(150) },
  );
});

test('stops every series at the year 9999', () => {
  expect(nextDay('9999-06-30', '6 mons', '9999-12-30')).toBeNull();
  expect(nextInstant('9999-12-31T23:00:00.000Z', '7 days', '2026-01-01T00:00:00.000Z', 'Pacific/Apia')).not.toBeNull();
  expect(nextInstant('9999-12-31T23:00:00.000Z', '7 days', '9999-12-31T23:00:00.000Z', 'Pacific/Apia')).toBeNull();
});

test('starts a day with the first moment on its date', () => {
  fc.assert(
    fc.property(days, zones, (day, zone) => {
      const start = startOfDay(zone, day);
      const before = new Date(Date.parse(start) - 1).toISOString();
      expect(dayIn(zone, before) < day).toBe(true);
      // Samoa skipped December 30, 2011.
      if (!(zone === 'Pacific/Apia' && day === '2011-12-30')) expect(dayIn(zone, start)).toBe(day);
    }),
    { numRuns: rounds(600) },
  );
});

const blank: ReminderRow = {
  user_id: 'u',
  id: 'r',
  workspace_id: null,
  assignee_id: null,
  text: null,
  due_at_date: null,
  due_at_time: null,
  is_complete: 0,
  email_sent: 0,
  push_notification_sent: 0,
  recurrence: null,
  last_completed_at: null,
  next_occurrence_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  anchor: '',
  due_at: '',
};

const dues: fc.Arbitrary<ReminderInput> = fc.oneof(
  anchors.map((due_at_date) => ({ due_at_date })),
  instants.map((due_at_time) => ({ due_at_time })),
);

test('never drifts, repeats, or returns early, whenever and wherever a reminder is completed', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 500 * DAY }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(dues, recurrences, zones, waits, (due, recurrence, zone, pauses) => {
      let now = Date.parse(due.due_at_time ?? `${due.due_at_date}T00:00:00Z`);
      const clock = () => ({ now: new Date(now).toISOString(), zone });
      let row = changedReminder(blank, { text: 'x', recurrence, ...due }, clock());
      const { anchor } = row;
      for (const pause of pauses) {
        now += pause;
        const before = currentReminder(row, clock());
        row = changedReminder(before, { is_complete: true }, clock());
        expect(row).toMatchObject({ anchor, due_at_date: before.due_at_date, due_at_time: before.due_at_time });
        const next = row.next_occurrence_at!;
        expect(next > clock().now && next > before.due_at).toBe(true);
        expect(isOverdue(row, clock())).toBe(false);
        expect(currentReminder(row, { zone, now: new Date(Date.parse(next) - 1).toISOString() })).toBe(row);

        const back = currentReminder(row, { zone, now: next });
        expect(back).toMatchObject({ is_complete: 0, due_at: next, next_occurrence_at: null });
        expect(isOverdue(back, { zone, now: next })).toBe(false);
        if (due.due_at_date) expect(back.due_at_date! > dayIn(zone, clock().now)).toBe(true);
        else expect(back.due_at_time).toBe(next);
        // Completing it at the moment it is due visits the series without a gap.
        now = Date.parse(next);
        const after = changedReminder(back, { is_complete: true }, clock());
        expect(after.next_occurrence_at! > next).toBe(true);
      }
    }),
    { numRuns: rounds(150) },
  );
});

/** The days of a series from its second occurrence on. A date that the zone skipped falls on the next day. */
function daysLived(anchor: string, recurrence: string, zone: string, count: number): string[] {
  const lived = Array.from({ length: count }, (_, index) =>
    dayIn(zone, startOfDay(zone, plainOccurrence(anchor, recurrence, index + 1))),
  );
  return [...new Set(lived)];
}

function daysVisited(
  due_at_date: string,
  recurrence: ReminderInput['recurrence'],
  zone: string,
  count: number,
): string[] {
  let row = changedReminder(
    blank,
    { text: 'x', recurrence, due_at_date },
    { zone, now: startOfDay(zone, due_at_date) },
  );
  return Array.from({ length: count }, () => {
    row = changedReminder(row, { is_complete: true }, { zone, now: row.due_at });
    row = currentReminder(row, { zone, now: row.next_occurrence_at! });
    return row.due_at_date!;
  });
}

test('visits every occurrence of a series completed on time', () => {
  fc.assert(
    fc.property(anchors, recurrences, zones, (anchor, recurrence, zone) => {
      const lived = daysLived(anchor, recurrence, zone, 30);
      expect(daysVisited(anchor, recurrence, zone, lived.length)).toEqual(lived);
    }),
    { numRuns: rounds(80) },
  );
});

test('merges a skipped date with the next day', () => {
  expect(daysVisited('2011-12-23', '7 days', 'Pacific/Apia', 2)).toEqual(['2011-12-31', '2012-01-06']);
  expect(daysVisited('2010-12-30', '1 year', 'Pacific/Apia', 2)).toEqual(['2011-12-31', '2012-12-30']);
});
