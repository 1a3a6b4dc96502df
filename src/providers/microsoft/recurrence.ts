import * as z from 'zod';
import { dayAfter, daysBetween } from '../../shared/zones.ts';
import type { LocalStart } from '../series/local-start.ts';
import { countBefore, type Move, movedDays, partsOf, type RuleParts } from '../series/rule-text.ts';

const number = z.number().nullish();

export const recurrenceShape = z.object({
  pattern: z.object({
    type: z.string(),
    interval: number,
    month: number,
    dayOfMonth: number,
    daysOfWeek: z.array(z.string()).nullish(),
    firstDayOfWeek: z.string().nullish(),
    index: z.string().nullish(),
  }),
  range: z.object({
    type: z.string(),
    startDate: z.string().nullish(),
    endDate: z.string().nullish(),
    numberOfOccurrences: number,
    recurrenceTimeZone: z.string().nullish(),
  }),
});
export type Recurrence = z.output<typeof recurrenceShape>;

const FREQUENCIES: Record<string, string> = {
  ...{ daily: 'DAILY', weekly: 'WEEKLY', absoluteMonthly: 'MONTHLY', relativeMonthly: 'MONTHLY' },
  ...{ absoluteYearly: 'YEARLY', relativeYearly: 'YEARLY' },
};
const WEEKS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
const dayOf = (name: string): string => name.slice(0, 2).toUpperCase();

/** Converts a recurrence to an RRULE (RFC 5545, 3.3.10). */
export function ruleFrom({ pattern, range }: Recurrence): string {
  const { type, interval, month, dayOfMonth, daysOfWeek, firstDayOfWeek, index } = pattern;
  const days = (daysOfWeek ?? []).map(dayOf).join(',');
  const relative = type.startsWith('relative');
  const parts = {
    FREQ: FREQUENCIES[type] ?? type.toUpperCase(),
    INTERVAL: interval && interval > 1 ? interval : undefined,
    BYMONTH: type.endsWith('Yearly') ? month : undefined,
    BYMONTHDAY: type.startsWith('absolute') ? dayOfMonth : undefined,
    BYDAY: days === '' || type === 'daily' || type.startsWith('absolute') ? undefined : days,
    BYSETPOS: relative ? WEEKS[index ?? 'first'] : undefined,
    // The first weekday matters only if the interval is more than one week.
    WKST: type === 'weekly' && interval && interval > 1 && firstDayOfWeek ? dayOf(firstDayOfWeek) : undefined,
    COUNT: range.type === 'numbered' ? range.numberOfOccurrences : undefined,
    UNTIL: range.type === 'endDate' ? range.endDate?.replaceAll('-', '') : undefined,
  };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : [`${name}=${value}`]))
    .join(';');
}

/** The recurrence of a series that ends before an occurrence. */
export const recurrenceBefore = ({ pattern, range }: Recurrence, at: LocalStart): Recurrence => ({
  pattern,
  range: { ...withoutEnd(range), type: 'endDate', endDate: dayAfter(at.day, -1) },
});

/** The recurrence of the rest of a series, from an occurrence on. */
export function recurrenceFrom(recurrence: Recurrence, begin: LocalStart, at: LocalStart): Recurrence {
  const { pattern, range } = recurrence;
  const kept = range.type === 'endDate' ? range : withoutEnd(range);
  const left = (range.numberOfOccurrences ?? 0) - countBefore(ruleFrom(recurrence), begin, at);
  const count = range.type === 'numbered' && { numberOfOccurrences: Math.max(1, left) };
  return { pattern, range: { ...kept, ...count, startDate: at.day } };
}

function withoutEnd({ type, startDate, recurrenceTimeZone }: Recurrence['range']): Recurrence['range'] {
  return { type, startDate, ...(recurrenceTimeZone && { recurrenceTimeZone }) };
}

/** The recurrence of a series whose occurrences were moved. `begin` is its new start. Throws a 400. */
export function movedRecurrence(recurrence: Recurrence, move: Move, begin: LocalStart): Recurrence {
  const { type, endDate, numberOfOccurrences, recurrenceTimeZone } = recurrence.range;
  const days = daysBetween(move.from.day, move.to.day);
  return {
    pattern: patternOf(recurrence.pattern, movedDays(partsOf(ruleFrom(recurrence)), move)),
    range: {
      type,
      startDate: begin.day,
      ...(type === 'endDate' && endDate && { endDate: dayAfter(endDate, days) }),
      ...(type === 'numbered' && { numberOfOccurrences }),
      // If the zone changed, the event's times determine it.
      ...(recurrenceTimeZone && move.from.zone === move.to.zone && { recurrenceTimeZone }),
    },
  };
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A pattern with the days of a rule. */
function patternOf(pattern: Recurrence['pattern'], parts: RuleParts): Recurrence['pattern'] {
  const { BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST } = parts;
  const named = (day: string) => DAYS.find((name) => dayOf(name) === day)!;
  return {
    ...pattern,
    ...(BYDAY && { daysOfWeek: BYDAY.split(',').map(named) }),
    ...(BYMONTHDAY && { dayOfMonth: Number(BYMONTHDAY) }),
    ...(BYMONTH && { month: Number(BYMONTH) }),
    ...(BYSETPOS && { index: Object.keys(WEEKS).find((name) => WEEKS[name] === Number(BYSETPOS)) }),
    ...(WKST && { firstDayOfWeek: named(WKST) }),
  };
}
