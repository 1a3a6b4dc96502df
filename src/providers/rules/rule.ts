// Recurrence rules as they are written (RFC 5545, 3.3.10).

const FREQUENCIES = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

export interface Rule {
  freq: (typeof FREQUENCIES)[number];
  interval: number;
  count: number | undefined;
  /** A date, or a time with or without Z, as it is written in jCal: what it means depends on the series. */
  until: string | undefined;
  /** 0 is Sunday. */
  weekStart: number;
  byMonth: number[];
  byWeekNo: number[];
  byYearDay: number[];
  byMonthDay: number[];
  /** `nth` is 0 for each such day. */
  byDay: { weekday: number; nth: number }[];
  byHour: number[];
  byMinute: number[];
  bySecond: number[];
  bySetPos: number[];
  /** The steps of one day: it is compared with all values. */
  price: number;
}

/** No real calendar has longer steps, or more values in a rule. */
const LONGEST_INTERVAL = 1_000_000;
const MOST_VALUES = 200;

/** Something that nobody could have meant. */
export class AbsurdRule extends Error {}

/** Counts the steps of a search. Throws when there were too many. */
export type Take = (steps: number) => void;

/** Reads a rule from its parts in jCal (RFC 7265, 3.6.10). Throws for an absurd one. */
export function readRule(parts: Record<string, unknown>): Rule {
  const freq = parts.freq as Rule['freq'];
  const interval = Number(parts.interval ?? 1);
  const values = Object.values(parts).flat().length;
  if (!FREQUENCIES.includes(freq) || !(interval <= LONGEST_INTERVAL) || values > MOST_VALUES)
    throw new AbsurdRule('the parts of a rule');
  const numbers = (name: string) => listOf(parts[name]).map(Number);
  return {
    freq,
    interval: Math.max(1, interval),
    count: parts.count === undefined ? undefined : Number(parts.count),
    until: parts.until as string | undefined,
    // The parser numbers days from Sunday as 1.
    weekStart: typeof parts.wkst === 'number' ? parts.wkst - 1 : 1,
    byMonth: numbers('bymonth'),
    // Weeks have numbers in rules of years only.
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
  if (weekday < 0) throw new AbsurdRule('a day of a rule');
  return { weekday, nth: Number(nth) };
}
