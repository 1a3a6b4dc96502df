import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf, nextMorning, type Schedule } from '../../src/service/messages/next-morning.ts';
import { dayAfter, dayIn, endOfDay } from '../../src/shared/zones.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Zones whose clocks change by an hour, half an hour, two hours, around midnight, across a date, by a whole day, or
 * never.
 */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

const formats = new Map(
  ZONES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);
/** Local time, such as `2026-03-29 03:30`, from the platform's own time zone data. */
const shownIn = (zone: string, at: number): string => formats.get(zone)!.format(at);

/** The first minute at which the local clock shows a time of day, or is already past it. */
function firstShown(zone: string, day: string, time: string): string {
  const start = Date.parse(`${day}T00:00:00Z`) - DAY;
  for (let at = start; ; at += MINUTE) if (shownIn(zone, at) >= `${day} ${time}`) return new Date(at).toISOString();
}

const zones = fc.constantFrom(...ZONES);
const times = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minute) => new Date(minute * MINUTE).toISOString().slice(11, 16));
const instants = fc
  .integer({ min: Date.parse('2010-01-01'), max: Date.parse('2032-01-01') })
  .map((time) => new Date(time).toISOString());

/** The days on which a zone's clocks change, found by comparing local time at noon on consecutive days. */
function changes(zone: string): string[] {
  const offset = (at: number) => Date.parse(`${shownIn(zone, at).replace(' ', 'T')}:00Z`) - at;
  const found: string[] = [];
  for (let at = Date.parse('2010-01-01T12:00:00Z'); at < Date.parse('2031-01-01'); at += DAY)
    if (offset(at) !== offset(at + DAY)) found.push(new Date(at).toISOString().slice(0, 10));
  return found;
}
const changing = ZONES.map((zone) => ({ zone, days: changes(zone) })).filter(({ days }) => days.length > 0);
const hardDays = fc
  .constantFrom(...changing)
  .chain(({ zone, days }) =>
    fc.record({ zone: fc.constant(zone), near: fc.constantFrom(...days), days: fc.integer({ min: -1, max: 2 }) }),
  )
  .map(({ zone, near, days }) => ({ zone, day: dayAfter(near, days) }));

test('sends at the first local occurrence of a time, or right after if clocks skip it', () => {
  const easyDays = fc.record({ zone: zones, day: instants.map((at) => at.slice(0, 10)) });
  fc.assert(
    fc.property(fc.oneof(hardDays, easyDays), times, ({ zone, day }, time) => {
      expect(momentOf(zone, day, time)).toBe(firstShown(zone, day, time));
    }),
    { seed, numRuns: rounds(150) },
  );
});

test.each([
  ['skipped in spring', 'Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
  ['shown twice in autumn', 'Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['skipped into the next day', 'America/Nuuk', '2026-03-28', '23:30', '2026-03-29T01:00:00.000Z'],
  ['skipped by half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:10', '2026-10-03T15:30:00.000Z'],
  ['an ordinary day', 'Asia/Kathmandu', '2026-11-27', '07:00', '2026-11-27T01:15:00.000Z'],
])('%s', (_, zone, day, time, at) => expect(momentOf(zone, day, time)).toBe(at));

/** Simulates several days with checks at random times, and sends each message when due. */
function live(zone: string, time: string, start: string, steps: number[]) {
  let now = Date.parse(start);
  let sentDay: string | null = null;
  const sent: { day: string; at: string }[] = [];
  for (const step of steps) {
    now += step * MINUTE;
    const at = new Date(now).toISOString();
    for (;;) {
      const schedule: Schedule = { zone, time, beginsAt: start, sentDay };
      const next = nextMorning(schedule, at);
      if (next.at > at) break;
      sentDay = next.day;
      sent.push({ day: next.day, at });
    }
  }
  return { sent, end: new Date(now).toISOString() };
}

test('sends one message for every day, on that day or right after a gap', () => {
  // With a check at least every four hours, no day is missed.
  const steps = fc.array(fc.integer({ min: 1, max: 240 }), { minLength: 10, maxLength: 40 });
  const start = hardDays.map(({ zone, day }) => ({ zone, start: `${day}T00:00:00.000Z` }));
  fc.assert(
    fc.property(start, times, steps, ({ zone, start }, time, steps) => {
      const { sent, end } = live(zone, time, start, steps);
      expect(new Set(sent.map(({ day }) => day)).size).toBe(sent.length);
      const days: string[] = [];
      for (let day = dayIn(zone, start); day <= dayIn(zone, end); day = dayAfter(day)) {
        const at = firstShown(zone, day, time);
        const lastChance = endOfDay(zone, dayIn(zone, at));
        const looked = sent.find((one) => one.day === day);
        if (looked) {
          expect(looked.at >= at && looked.at <= lastChance).toBe(true);
          days.push(day);
        } else {
          // Days that are too early, before the start, nonexistent, or never checked while due.
          const isThere = shownIn(zone, Date.parse(at)).startsWith(day) || dayIn(zone, at) === dayAfter(day);
          const wasLooked =
            isThere && at > start && at <= end && lastChance <= end && minutesLeft(at, lastChance) >= 240;
          expect(wasLooked && isRealDay(zone, day)).toBe(false);
        }
      }
      expect(sent.map(({ day }) => day)).toEqual(days);
    }),
    { seed, numRuns: rounds(100) },
  );
});

const minutesLeft = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / MINUTE;

const isRealDay = (zone: string, day: string): boolean =>
  shownIn(zone, Date.parse(firstShown(zone, day, '00:00'))).startsWith(day);

test('sends at most one message per day when the time or zone changes', () => {
  const changes = fc.array(fc.record({ zone: zones, time: times, minutes: fc.integer({ min: 1, max: 2000 }) }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(instants, changes, (start, changes) => {
      let [now, sentDay]: [number, string | null] = [Date.parse(start), null];
      const days: string[] = [];
      for (const { zone, time, minutes } of changes) {
        const beginsAt = new Date(now).toISOString();
        const planned = nextMorning({ zone, time, beginsAt, sentDay }, beginsAt);
        expect(planned.at > beginsAt).toBe(true);
        expect(planned.at).toBe(momentOf(zone, planned.day, time));
        now += minutes * MINUTE;
        const at = new Date(now).toISOString();
        const due = nextMorning({ zone, time, beginsAt, sentDay }, at);
        if (due.at > at) continue;
        sentDay = due.day;
        days.push(due.day);
      }
      expect(days).toEqual([...new Set(days)].sort());
    }),
    { seed, numRuns: rounds(150) },
  );
});

test('still sends messages after a clock that was years ahead', () => {
  const schedule = { zone: 'UTC', time: '07:00', beginsAt: '2026-01-01T00:00:00.000Z', sentDay: '2031-05-05' };
  expect(nextMorning(schedule, '2026-11-27T05:00:00.000Z')).toEqual({
    day: '2026-11-27',
    at: '2026-11-27T07:00:00.000Z',
  });
});
