import { AbsurdRule, type Take } from './rule.ts';

// A published calendar is text from outside: a rule in it may never come true, or every second. So the steps of each
// search are counted, for events and for the rules of time zones alike.

/** How many steps the search for occurrences may take: in one calendar, and in one series of it. */
const MOST_PER_CALENDAR = 3_000_000;
const MOST_PER_SERIES = 100_000;
/** Whether a rule ever comes true is not looked into any further. */
const MOST_FOR_FIRST = 10_000;
/** A zone of four hundred years takes some thousand. */
const MOST_PER_ZONE = 10_000;
const MOST_OF_ZONES = 100_000;

export interface Budget {
  left: number;
  /** The most of one search. */
  each: number;
}

export const occurrenceBudget = (): Budget => ({ left: MOST_PER_CALENDAR, each: MOST_PER_SERIES });
export const firstBudget = (): Budget => ({ left: MOST_PER_CALENDAR, each: MOST_FOR_FIRST });
export const zoneBudget = (): Budget => ({ left: MOST_OF_ZONES, each: MOST_PER_ZONE });

/** Takes the steps of one search from a budget. Throws when there are none left. */
export function taker(budget: Budget): Take {
  let own = budget.each;
  return (steps) => {
    own -= steps;
    budget.left -= steps;
    if (own < 0 || budget.left < 0) throw new AbsurdRule('too many steps for an occurrence');
  };
}
