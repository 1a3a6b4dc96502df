import { type CountSteps, InvalidRuleError } from './rule.ts';

// A published calendar is external input. Its rules may never match, or match every second. Therefore each search
// counts its steps, for events and for time zones.

/** Maximum steps to find occurrences: in one calendar, and in one series. */
const MAX_PER_CALENDAR = 3_000_000;
const MAX_PER_SERIES = 100_000;
/** Maximum steps to find out whether a rule ever matches. */
const MAX_FOR_FIRST = 10_000;
/** A zone over four hundred years takes a few thousand steps. */
const MAX_PER_ZONE = 10_000;
const MAX_FOR_ALL_ZONES = 100_000;

export interface Budget {
  left: number;
  /** Maximum steps of one search. */
  each: number;
}

export const occurrenceBudget = (): Budget => ({ left: MAX_PER_CALENDAR, each: MAX_PER_SERIES });
export const firstBudget = (): Budget => ({ left: MAX_PER_CALENDAR, each: MAX_FOR_FIRST });
export const zoneBudget = (): Budget => ({ left: MAX_FOR_ALL_ZONES, each: MAX_PER_ZONE });

/** Deducts the steps of one search from a budget. Throws when it is used up. */
export function stepCounter(budget: Budget): CountSteps {
  let own = budget.each;
  return (steps) => {
    own -= steps;
    budget.left -= steps;
    if (own < 0 || budget.left < 0) throw new InvalidRuleError('too many steps for an occurrence');
  };
}
