import fc from 'fast-check';
import rrule from 'rrule';
import { expect, test } from 'vitest';
import { expand } from '../../src/providers/ics/expand.ts';
import { parseCalendar } from '../../src/providers/ics/parse.ts';
import { instantOf, wallClock } from '../../src/shared/zones.ts';
import { calendarOf, eventOf } from '../support/published-calendars.ts';
import { rounds } from '../support/rounds.ts';

// A series with changed, moved, and removed occurrences, each in its own zone, beside a model: another library's
// occurrences, without those, plus the changed ones at their new times.

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const compact = (iso: string) => iso.replace(/[-:]|\.\d+Z?$/g, '');

/** `2026-11-09T08:00:00.000Z` as a property's parameter and value in a zone. */
function written(instant: string, zone: string): string {
  if (zone === 'UTC') return `:${compact(instant)}Z`;
  const { day, time } = wallClock(zone, instant);
  return `;TZID=${zone}:${compact(day)}T${compact(new Date(time).toISOString().slice(11))}`;
}

const change = fc.record({
  /** The changed occurrence. */
  at: fc.nat(25),
  kind: fc.constantFrom('moved', 'moved', 'removed', 'canceled'),
  writtenIn: fc.constantFrom(...ZONES),
  movedTo: fc.constantFrom(...ZONES),
  byHours: fc.integer({ min: -200, max: 200 }),
});

const given = fc.record({
  zone: fc.constantFrom(...ZONES),
  rule: fc.constantFrom('FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=MONTHLY;BYDAY=-1SU'),
  day: fc.integer({ min: 0, max: 364 }),
  hour: fc.integer({ min: 4, max: 23 }),
  changes: fc.uniqueArray(change, { maxLength: 8, selector: ({ at }) => at }),
  windowFrom: fc.integer({ min: -10, max: 200 }),
  windowDays: fc.integer({ min: 1, max: 60 }),
});

test('returns each occurrence of a series once, in whatever zones its changes are written', () => {
  fc.assert(
    fc.property(given, ({ zone, rule, day, hour, changes, windowFrom, windowDays }) => {
      const first = new Date(Date.UTC(2026, 0, 1) + day * DAY + hour * HOUR);
      // The model expands the rule in local time, then converts each occurrence in the zone.
      const steps = rrule.rrulestr(`DTSTART:${compact(first.toISOString())}Z\nRRULE:${rule};COUNT=400`).all();
      const originals = steps.map((step) => {
        const iso = step.toISOString();
        return instantOf(zone, iso.slice(0, 10), Date.parse(iso) - Date.parse(iso.slice(0, 10)));
      });
      const model = new Map(originals.map((instant) => [instant, instant]));
      const lines: string[] = [];
      const overrides: string[] = [];
      for (const { at, kind, writtenIn, movedTo, byHours } of changes) {
        const instant = originals[at]!;
        const target = new Date(Date.parse(instant) + byHours * HOUR).toISOString();
        model.delete(instant);
        if (kind === 'removed') lines.push(`EXDATE${written(instant, writtenIn)}`);
        else {
          const status = kind === 'canceled' ? ['STATUS:CANCELLED'] : [];
          overrides.push(
            eventOf(
              'one',
              ...[`RECURRENCE-ID${written(instant, writtenIn)}`, `DTSTART${written(target, movedTo)}`, 'DURATION:PT1H'],
              ...status,
            ),
          );
          if (kind === 'moved') model.set(instant, target);
        }
      }
      // An hour that a zone repeats is ambiguous.
      fc.pre(
        changes.every(({ at, byHours, writtenIn, movedTo }) => {
          const [own, to] = [originals[at]!, new Date(Date.parse(originals[at]!) + byHours * HOUR).toISOString()];
          const isPlain = (instant: string, name: string) => {
            const { day: shown, time } = wallClock(name, instant);
            return instantOf(name, shown, time) === instant;
          };
          return isPlain(own, writtenIn) && isPlain(own, zone) && isPlain(to, movedTo);
        }),
      );
      const firstLine =
        zone === 'UTC' ? `:${compact(first.toISOString())}Z` : `;TZID=${zone}:${compact(first.toISOString())}`;
      const series = eventOf('one', `DTSTART${firstLine}`, 'DURATION:PT1H', `RRULE:${rule}`, ...lines);
      const start = first.getTime() + windowFrom * DAY;
      const window = { start: new Date(start).toISOString(), end: new Date(start + windowDays * DAY).toISOString() };
      const { events, truncated } = expand(parseCalendar(calendarOf(...overrides, series)), {
        window,
        zone: 'UTC',
        account: 'me',
      });
      const isShown = (instant: string) => instant < window.end && Date.parse(instant) + HOUR >= start;
      const expected = [...model.values()].filter(isShown).sort();
      expect([events.map(({ dateTime }) => dateTime).sort(), truncated]).toEqual([expected, false]);
      expect(new Set(events.map(({ providerId }) => providerId)).size).toBe(events.length);
    }),
    { numRuns: rounds(80) },
  );
});
