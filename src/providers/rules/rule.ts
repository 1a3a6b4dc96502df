// Recurrence rules as written (RFC 5545, 3.3.10).

const FREQUENCIES = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

export interface Rule {
  freq: (typeof FREQUENCIES)[number];
  interval: number;
  count: number | undefined;
  /** A date, or a time with or without Z, as in jCal. Its meaning depends on the series. */
  until: string | undefined;
  /** 0 is Sunday. */
  weekStart: number;
  byMonth: number[];
  byWeekNo: number[];
  byYearDay: number[];
  byMonthDay: number[];
  /** `nth` is 0 for every such day. */
  byDay: { weekday: number; nth: number }[];
  byHour: number[];
  byMinute: number[];
  bySecond: number[];
  bySetPos: number[];
  /** Steps charged per day, because each is compared with all values. */
  price: number;
}

/** Limits that real calendars do not reach. */
const MAX_INTERVAL = 1_000_000;
const MAX_VALUES = 200;

/** A rule that makes no sense. */
export class InvalidRuleError extends Error {}

/** Counts the steps of a search. Throws if there are too many. */
export type CountSteps = (steps: number) => void;

/** Parses a rule in jCal format (RFC 7265, 3.6.10). Throws if it is absurd. */
export function readRule(parts: Record<string, unknown>): Rule {
  const freq = parts.freq as Rule['freq'];
  const interval = Number(parts.interval ?? 1);
  const values = Object.values(parts).flat().length;
  if (!FREQUENCIES.includes(freq) || !(interval <= MAX_INTERVAL) || values > MAX_VALUES)
    throw new InvalidRuleError('invalid parts of a rule');
  const numbers = (name: string) => listOf(parts[name]).map(Number);
  return {
    freq,
    interval: Math.max(1, interval),
    count: parts.count === undefined ? undefined : Number(parts.count),
    until: parts.until as string | undefined,
    // The parser counts weekdays from Sunday as 1.
    weekStart: typeof parts.wkst === 'number' ? parts.wkst - 1 : 1,
    byMonth: numbers('bymonth'),
    // Week numbers apply only to yearly rules.
    byWeekNo: freq === 'YEARLY' ? numbers('byweekno') : [],
    byYearDay: numbers('byyearday'),
    byMonthDay: numbers('bymonthday'),
    byDay: listOf(parts.byday).map((value) => readWeekday(String(value))),
    byHour: numbers('byhour'),
    byMinute: numbers('byminute'),
    bySecond: numbers('bysecond').filter((second) => second < 60),
    bySetPos: numbers('bysetpos'),
    price: 1 + Math.floor(values / 10),
  };
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

function readWeekday(text: string): { weekday: number; nth: number } {
  const [, nth = '0', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = WEEKDAYS.indexOf(name);
  if (weekday < 0) throw new InvalidRuleError('an invalid weekday in a rule');
  return { weekday, nth: Number(nth) };
}
