import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { RECURRENCES } from '../../src/contract/reminders.ts';
import { calendarText } from '../../src/dav/feed/calendar.ts';
import { eventsOf } from '../../src/dav/feed/events.ts';
import { dueOf, windowOf } from '../../src/service/feeds/occurrences.ts';
import { nextDay, nextInstant } from '../../src/service/reminders/recurrence.ts';
import { celebrationIn } from '../../src/shared/birthdays.ts';
import { clockChanges } from '../../src/shared/clock-changes.ts';
import { FEED_PARTS, type FeedBirthday, type FeedContent } from '../../src/shared/feed.ts';
import { dayAfter, dayIn, instantOf, startOfDay } from '../../src/shared/zones.ts';
import { CORPUS } from '../support/hostile.ts';
import { pythonReader, type Read, readByIcalJs } from '../support/ics-readers.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

const DAY = 86_400_000;

/**
 * Zones whose clocks change in either hemisphere, at midnight, by half an hour, by two hours, or irregularly, and zones
 * without changes.
 */
const ZONES = [
  ...['UTC', 'America/New_York', 'Europe/Berlin', 'Europe/Dublin', 'Australia/Lord_Howe', 'America/Sao_Paulo'],
  ...['Asia/Kolkata', 'Asia/Beirut', 'Asia/Jerusalem', 'Asia/Gaza', 'Africa/Cairo', 'Africa/Casablanca'],
  ...['America/Santiago', 'America/Havana', 'America/Nuuk', 'Pacific/Chatham', 'Pacific/Norfolk', 'Antarctica/Troll'],
];
const MINUTES = [0, 1, 29, 30, 45, 60, 90, 119, 120, 150, 179, 180, 210, 540, 1380, 1410, 1439];

interface Case {
  zone: string;
  row: Row;
  from: string;
  to: string;
}
type Row = Parameters<typeof dueOf>[0];

const days = fc
  .integer({ min: Date.parse('2024-01-01') / DAY, max: Date.parse('2032-12-31') / DAY })
  .map((day) => new Date(day * DAY).toISOString().slice(0, 10));
const hardDays = fc
  .tuple(fc.integer({ min: 2024, max: 2032 }), fc.constantFrom('01-29', '01-30', '01-31', '02-28', '05-31', '11-30'))
  .map(([year, day]) => `${year}-${day}`);
const leapDays = fc.constantFrom('2024-02-29', '2028-02-29');

/** Possible reminders: due at their first or a later time, snoozed, or completed and recurring. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    recurrence: fc.option(fc.constantFrom(...RECURRENCES), { freq: 8 }),
    anchor: fc.oneof(days, hardDays, leapDays),
    minute: fc.oneof(fc.constantFrom(...MINUTES), fc.integer({ min: 0, max: 1439 })),
    seconds: fc.constantFrom(0, 0, 30_500),
    isDay: fc.boolean(),
    passed: fc.integer({ min: 0, max: 5 }),
    putOff: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 3 }),
    isComplete: fc.boolean(),
    start: fc.integer({ min: -400, max: 400 }),
  })
  .map(({ zone, recurrence, anchor: day, minute, seconds, isDay, passed, putOff, isComplete, start }) => {
    const anchor = isDay ? day : instantOf(zone, day, minute * 60_000 + seconds);
    let due = anchor;
    for (let left = passed; recurrence && left > 0; left--) due = after({ zone, isDay, anchor, recurrence }, due);
    if (putOff && isDay) due = dayAfter(due, putOff);
    else if (putOff) due = new Date(Date.parse(due) + putOff * 3_600_000).toISOString();
    const from = `${dayAfter(day, start).slice(0, 7)}-01`;
    return {
      ...{ zone, from, to: dayAfter(from, 729) },
      row: {
        due_at_date: isDay ? (isComplete ? day : due) : null,
        due_at_time: isDay ? null : isComplete ? anchor : due,
        is_complete: isComplete ? 1 : 0,
        recurrence,
        next_occurrence_at: isComplete && recurrence ? (isDay ? startOfDay(zone, due) : due) : null,
        anchor,
      } satisfies Row,
    };
  });

/** Weekly series that reach a time that clocks skip or repeat. */
const hardHours: fc.Arbitrary<Case> = fc
  .record({
    zone: fc.constantFrom(
      ...ZONES.filter((zone) => zone !== 'UTC' && zone !== 'Asia/Kolkata' && zone !== 'America/Sao_Paulo'),
    ),
    nth: fc.integer({ min: 0, max: 7 }),
    minutes: fc.integer({ min: -1, max: 61 }),
    weeks: fc.integer({ min: 0, max: 20 }),
    recurrence: fc.constantFrom('7 days', '14 days'),
  })
  .map(({ zone, nth, minutes, weeks, recurrence }) => {
    const changes = clockChanges(zone, Date.parse('2025-02-01'), Date.parse('2032-01-01'));
    const { at, before, after: behind } = changes[nth % changes.length]!;
    const shown = new Date(at + Math.min(before, behind) + minutes * 60_000).toISOString();
    const first = dayAfter(shown.slice(0, 10), -14 * weeks);
    const anchor = instantOf(zone, first, Date.parse(`1970-01-01T${shown.slice(11)}`));
    const from = `${dayAfter(shown.slice(0, 10), -60).slice(0, 7)}-01`;
    const row: Row = {
      due_at_date: null,
      due_at_time: anchor,
      is_complete: 0,
      recurrence,
      next_occurrence_at: null,
      anchor,
    };
    return { zone, from, to: dayAfter(from, 729), row };
  });

