import { badRequest } from '../../shared/error.ts';
import { ianaZone } from '../../shared/windows-zones.ts';
import { dayAfter, daysBetween, instantOf, wallClock } from '../../shared/zones.ts';
import { occurrenceBudget, stepCounter } from '../rules/budget.ts';
import { DAY } from '../rules/days.ts';
import { InvalidRuleError, readRule } from '../rules/rule.ts';
import { ruleTimes } from '../rules/rule-times.ts';
import { type LocalStart, wallOf } from './local-start.ts';

// Edits a series' rules as text (RFC 5545, 3.3.10): their end, count and days.

export type RuleParts = Record<string, string>;

export const partsOf = (rule: string): RuleParts =>
  Object.fromEntries(
    rule
      .toUpperCase()
      .split(';')
      .filter((part) => part.includes('='))
      .map((part) => part.split('=', 2) as [string, string]),
  );

export const ruleOf = (parts: RuleParts): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Parts that do not restrict days. A rule with only these can be moved, unless it is weekly. */
const PLAIN = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'];

/** Number of occurrences before a given one. */
export function countBefore(rule: string, begin: LocalStart, at: LocalStart): number {
  const { FREQ = '', WKST, ...parts } = partsOf(rule);
  const lists = Object.entries(parts).map(([name, value]) => [name.toLowerCase(), value.split(',')] as const);
  const plain = { ...Object.fromEntries(lists), until: undefined, freq: FREQ };
  const jcal = { ...plain, ...(WKST && { wkst: WEEKDAYS.indexOf(WKST) + 1 }) };
  try {
    const span = { from: wallOf(begin), to: wallOf(at) - 1 };
    return [...ruleTimes(readRule(jcal), wallOf(begin), span, stepCounter(occurrenceBudget()))].length;
  } catch (error) {
    if (error instanceof InvalidRuleError) throw unmovable('with such a rule');
    throw error;
  }
}

/**
 * The parts of a rule after its occurrences were moved to another day. Throws a 400 if the rule cannot express that. An
 * ordinal weekday, such as the second Tuesday, shifts differently in each month, so it can be changed only for a new
 * series.
 */
export function movedDays(parts: RuleParts, { from, to, isNew = false }: Move): RuleParts {
  const days = daysBetween(from.day, to.day);
  if (days === 0) return parts;
  const { FREQ, BYDAY, BYSETPOS, BYMONTHDAY, BYMONTH, INTERVAL = '1' } = parts;
  const named = Object.keys(parts).filter((name) => !PLAIN.includes(name));
  const only = (...names: string[]) => named.every((name) => names.includes(name));
  const shifted = (weekday: string) => WEEKDAYS[(((WEEKDAYS.indexOf(weekday) + days) % 7) + 7) % 7]!;
  if ((FREQ === 'WEEKLY' || FREQ === 'DAILY') && only('BYDAY')) {
    return {
      ...parts,
      ...(BYDAY && { BYDAY: BYDAY.split(',').map(shifted).join(',') }),
      // The skipped weeks start equally later.
      ...(FREQ === 'WEEKLY' && BYDAY && INTERVAL !== '1' && { WKST: shifted(parts.WKST ?? 'MO') }),
    };
  }
  if (FREQ === 'MONTHLY' && (isNew || from.day.slice(0, 7) === to.day.slice(0, 7)) && only('BYMONTHDAY')) {
    if (BYMONTHDAY === undefined) return parts;
    if (Number(BYMONTHDAY) === Number(from.day.slice(8))) return { ...parts, BYMONTHDAY: `${Number(to.day.slice(8))}` };
  }
  if (FREQ === 'MONTHLY' && isNew && only('BYDAY', 'BYSETPOS')) {
    const [, nth, weekday] = /^([+-]?\d)?([A-Z]{2})$/.exec(BYDAY ?? '') ?? [];
    const position = Number(nth ?? BYSETPOS);
    if (weekday && position) {
      const there = String(positionOf(to.day, position < 0));
      const other = WEEKDAYS[new Date(to.day).getUTCDay()]!;
      return nth ? { ...parts, BYDAY: `${there}${other}` } : { ...parts, BYDAY: other, BYSETPOS: there };
    }
  }
  if (FREQ === 'YEARLY' && only('BYMONTHDAY', 'BYMONTH')) {
    const isOne = (value: string | undefined, part: string) => value === undefined || Number(value) === Number(part);
    if (isOne(BYMONTHDAY, from.day.slice(8)) && isOne(BYMONTH, from.day.slice(5, 7))) {
      return {
        ...parts,
        ...(BYMONTHDAY && { BYMONTHDAY: `${Number(to.day.slice(8))}` }),
        ...(BYMONTH && { BYMONTH: `${Number(to.day.slice(5, 7))}` }),
      };
    }
  }
  throw unmovable('to another day');
}

/** A day's position among the same weekdays of its month. A fifth one counts as the last. */
function positionOf(day: string, fromEnd: boolean): number {
  const [year, month, number] = day.split('-').map(Number) as [number, number, number];
  const left = new Date(Date.UTC(year, month, 0)).getUTCDate() - number;
  const nth = Math.ceil(number / 7);
  return fromEnd || nth > 4 ? -Math.floor(left / 7) - 1 : nth;
}

const unmovable = (where: string) =>
  badRequest(
    { scope: `a series with such a rule cannot be moved ${where}` },
    'Change the rule in the calendar itself, or change only this occurrence with scope one.',
  );

/** An occurrence's old and new start. */
export interface Move {
  from: LocalStart;
  to: LocalStart;
  /** Whether it starts a new series. */
  isNew?: boolean;
}

/** Parses a date or time into the series' local time. A day means the occurrence on it. */
export function parseLocalTime(text: string, tzid: string | undefined, { zone, time }: LocalStart): number {
  const [, year, month, day, clock, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(text.trim()) ?? [];
  if (year === undefined) throw unmovable('because its dates are unreadable');
  const date = `${year}-${month}-${day}`;
  if (clock === undefined) return Date.parse(`${date}T00:00:00Z`) + time;
  const ms = Date.parse(`1970-01-01T${clock.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  const own = utc ? 'UTC' : (ianaZone(tzid ?? '') ?? zone);
  if (own === zone) return Date.parse(`${date}T00:00:00Z`) + ms;
  const instant = instantOf(own, date, ms);
  const shown = wallClock(zone, instant);
  return Date.parse(`${shown.day}T00:00:00Z`) + shown.time;
}

/** Moves a time along with its occurrence, by the same amount. */
export function moveTime(wall: number, { from, to }: Move): { day: string; time: number } {
  const slot = wall - from.time;
  const day = new Date(Math.floor(slot / DAY) * DAY).toISOString().slice(0, 10);
  const rest = to.isDay ? 0 : slot - Math.floor(slot / DAY) * DAY;
  const later = dayAfter(day, daysBetween(from.day, to.day));
  return { day: dayAfter(later, Math.floor((to.time + rest) / DAY)), time: (to.time + rest) % DAY };
}

/** Formats a day as `20261208` or, with `time`, `20261208T100000`. */
export const formatBasic = (day: string, time?: number): string =>
  day.replaceAll('-', '') +
  (time === undefined ? '' : `T${new Date(time).toISOString().slice(11, 19).replaceAll(':', '')}`);
