import { type ClockChange, clockChanges } from '../../shared/clock-changes.ts';
import { largest, smallest } from '../../shared/lists.ts';
import { offsetAt } from '../../shared/zones.ts';
import { wallValue } from './lines.ts';

// VTIMEZONE for a zone (RFC 5545, 3.6.5), derived from the local time zone database.

const DAY = 86_400_000;
/** Years until every date has fallen on every day of the week. */
const CYCLE = 28;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * Returns the VTIMEZONE lines for a zone, starting with a year. Future changes that follow a yearly rule are written as
 * that rule. All others are listed individually.
 */
export function timeZoneLines(zone: string, fromYear: number, thisYear: number): string[] {
  const start = Date.UTC(fromYear, 0, 1);
  const ruled = Math.max(fromYear, thisYear);
  const changes = clockChanges(zone, start, Date.UTC(ruled + CYCLE, 0, 1));
  const known = changes.filter(({ at }) => at < Date.UTC(ruled, 0, 1));
  const later = changes.slice(known.length);
  const rules = rulesOf(later);
  const single = rules ? known : changes;
  const first = offsetAt(zone, start);
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance({ at: start, before: first, after: first }, undefined),
    ...single.flatMap((change) => observance(change, undefined)),
    ...(rules ?? []).flatMap(({ change, rule }) => observance(change, rule)),
    'END:VTIMEZONE',
  ];
}

function observance({ at, before, after }: ClockChange, rule: string | undefined): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wallValue(at + before)}`,
    `TZOFFSETFROM:${offsetValue(before)}`,
    `TZOFFSETTO:${offsetValue(after)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `END:${kind}`,
  ];
}

function offsetValue(offset: number): string {
  const size = Math.abs(offset) / 1000;
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  const digits = parts.map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${(parts[2] === 0 ? digits.slice(0, 2) : digits).join('')}`;
}

interface YearlyRule {
  /** The first change that follows the rule. */
  change: ClockChange;
  rule: string;
}

/** Returns the rules that the changes of a whole cycle follow, or undefined if there are none. */
function rulesOf(changes: ClockChange[]): YearlyRule[] | undefined {
  const kinds = new Map<string, ClockChange[]>();
  for (const change of changes) {
    const shown = new Date(change.at + change.before);
    const kind = [change.before, change.after, shown.getUTCMonth(), shown.getUTCDay(), shown.getTime() % DAY].join(' ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), change]);
  }
  const rules = [...kinds.values()].map(ruleOf);
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** Matches a weekday within the same seven days of a month, each year. */
function ruleOf(changes: ClockChange[]): YearlyRule | undefined {
  const dates = changes.map(({ at, before }) => new Date(at + before));
  const [date] = dates as [Date];
  const days = dates.map((one) => one.getUTCDate());
  const [least, most] = [smallest(days), largest(days)];
  if (changes.length !== CYCLE || most - least !== 6) return undefined;
  const weekday = WEEKDAYS[date.getUTCDay()]!;
  const isLast = most === new Date(Date.UTC(2001, date.getUTCMonth() + 1, 0)).getUTCDate();
  const of = isLast
    ? `BYDAY=-1${weekday}`
    : least % 7 === 1
      ? `BYDAY=${(least + 6) / 7}${weekday}`
      : `BYMONTHDAY=${days7(least)};BYDAY=${weekday}`;
  return { change: changes[0]!, rule: `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};${of}` };
}

const days7 = (least: number): string => Array.from({ length: 7 }, (_, index) => least + index).join(',');
