import { DAY, dayOf, firstToCome, lastBegun, later, type Stretch, startOfDay, yearOf } from './calendar.ts';
import { outerAt } from './names.ts';
import { dateOf, dayNumberAt, isAfter } from './numbers.ts';
import { fixed, type License, longest, marker, type Reader, type Reading, resolved } from './reading.ts';
import { timeAt } from './time.ts';
import { away, spanAt } from './units.ts';

/** Minimum margin of "around" on each side, in milliseconds. Longer times get a quarter of their length. */
const MIN_MARGIN = 5 * DAY;

/** Reads the longest complete time expression at a token. */
export function phraseAt(reader: Reader, at: number): Reading | undefined {
  if (!mayBegin(reader, at)) return undefined;
  if (isAfter(reader, 'every', at)) return undefined;
  return longest([
    plainAt(reader, at, at, 'none'),
    ...(['in', 'on', 'at'] as const).map((name) => {
      const start = marker(reader, name, at);
      return start === undefined ? undefined : plainAt(reader, at, start, name);
    }),
    betweenAt(reader, at),
    boundAt(reader, at),
    shiftedAt(reader, at),
  ]);
}

/** Whether a token may start a time: a word in the lexicon, or a number near one. */
function mayBegin({ tokens, phrasesAt }: Reader, at: number): boolean {
  const { word } = tokens[at]!;
  if (word !== "'" && !/^[0-9]/.test(word)) return phrasesAt[at] !== undefined;
  const next = [0, 1, 2, 3, 4].map((offset) => at + offset);
  return next.some((one) => phrasesAt[one] || /^[0-9]{2}/.test(tokens[one]?.word ?? ''));
}

/** Reads one time, or two joined times as in "2019–2021" and "in March and April". */
function plainAt(reader: Reader, at: number, start: number, license: License): Reading | undefined {
  const time = timeAt(reader, start, license);
  const range = rangeFrom(reader, start, license);
  if (range && range.end > (time?.end ?? at)) return range;
  return time?.isSure ? time : undefined;
}

function rangeFrom(reader: Reader, at: number, license: License): Reading | undefined {
  const first = timeAt(reader, at, license);
  const middle = first?.end ?? dayNumberAt(reader, at)?.end;
  if (middle === undefined) return undefined;
  const dash = reader.tokens[middle]?.word === '-' ? middle + 1 : marker(reader, 'to', middle);
  const joined = dash ?? marker(reader, 'and', middle);
  if (joined === undefined) return undefined;
  const range = rangeTo(reader, at, joined);
  const areSure = first?.isSure || range?.isSure || timeAt(reader, joined, 'none')?.isSure;
  if (!range || !areSure || (dash === undefined && !areAdjacent(range.ends))) return undefined;
  return fixed(range.stretch, range.end);
}

/** Whether two times form one range. "In March and April" does, but "in 2019 and 2023" does not. */
const areAdjacent = ([first, last]: readonly [Stretch, Stretch]): boolean =>
  last.from >= first.from && last.from <= first.to;

/** Reads "between X and Y" or "from X to Y". */
function betweenAt(reader: Reader, at: number): Reading | undefined {
  const between = marker(reader, 'between', at);
  const from = marker(reader, 'from', at);
  return longest([
    between === undefined ? undefined : closedRange(reader, between, ['and']),
    from === undefined ? undefined : closedRange(reader, from, ['to', 'until']),
  ]);
}

function closedRange(reader: Reader, at: number, closers: readonly ('and' | 'to' | 'until')[]): Reading | undefined {
  const middle = longest([timeAt(reader, at, 'any')])?.end ?? dayNumberAt(reader, at)?.end;
  if (middle === undefined) return undefined;
  const dash = reader.tokens[middle]?.word === '-' ? middle + 1 : undefined;
  const ranges = [dash, ...closers.map((name) => marker(reader, name, middle))]
    .map((closed) => (closed === undefined ? undefined : rangeTo(reader, at, closed)))
    .filter((range) => range !== undefined);
  return longest(ranges.map(({ stretch, end }) => fixed(stretch, end)));
}

interface Range {
  stretch: Stretch;
  ends: [Stretch, Stretch];
  end: number;
  /** Whether the range consists of days in a month. */
  isSure: boolean;
}

/**
 * The range from the time at one token to the time at a later token. Either may be a day number that shares the other's
 * month.
 */