interface Series {
  zone: string;
  isDay: boolean;
  anchor: string;
  recurrence: string;
}

const after = ({ zone, isDay, anchor, recurrence }: Series, one: string): string =>
  (isDay ? nextDay(anchor, recurrence, one) : nextInstant(anchor, recurrence, one, zone))!;

/** Times within the window when kith considers it due. */
function expected(one: Case): string[] {
  const { zone, row } = one;
  const isDay = row.due_at_time === null;
  const { from, to } = windowIn(one);
  const next = row.next_occurrence_at && (isDay ? dayIn(zone, row.next_occurrence_at) : row.next_occurrence_at);
  const first = row.is_complete ? next : (row.due_at_time ?? row.due_at_date);
  const found: string[] = [];
  const series = row.recurrence && { zone, isDay, anchor: row.anchor, recurrence: row.recurrence };
  for (let at = first; at && Date.parse(at) < Date.parse(to); at = series ? after(series, at) : null)
    if (Date.parse(at) >= Date.parse(from)) found.push(isDay ? at : `${at.slice(0, 19)}Z`);
  return found;
}

/** Expected feed of these days: all-day events have the same date everywhere, times belong to the zone's days. */
const windowIn = ({ zone, row, from, to }: Case): Pick<Case, 'from' | 'to'> =>
  row.due_at_time === null ? window({ from, to }) : { from: startOfDay(zone, from), to: startOfDay(zone, endOf(to)) };

const endOf = (to: string): string => dayAfter(to);

const ID = '018f0000-0000-7000-8000-000000000001';

const contentOf = ({ zone, row, from, to }: Case, text = 'Call'): FeedContent => {
  const due = dueOf(row, windowOf(zone, from, to));
  return {
    ...{ zone, from, to, birthdays: [], touches: [], isCut: false },
    reminders: due ? [{ id: ID, text, people: [], ...due }] : [],
  };
};

async function textOf(content: FeedContent): Promise<string> {
  const events = [...eventsOf(content, { alarmMinutes: 15, pages: undefined })];
  const stamps = new Map(events.map(({ id }) => [id, { sequence: 3, at: '2026-11-23T10:00:00.000Z' }]));
  expect(stamps.size, 'each event has its own id').toBe(events.length);
  return calendarText({ ...content, parts: FEED_PARTS, events, stamps });
}

const window = ({ from, to }: Pick<Case, 'from' | 'to'>) => ({
  from: `${from}T00:00:00Z`,
  to: `${endOf(to)}T00:00:00Z`,
});
const times = (read: Read[]): string[] => read.map(({ when }) => when);

/** The iCalendar rules for lines: line ends, length in octets, and characters. */
function expectWellFormed(text: string): void {
  expect(text.endsWith('\r\n')).toBe(true);
  for (const line of text.slice(0, -2).split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // Tab is the only control character that text may contain.
    expect(line.replaceAll('\t', '')).toMatch(/^[^\p{Cc}]*$/u);
    expect(line.isWellFormed()).toBe(true);
  }
}

const python = pythonReader();
/** The second reader checks them together, after all others. */
const both: { text: string; from: string; to: string; expected: Read[] }[] = [];

test('shows a reminder in a calendar program when it is due in kith', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(cases, hardHours), async (one) => {
      const text = await textOf(contentOf(one));
      const looked = { text, ...windowIn(one) };
      const read = readByIcalJs(looked);
      expect(times(read)).toEqual(expected(one));
      if (both.length < 120) both.push({ ...looked, expected: read });
    }),
    { numRuns: rounds(400), seed },
  );
});

const birthdays: fc.Arbitrary<FeedBirthday> = fc
  .record({
    day: fc.oneof(days, leapDays, fc.constantFrom('2000-12-31', '2000-01-01', '2000-02-28')),
    year: fc.option(fc.integer({ min: 1900, max: 2030 })),
    dismissed: fc.option(fc.integer({ min: 2024, max: 2034 })),
    name: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...CORPUS), fc.constant(null)),
  })
  .map(({ day, year, dismissed, name }) => ({
    id: ID,
    name,
    // February 29 is in the year of birth, or in 1604.
    birthday: `${year !== null && !day.endsWith('02-29') ? year : 1604}-${day.slice(5)}`,
    birthday_year: day.endsWith('02-29') && year !== null ? year - (year % 4) : year,
    birthday_dismissed_year: dismissed,
  }));

