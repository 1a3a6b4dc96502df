import { type CivilDay, dayNumber, weekdayOf } from './days.ts';
import type { Rule } from './rule.ts';

/** Tests whether a rule matches a day. */
export interface DayTest {
  (day: number, civil: CivilDay): boolean;
  /** The months with matching days, in order. */
  months: number[];
}

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Builds the test for a rule's days. Missing parts are taken from its start day (RFC 5545, 3.3.10). */
export function dayTest(given: Rule, start: CivilDay): DayTest {
  const rule = completed(given, start);
  const { freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay, weekStart } = rule;
  const tests: ((day: number, civil: CivilDay) => boolean)[] = [];
  if (byMonth.length > 0) tests.push((_, { month }) => byMonth.includes(month));
  if (byMonthDay.length > 0) tests.push((number, civil) => isIn(byMonthDay, civil.day, monthLength(number, civil)));
  if (byYearDay.length > 0) {
    tests.push((number, { year }) => {
      const begin = dayNumber(year, 1, 1);
      return isIn(byYearDay, number - begin + 1, dayNumber(year + 1, 1, 1) - begin);
    });
  }
  if (byWeekNo.length > 0) tests.push((number, { year }) => isInWeeks(byWeekNo, number, year, weekStart));
  if (byDay.length > 0) {
    const scope = scopeOf(rule);
    tests.push((number, civil) => {
      const weekday = weekdayOf(number);
      return byDay.some((one) => one.weekday === weekday && (one.nth === 0 || isNth(one.nth, number, civil, scope)));
    });
  }
  const test = (day: number, civil: CivilDay) => tests.every((one) => one(day, civil));
  const months = byMonth.length > 0 ? ALL_MONTHS.filter((month) => byMonth.includes(month)) : ALL_MONTHS;
  return Object.assign(test, { months: freq === 'YEARLY' ? months : ALL_MONTHS });
}

function completed(rule: Rule, start: CivilDay): Rule {
  const { freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = rule;
  if (byMonthDay.length > 0 || byYearDay.length > 0 || byDay.length > 0) return rule;
  const weekday = weekdayOf(dayNumber(start.year, start.month, start.day));
  if (freq === 'WEEKLY' || (freq === 'YEARLY' && byWeekNo.length > 0)) return { ...rule, byDay: [{ weekday, nth: 0 }] };
  if (freq === 'MONTHLY') return { ...rule, byMonthDay: [start.day] };
  if (freq !== 'YEARLY') return rule;
  return { ...rule, byMonthDay: [start.day], byMonth: byMonth.length > 0 ? byMonth : [start.month] };
}

/** Whether a position is listed, counting from the start or, for negative numbers, from the end. */
const isIn = (positions: number[], position: number, length: number): boolean =>
  positions.includes(position) || positions.includes(position - length - 1);

const monthLength = (number: number, { year, month, day }: CivilDay): number =>
  (month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)) - (number - day + 1);

/** Period in which `2TU` is counted. Rules of other frequencies do not count weekdays. */
const scopeOf = ({ freq, byMonth, byWeekNo }: Rule): 'month' | 'year' | undefined => {
  if (freq === 'MONTHLY' || (freq === 'YEARLY' && byMonth.length > 0)) return 'month';
  return freq === 'YEARLY' && byWeekNo.length === 0 ? 'year' : undefined;
};

function isNth(nth: number, number: number, civil: CivilDay, scope: 'month' | 'year' | undefined): boolean {
  if (scope === undefined) return true;
  const begin = scope === 'month' ? number - civil.day + 1 : dayNumber(civil.year, 1, 1);
  const end = scope === 'month' ? begin + monthLength(number, civil) : dayNumber(civil.year + 1, 1, 1);
  return nth > 0 ? Math.floor((number - begin) / 7) === nth - 1 : Math.floor((end - 1 - number) / 7) === -nth - 1;
}

/** The first week of a year is the first with four of its days (RFC 5545, 3.3.10). */
function firstWeek(year: number, weekStart: number): number {
  const begin = dayNumber(year, 1, 1);
  const since = (weekdayOf(begin) - weekStart + 7) % 7;
  return since <= 3 ? begin - since : begin - since + 7;
}

function isInWeeks(weeks: number[], number: number, year: number, weekStart: number): boolean {
  // The first and last days of a year may be in weeks of neighboring years.
  const own = [year + 1, year, year - 1].find((one) => firstWeek(one, weekStart) <= number)!;
  const begin = firstWeek(own, weekStart);
  return isIn(weeks, Math.floor((number - begin) / 7) + 1, (firstWeek(own + 1, weekStart) - begin) / 7);
}