function rangeTo(reader: Reader, at: number, next: number): Range | undefined {
  const { now } = reader;
  const last = timeAt(reader, next, 'any') ?? nowAt(reader, next);
  const first = timeAt(reader, at, 'any');
  const lastDay = dayNumberAt(reader, next);
  if (first?.day && !last && lastDay) {
    const outer = outerAt(reader, lastDay.end);
    const year = outer?.year ?? yearOf(resolved(first, now)?.from ?? now);
    const begin = first.time.around(dayOf(year, 0)).find(({ from }) => yearOf(from) === year);
    const end = dateOf(year, first.day.month + 1, lastDay.sense);
    return begin && end && rangeOf(begin, end, outer?.year === undefined ? lastDay.end : outer.end, true);
  }
  if (!last) return undefined;
  if (!first) {
    const firstDay = dayNumberAt(reader, at);
    const end = last.day && resolved(last, now);
    const begin = end && firstDay && dateOf(yearOf(end.from), last.day!.month + 1, firstDay.sense);
    return begin && end && rangeOf(begin, end, last.end, true);
  }
  const end = first.isFixed && !last.isFixed ? afterFirst(first, last, now) : resolved(last, now);
  const begin = end && lastBegun(first.time.around(end.from), end.from);
  return begin && rangeOf(begin, end, last.end, false);
}

/** The first occurrence of `last` that ends after `first` starts. */
function afterFirst(first: Reading, last: Reading, now: number): Stretch | undefined {
  const from = resolved(first, now)?.from ?? now;
  return last.time.around(from).find(({ to }) => to > from);
}

const rangeOf = (first: Stretch, last: Stretch, end: number, isSure: boolean): Range => ({
  stretch: { from: Math.min(first.from, last.from), to: Math.max(first.to, last.to) },
  ends: [first, last],
  end,
  isSure,
});

function nowAt(reader: Reader, at: number): Reading | undefined {
  const end = marker(reader, 'now', at);
  return end === undefined ? undefined : fixed({ from: reader.now, to: Number.POSITIVE_INFINITY }, end);
}

const BOUNDS = ['since', 'until', 'by', 'before', 'after', 'around'] as const;

/** Reads bounds such as "since X" and "before X". */
function boundAt(reader: Reader, at: number): Reading | undefined {
  const found: (Reading | undefined)[] = [];
  for (const bound of BOUNDS) {
    const start = marker(reader, bound, at);
    if (start === undefined) continue;
    const time = timeAt(reader, start, bound === 'by' ? 'on' : 'any');
    if (time && (bound !== 'by' || time.isSure)) found.push(bounded(reader, bound, time));
    const span = bound === 'since' ? spanAt(reader, start) : undefined;
    if (span?.hasCount) found.push(fixed(boundedStretch('since', away(reader.now, span, -1)), span.end));
  }
  return longest(found);
}

function bounded({ now }: Reader, bound: (typeof BOUNDS)[number], time: Reading): Reading | undefined {
  const list = time.time.around(now);
  const isAhead = time.isWeekday && (bound === 'until' || bound === 'by');
  const found = isAhead ? (list.find(({ to }) => to > now) ?? firstToCome(list, now)) : lastBegun(list, now);
  return found && { ...fixed(boundedStretch(bound, found), time.end), isBounded: true };
}

function boundedStretch(bound: (typeof BOUNDS)[number], { from, to }: Stretch): Stretch {
  const pad = Math.max(MIN_MARGIN, (to - from) / 4);
  switch (bound) {
    case 'since':
      return { from, to: Number.POSITIVE_INFINITY };
    case 'after':
      return { from: to, to: Number.POSITIVE_INFINITY };
    case 'before':
      return { from: Number.NEGATIVE_INFINITY, to: from };
    case 'around':
      return { from: startOfDay(from - pad), to: startOfDay(to + pad) };
    default:
      return { from: Number.NEGATIVE_INFINITY, to };
  }
}

/** Reads an offset from a time: "two weeks after Easter", "the day before Christmas". */
function shiftedAt(reader: Reader, at: number): Reading | undefined {
  const span = spanAt(reader, marker(reader, 'fillers', at) ?? at) ?? spanAt(reader, at);
  if (!span || (span.isPlural && !span.hasCount)) return undefined;
  const before = marker(reader, 'before', span.end);
  const after = marker(reader, 'after', span.end);
  const start = before ?? after;
  const time = start === undefined ? undefined : timeAt(reader, start, 'any');
  const found = time && resolved(time, reader.now);
  if (!found) return undefined;
  if (before === undefined) {
    const next = { from: found.to, to: later(found.to, 1, span.unit) };
    return fixed(span.hasCount ? away(found.to - DAY, span, 1) : next, time.end);
  }
  const previous = { from: later(found.from, -1, span.unit), to: found.from };
  return fixed(span.hasCount ? away(found.from, span, -1) : previous, time.end);
}
