import * as z from 'zod';

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
  range: z.object({ type: z.string(), endDate: z.string().nullish(), numberOfOccurrences: number }),
});
type Recurrence = z.output<typeof recurrenceShape>;

const FREQUENCIES: Record<string, string> = {
  ...{ daily: 'DAILY', weekly: 'WEEKLY', absoluteMonthly: 'MONTHLY', relativeMonthly: 'MONTHLY' },
  ...{ absoluteYearly: 'YEARLY', relativeYearly: 'YEARLY' },
};
const WEEKS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
const dayOf = (name: string): string => name.slice(0, 2).toUpperCase();

/** The rule of a series as calendars write it (RFC 5545, 3.3.10). */
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
    // It matters only for every other week and the like.
    WKST: type === 'weekly' && interval && interval > 1 && firstDayOfWeek ? dayOf(firstDayOfWeek) : undefined,
    COUNT: range.type === 'numbered' ? range.numberOfOccurrences : undefined,
    UNTIL: range.type === 'endDate' ? range.endDate?.replaceAll('-', '') : undefined,
  };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : [`${name}=${value}`]))
    .join(';');
}
