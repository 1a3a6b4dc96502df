import ICAL from 'ical.js';

type Time = InstanceType<typeof ICAL.Time>;
type Event = InstanceType<typeof ICAL.Event>;
type Component = InstanceType<typeof ICAL.Component>;
type Rule = InstanceType<typeof ICAL.Recur>;

// A published calendar is text from outside: a rule in it may never come true, or every second. The library searches for
// the next occurrence until it finds one, always starting from the first. So its steps are counted, for events and for
// the rules of time zones alike.

/** How many steps of the library the search for occurrences may take: in one calendar, and in one series of it. */
const MOST_PER_CALENDAR = 50_000;
const MOST_PER_SERIES = 10_000;
/** No real calendar has longer steps, and the library counts them one by one. */
const LONGEST_INTERVAL = 1_000_000;
/** Dates added to a series or taken out, and changed occurrences of it; the library sorts them by hand. */
const MOST_DATES = 10_000;
/** Rules of one series, and values in one of them such as the days of BYDAY. */
const MOST_RULES = 10;
const MOST_VALUES = 200;
const DAY_MS = 86_400_000;

/** Counts down while one calendar is read. */
export interface Budget {
  left: number;
}

export const newBudget = (): Budget => ({ left: MOST_PER_CALENDAR });

class AbsurdRule extends Error {}

/** Takes steps from a budget, at most `most` of them. Throws when there are none left. */
export function taker(budget: Budget, most: number): (steps: number) => void {
  let own = most;
  return (steps) => {
    own -= steps;
    budget.left -= steps;
    if (own < 0 || budget.left < 0) throw new AbsurdRule('too many steps for an occurrence');
  };
}

/**
 * Makes every rule of an event, or of a part of a time zone, count its steps: its iterator, a subclass of the library's,
 * takes them wherever the library passes on its way to the next occurrence. Throws for an absurd rule.
 */
export function countSteps(component: Component, take: (steps: number) => void): Rule[] {
  const rules = component.getAllProperties('rrule').map((one) => {
    const value = one.getFirstValue();
    if (!(value instanceof ICAL.Recur)) throw new AbsurdRule('something else than a rule');
    return value;
  });
  if (rules.length > MOST_RULES) throw new AbsurdRule('the rules of a series');
  for (const rule of rules) {
    const values = Object.values(rule.parts).flat().length;
    if (!(rule.interval <= LONGEST_INTERVAL) || values > MOST_VALUES) throw new AbsurdRule('the parts of a rule');
    // Each step compares with all values.
    const price = 1 + Math.floor(values / 10);
    class CountedIterator extends ICAL.RecurIterator {
      override check_contracting_rules(): boolean {
        take(price);
        return super.check_contracting_rules();
      }
      override expand_year_days(year: number): number {
        take(price);
        return super.expand_year_days(year);
      }
      override increment_month(): void {
        take(1);
        super.increment_month();
      }
      override increment_monthday(days: number): void {
        take(Math.floor(days / 20));
        super.increment_monthday(days);
      }
    }
    rule.iterator = (dtstart) => new CountedIterator({ rule, dtstart });
  }
  return rules;
}

/**
 * Runs `read` on the occurrences of a series, in order, from `near` (a day, YYYY-MM-DD) or somewhat before on. Throws
 * when looking for them takes more than a series or the budget may.
 */
export function eachOccurrence(series: Event, near: string, budget: Budget, read: (start: Time) => 'more' | 'end') {
  const { component } = series;
  const take = taker(budget, MOST_PER_SERIES);
  const rules = countSteps(component, take);
  const dates = [...component.getAllProperties('exdate'), ...component.getAllProperties('rdate')];
  if (dates.reduce((count, one) => count + one.getValues().length, 0) > MOST_DATES)
    throw new AbsurdRule('the dates of a series');
  const steps = series.iterator(startNear(series, rules, near));
  for (let start = steps.next(); start && read(start) === 'more'; start = steps.next()) {
    // Also steps that the library makes without a rule count.
    take(1);
  }
}

/** Throws for more changed occurrences than a series has. */
export function checkExceptions(exceptions: unknown[]): void {
  if (exceptions.length > MOST_DATES) throw new AbsurdRule('the changed occurrences of a series');
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
