import { calendarUnit, DAY, daysFrom, HOUR, type Stretch, startOfDay } from './calendar.ts';
import type { DayPart, Part } from './language.ts';
import { take } from './lexicon.ts';
import { monthDayAt, namedTimeAt, quarterAt } from './names.ts';
import { bareYearAt, decadeAt, isAfter, numericDateAt } from './numbers.ts';
import { fixed, type License, longest, mapped, marker, type Reader, type Reading } from './reading.ts';
import { skipJoints } from './tokens.ts';
import { calendarTimeAt, distanceAt, rollingTimeAt } from './units.ts';

/** Start and end hour of each part of a day. A night ends on the next day. */
const HOURS: Record<DayPart, [number, number]> = {
  morning: [4, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [18, 30],
};
/** Start and end of each part, as fractions of a range. */
const SHARES: Record<Part, [number, number]> = {
  early: [0, 1 / 3],
  mid: [1 / 3, 2 / 3],
  late: [2 / 3, 1],
  firstHalf: [0, 1 / 2],
  secondHalf: [1 / 2, 1],
};
const MAX_FILLERS = 3;

/** Reads a time after at most three fillers, such as articles. It may have a part: "the end of last year". */
export function timeAt(reader: Reader, at: number, license: License): Reading | undefined {
  return remembered(reader, `time ${at} ${license}`, () => readTimeAt(reader, at, license));
}

function remembered(reader: Reader, key: string, read: () => Reading | undefined): Reading | undefined {
  if (reader.known.has(key)) return reader.known.get(key);
  const found = read();
  reader.known.set(key, found);
  return found;
}

function readTimeAt(reader: Reader, at: number, license: License): Reading | undefined {
  const found: (Reading | undefined)[] = [];
  let start: number | undefined = at;
  for (let skipped = 0; start !== undefined && skipped <= MAX_FILLERS; skipped++) {
    found.push(partAt(reader, start), coreAt(reader, start, license));
    start = marker(reader, 'fillers', start);
  }
  return longest(found);
}

function partAt(reader: Reader, at: number): Reading | undefined {
  const part = take(reader, 'part', at);
  if (!part) return undefined;
  const share = SHARES[part.sense];
  const found: (Reading | undefined)[] = [];
  let start: number | undefined = part.end;
  for (let skipped = 0; start !== undefined && skipped <= MAX_FILLERS; skipped++) {
    found.push(coreAt(reader, start, 'any'), currentUnitAt(reader, start));
    start = marker(reader, 'fillers', start);
  }
  const whole = longest(found);
  return whole && { ...mapped(whole, (stretch) => shareOf(stretch, share)), isSure: true };
}

function shareOf({ from, to }: Stretch, [first, last]: [number, number]): Stretch {
  const at = (share: number) => startOfDay(from + (to - from) * share + DAY / 2);
  return to - from < 3 * DAY ? { from, to } : { from: at(first), to: at(last) };
}

/** Reads the current unit after a part: "the end of the month". */
function currentUnitAt(reader: Reader, at: number): Reading | undefined {
  const unit = take(reader, 'unit', at);
  return unit && !unit.sense.isPlural ? fixed(calendarUnit(reader.now, unit.sense.unit), unit.end) : undefined;
}

function coreAt(reader: Reader, at: number, license: License): Reading | undefined {
  if (!startsTime(reader, at)) return undefined;
  return remembered(reader, `core ${at} ${license}`, () => readCoreAt(reader, at, license));
}

/** Kinds of phrases that occur only around a time and never start one. Most tokens have only these. */
const BESIDE_TIMES: ReadonlySet<string> = new Set([
  ...['since', 'until', 'by', 'before', 'after', 'around', 'between', 'and', 'from', 'to', 'in', 'on', 'at', 'fillers'],
  ...[
    'agoAfter',
    'beforeLast',
    'afterNext',
    'every',
    'numbered',
    'counted',
    'personal',
    'beforeMorning',
    'plain',
    'now',
  ],
]);

function startsTime({ tokens, phrasesAt }: Reader, at: number): boolean {
  const start = skipJoints(tokens, at);
  const word = tokens[start]?.word;
  if (word === undefined) return false;
  if (word === "'" || /^[0-9]/.test(word)) return true;
  for (const kind of phrasesAt[start]?.keys() ?? []) if (!BESIDE_TIMES.has(kind)) return true;
  return false;
}

function readCoreAt(reader: Reader, at: number, license: License): Reading | undefined {
  const unit = calendarTimeAt(reader, at);
  return longest([
    numericDateAt(reader, at),
    monthDayAt(reader, at, license),
    weekdayPartAt(reader, at, license),
    namedTimeAt(reader, at, license),
    rollingTimeAt(reader, at),
    unit && fixed(unit.stretch, unit.end),
    distanceAt(reader, at),
    momentAt(reader, at),
    recentAt(reader, at),
    quarterAt(reader, at, license),
    decadeAt(reader, at),
    bareYearAt(reader, at, license === 'in' || license === 'any'),
  ]);
}

const partOfDay =
  (part: DayPart) =>
  ({ from }: Stretch) => ({
    from: startOfDay(from) + HOURS[part][0] * HOUR,
    to: startOfDay(from) + HOURS[part][1] * HOUR,
  });

function weekdayPartAt(reader: Reader, at: number, license: License): Reading | undefined {
  const weekday = namedTimeAt(reader, at, license);
  const part = weekday && take(reader, 'dayPart', weekday.end);
  const isDay = weekday?.time.around(reader.now).every(({ from, to }) => to - from === DAY);
  return part && isDay ? { ...mapped(weekday, partOfDay(part.sense)), end: part.end, isSure: true } : undefined;
}

/** Reads a day near today, or a part of one: "yesterday", "gestern Abend", "this morning". */
function momentAt(reader: Reader, at: number): Reading | undefined {
  const { now } = reader;
  const today = startOfDay(now);
  const moment = take(reader, 'moment', at);
  if (moment) return fixed(partOfDay(moment.sense.part)(daysFrom(today + moment.sense.offset * DAY)), moment.end);
  const thisOne = marker(reader, 'this', at);
  const partOfThis = thisOne === undefined ? undefined : take(reader, 'dayPart', thisOne);
  if (partOfThis) return fixed(partOfDay(partOfThis.sense)(daysFrom(today)), partOfThis.end);
  const day = take(reader, 'day', at);
  if (!day || (day.sense === 1 && isAfter(reader, 'beforeMorning', at))) return undefined;
  const stretch = daysFrom(today + day.sense * DAY);
  const part = take(reader, 'dayPart', day.end);
  return part ? fixed(partOfDay(part.sense)(stretch), part.end) : fixed(stretch, day.end);
}

function recentAt(reader: Reader, at: number): Reading | undefined {
  const recent = take(reader, 'recent', at);
  const today = startOfDay(reader.now);
  return recent && fixed({ from: today - recent.sense * DAY, to: Number.POSITIVE_INFINITY }, recent.end);
}