test("shows a birthday on kith's date, with the age if the year is known, for any name", async () => {
  await fc.assert(
    fc.asyncProperty(birthdays, fc.integer({ min: 2025, max: 2032 }), async (born, year) => {
      const [from, to] = [`${year}-03-01`, dayAfter(`${year}-03-01`, 729)];
      const content = { zone: 'UTC', from, to, reminders: [], touches: [], birthdays: [born], isCut: false };
      const text = await textOf(content);
      expectWellFormed(text);
      // Years later too, from the recurrence rule.
      const looked = { from: `${from}T00:00:00Z`, to: `${year + 9}-03-01T00:00:00Z` };
      const read = readByIcalJs({ text, ...looked });
      const all = Array.from({ length: 10 }, (_, index) => celebrationIn(born, year + index));
      const kept = all.filter(
        ({ date }) =>
          date >= from && date < looked.to.slice(0, 10) && Number(date.slice(0, 4)) !== born.birthday_dismissed_year,
      );
      expect(times(read)).toEqual(kept.map(({ date }) => date));
      for (const { when, summary } of read) {
        const { turns } = kept.find(({ date }) => date === when)!;
        if (when <= to && turns !== null) expect(summary).toMatch(new RegExp(` turns ${turns}$`));
        else expect(summary).toMatch(born.birthday_year === null || when <= to ? /^Birthday of / : /\(born \d+\)$/);
      }
      if (both.length < 200) both.push({ text, ...looked, expected: read });
    }),
    { numRuns: rounds(200), seed },
  );
});

test('preserves any text, in lines that every program accepts', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(...CORPUS),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const reminders = [
        { id: ID, text, people: [text, null], isDay: true, single: ['2027-05-01'], series: undefined },
      ];
      const from = '2027-01-01';
      const to = dayAfter(from, 729);
      const written = await textOf({
        zone: 'Europe/Berlin',
        from,
        to,
        birthdays: [],
        touches: [],
        reminders,
        isCut: false,
      });
      expectWellFormed(written);
      const read = readByIcalJs({ text: written, ...window({ from, to }) });
      expect(read).toHaveLength(1);
      expect(read[0]!.alarms).toEqual([9 * 3600]);
      const plain = text
        .toWellFormed()
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: no program takes them.
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
        .trim();
      if (plain !== '') expect(`${read[0]!.summary}\n${read[0]!.description}`).toContain(plain);
      if (both.length < 260) both.push({ text: written, ...window({ from, to }), expected: read });
    }),
    { numRuns: rounds(200), seed },
  );
});

test('notes in the feed when it is incomplete', async () => {
  const content = { zone: 'UTC', from: '2027-01-01', to: '2028-12-30', birthdays: [], touches: [], reminders: [] };
  expect(await textOf({ ...content, isCut: false })).not.toContain('DESCRIPTION:');
  const cut = await textOf({ ...content, isCut: true });
  expect(cut).toContain('X-WR-CALDESC:This feed is full');
  // An empty feed is a valid calendar too.
  expect(readByIcalJs({ text: cut, from: '2027-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' })).toEqual([]);
  expect(cut).toContain('BEGIN:VTIMEZONE');
});

test('describes a zone in the calendar as the platform does', async () => {
  for (const zone of ZONES.filter((one) => one !== 'UTC')) {
    const row = { due_at_date: null, due_at_time: '2026-01-05T12:00:00.000Z', is_complete: 0 as const };
    const series = { ...row, recurrence: '7 days', next_occurrence_at: null, anchor: row.due_at_time };
    const one = { zone, row: series, from: '2026-01-01', to: '2027-12-31' };
    const changes = clockChanges(zone, Date.parse('2026-01-01'), Date.parse('2046-01-01'));
    const text = await textOf(contentOf(one));
    // A rule covers all future years. Without one, the feed lists the next 28 changes one by one.
    const read = readByIcalJs({ text, from: '2026-01-01T00:00:00Z', to: '2046-01-01T00:00:00Z' });
    expect([zone, times(read)]).toEqual([zone, expected({ ...one, to: '2045-12-31' })]);
    if (changes.length === 0) expect(text).not.toContain('RRULE:FREQ=YEARLY');
    both.push({ text, ...window(one), expected: readByIcalJs({ text, ...window(one) }) });
  }
});

test.runIf(python)('reads the same in a second reader', () => {
  const read = python!(both);
  for (const [index, { expected }] of both.entries()) expect(read[index]).toEqual(expected);
});

if (!python) afterAll(() => void process.stderr.write('Left out: calendars read by Python, which is not here\n'));
