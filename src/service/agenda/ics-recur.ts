import ICAL from 'ical.js';

type Time = InstanceType<typeof ICAL.Time>;
type Event = InstanceType<typeof ICAL.Event>;

// A published calendar is text from outside: a rule in it may never come true, or every second. The library looks for
// the next occurrence until it finds one, and always from the first on.

/** What the looking for occurrences of one calendar, and of one series in it, may take: candidates looked at. */
const MOST_PER_CALENDAR = 50_000;
const MOST_PER_SERIES = 10_000;
/** Longer steps are no rule of a calendar's, and the library counts them one by one. */
const LONGEST_INTERVAL = 1_000_000;
/** Dates added to a series or taken out; the library sorts them by hand. */
const MOST_DATES = 10_000;
const DAY_MS = 86_400_000;

/** Counts down while one calendar is read. */
export interface Budget {
  left: number;
}

export const newBudget = (): Budget => ({ left: MOST_PER_CALENDAR });

class RuleTooLong extends Error {}

let allowed = Number.POSITIVE_INFINITY;

// The one place that the library passes for every candidate, whatever the rule.
const { prototype } = ICAL.RecurIterator as unknown as { prototype: { check_contracting_rules(): boolean } };
const check = prototype.check_contracting_rules;
prototype.check_contracting_rules = function () {
  if (allowed-- <= 0) throw new RuleTooLong('too many candidates for an occurrence');
  return check.call(this);
};

/**
 * Runs `read` on the occurrences of a series, in order, from `near` (a day, YYYY-MM-DD) or somewhat before on. Throws
 * when looking for them takes more than a series or the budget may.
 */
export function eachOccurrence(series: Event, near: string, budget: Budget, read: (start: Time) => 'more' | 'end') {
  const { component } = series;
  const rules = component.getAllProperties('rrule').map((one) => one.getFirstValue() as unknown as Rule);
  if (rules.some(({ interval }) => !(interval <= LONGEST_INTERVAL))) throw new RuleTooLong('the interval of a rule');
  const dates = [...component.getAllProperties('exdate'), ...component.getAllProperties('rdate')];
  if (dates.reduce((count, one) => count + one.getValues().length, 0) > MOST_DATES)
    throw new RuleTooLong('the dates of a series');
  const granted = Math.min(budget.left, MOST_PER_SERIES);
  allowed = granted;
  try {
    const steps = series.iterator(startNear(series, rules, near));
    for (let start = steps.next(); start && read(start) === 'more'; start = steps.next()) {
      // Also steps that the library makes without a rule count.
      if (allowed-- <= 0) throw new RuleTooLong('the occurrences of a series');
    }
  } finally {
    budget.left -= granted - Math.max(0, allowed);
    allowed = Number.POSITIVE_INFINITY;
  }
}

interface Rule {
  freq: string;
  interval: number;
  count: number | null;
}

const SECONDS: Record<string, number> = {
  SECONDLY: 1,
  MINUTELY: 60,
  HOURLY: 3_600,
  DAILY: 86_400,
  WEEKLY: 604_800,
};

/**
 * Where a rule may be begun instead of its first occurrence: whole intervals later, at least one before `near`. None
 * where a rule counts its occurrences, or there are other dates beside it.
 */
function startNear({ component, startDate, duration }: Event, rules: Rule[], near: string): Time | undefined {
  const [rule, ...more] = rules;
  if (!rule || more.length > 0 || rule.count || component.hasProperty('rdate')) return undefined;
  const first = Date.UTC(startDate.year, startDate.month - 1, startDate.day);
  const gap = Date.parse(near) - first - Math.max(0, duration.toSeconds()) * 1000 - 2 * DAY_MS;
  const start = startDate.clone();
  const seconds = SECONDS[rule.freq];
  if (seconds !== undefined) {
    const period = seconds * rule.interval;
    const periods = Math.floor(gap / 1000 / period) - 1;
    if (!(periods > 0)) return undefined;
    const shift = periods * period;
    start.adjust(Math.floor(shift / 86_400), 0, 0, shift % 86_400);
    return start;
  }
  // Months and years go by whole years: every month has its days again, but for the 29th of February.
  const periods = Math.floor(gap / (366 * DAY_MS) / rule.interval) - 1;
  if (!(periods > 0) || (startDate.month === 2 && startDate.day === 29)) return undefined;
  start.year += periods * rule.interval;
  return start;
}
