import { type CivilDay, civilDay, DAY, dayNumber, dayOf, HOUR, MINUTE, SECOND, type WallTime } from './days.ts';
import type { CountSteps, Rule } from './rule.ts';
import { type DayTest, dayTest } from './rule-days.ts';

// Expands recurrence rules in local time, so no time zone is needed.

/** End of the year 9999. Later times cannot be written. */
const END_OF_TIME = dayNumber(10_000, 1, 1) * DAY - 1;

export interface WallTimeRange {
  from: WallTime;
  /** Inclusive end. */
  to: WallTime;
}

/**
 * Occurrences, in order, of a rule that starts at `start`, within a span. The search starts at the span unless the rule
 * has a COUNT.
 */
export function* ruleTimes(rule: Rule, start: WallTime, span: WallTimeRange, take: CountSteps): Generator<WallTime> {
  const near = rule.count === undefined ? Math.max(start, span.from) : start;
  const to = Math.min(span.to, END_OF_TIME);
  const sets = isShort(rule) ? clockSets(rule, start, near, to, take) : daySets(rule, start, near, to, take);
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const set of sets) {
    for (const wall of rule.bySetPos.length > 0 ? atPositions(set, rule.bySetPos) : set) {
      if (wall < start) continue;
      if (wall > to || left <= 0) return;
      left--;
      if (wall >= span.from) yield wall;
    }
  }
}

const UNITS: Partial<Record<Rule['freq'], number>> = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: SECOND };
const isShort = ({ freq }: Rule): boolean => freq in UNITS;

function atPositions(set: WallTime[], positions: number[]): WallTime[] {
  const chosen = positions.map((position) => set[position > 0 ? position - 1 : set.length + position]);
  return [...new Set(chosen)].filter((wall) => wall !== undefined).sort((a, b) => a - b);
}

const orElse = (values: number[], own: number): number[] =>
  values.length > 0 ? [...new Set(values)].sort((a, b) => a - b) : [own];

/** One unit of a local time, such as its hour of 24 or its minute of 60. */
const partOf = (wall: WallTime, unit: number, of: number): number => ((Math.floor(wall / unit) % of) + of) % of;

/** Steps charged for generating `count` times. */
const timeSteps = (count: number): number => Math.floor(count / 4);

/** The times in each period of days, weeks, months or years. */
function* daySets(rule: Rule, start: WallTime, near: WallTime, to: WallTime, take: CountSteps): Generator<WallTime[]> {
  const [hours, minutes, seconds] = [
    orElse(rule.byHour, partOf(start, HOUR, 24)),
    orElse(rule.byMinute, partOf(start, MINUTE, 60)),
    orElse(rule.bySecond, partOf(start, SECOND, 60)),
  ];
  take(timeSteps(hours.length * minutes.length * seconds.length));
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * HOUR + minute * MINUTE + second * SECOND)),
  );
  const isWanted = dayTest(rule, civilDay(dayOf(start)));
  const size = rule.freq === 'YEARLY' ? 3 * isWanted.months.length : rule.freq === 'MONTHLY' ? 3 : 1;
  const { at, first, days } = PERIODS[rule.freq as keyof typeof PERIODS];
  const begun = at(dayOf(start), rule);
  const skipped = Math.floor((at(dayOf(near), rule) - begun) / rule.interval);
  for (let period = begun + skipped * rule.interval; first(period, rule) * DAY <= to; period += rule.interval) {
    take(rule.price * size);
    const found = days(period, rule, isWanted);
    take(timeSteps(found.length * times.length));
    yield found.flatMap((day) => times.map((time) => day * DAY + time));
  }
}

/** Period numbers, a period's first day, and its matching days. */
interface Periods {
  at(day: number, rule: Rule): number;
  first(period: number, rule: Rule): number;
  days(period: number, rule: Rule, isWanted: DayTest): number[];
}

const monthOf = ({ year, month }: CivilDay): number => year * 12 + month - 1;
const firstOfMonth = (period: number): number => dayNumber(Math.floor(period / 12), (period % 12) + 1, 1);

function wantedOfMonth(period: number, isWanted: DayTest): number[] {
  const found: number[] = [];
  const [begin, end] = [firstOfMonth(period), firstOfMonth(period + 1)];
  const [year, month] = [Math.floor(period / 12), (period % 12) + 1];
  for (let day = begin; day < end; day++) if (isWanted(day, { year, month, day: day - begin + 1 })) found.push(day);
  return found;
}

/** 1970-01-04. */
const FIRST_SUNDAY = 3;

const PERIODS: Record<'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', Periods> = {
  DAILY: {
    at: (day) => day,
    first: (period) => period,
    days: (period, _, isWanted) => (isWanted(period, civilDay(period)) ? [period] : []),
  },
  WEEKLY: {
    at: (day, { weekStart }) => Math.floor((day - FIRST_SUNDAY - weekStart) / 7),
    first: (period, { weekStart }) => period * 7 + FIRST_SUNDAY + weekStart,
    days: (period, { weekStart }, isWanted) =>
      [0, 1, 2, 3, 4, 5, 6]
        .map((more) => period * 7 + FIRST_SUNDAY + weekStart + more)
        .filter((day) => isWanted(day, civilDay(day))),
  },
  MONTHLY: {
    at: (day) => monthOf(civilDay(day)),
    first: firstOfMonth,
    days: (period, _, isWanted) => wantedOfMonth(period, isWanted),
  },
  YEARLY: {
    at: (day) => civilDay(day).year,
    first: (period) => dayNumber(period, 1, 1),
    days: (period, _, isWanted) => isWanted.months.flatMap((month) => wantedOfMonth(period * 12 + month - 1, isWanted)),
  },
};

/** The times in each hour, minute or second. Days and hours without a match are skipped. */
function* clockSets(
  rule: Rule,
  start: WallTime,
  near: WallTime,
  to: WallTime,
  take: CountSteps,
): Generator<WallTime[]> {
  const unit = UNITS[rule.freq]!;
  const isWanted = dayTest(rule, civilDay(dayOf(start)));
  const seconds = unit > SECOND ? orElse(rule.bySecond, partOf(start, SECOND, 60)) : [0];
  const minutes = unit > MINUTE ? orElse(rule.byMinute, partOf(start, MINUTE, 60)) : [0];
  const offsets = minutes.flatMap((minute) => seconds.map((second) => minute * MINUTE + second * SECOND));
  const has = (values: number[], value: number) => values.length === 0 || values.includes(value);
  /** Start of the next day, hour or minute that may match. */
  const later = (begin: WallTime): WallTime => {
    const day = dayOf(begin);
    if (!isWanted(day, civilDay(day))) return (day + 1) * DAY;
    if (!has(rule.byHour, partOf(begin, HOUR, 24))) return (Math.floor(begin / HOUR) + 1) * HOUR;
    if (unit < HOUR && !has(rule.byMinute, partOf(begin, MINUTE, 60))) return (Math.floor(begin / MINUTE) + 1) * MINUTE;
    return unit < MINUTE && !has(rule.bySecond, partOf(begin, SECOND, 60)) ? begin + SECOND : begin;
  };
  const begun = Math.floor(start / unit);
  const skipped = Math.floor((Math.floor(near / unit) - begun) / rule.interval);
  for (let period = begun + skipped * rule.interval; period * unit <= to; ) {
    take(rule.price);
    const wanted = Math.ceil(later(period * unit) / unit);
    if (wanted === period) {
      take(timeSteps(offsets.length));
      yield offsets.map((offset) => period * unit + offset);
    }
    period += Math.max(1, Math.ceil((wanted - period) / rule.interval)) * rule.interval;
  }
}
