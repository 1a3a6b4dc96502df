import { instantOf } from '../../shared/zones.ts';
import { DAY } from '../rules/days.ts';
import { type LocalStart, wallOf } from './local-start.ts';
import {
  countBefore,
  formatBasic,
  type Move,
  movedDays,
  moveTime,
  parseLocalTime,
  partsOf,
  type RuleParts,
  ruleOf,
} from './rule-text.ts';

// A series' recurrence as iCalendar lines: RRULE, RDATE and EXDATE (RFC 5545, 3.8.5).

/** The lines of a series that ends before an occurrence. */
export const linesBefore = (lines: string[], begin: LocalStart, at: LocalStart): string[] =>
  lines.flatMap((line) => {
    const rule = ruleIn(line);
    if (rule) return `${rule.name}:${ruleOf(endedBefore(partsOf(rule.text), at))}`;
    return withDates(line, begin, (wall) => wall < wallOf(at));
  });

/** The lines of the rest of a series, from an occurrence on. */
export const linesFrom = (lines: string[], begin: LocalStart, at: LocalStart): string[] =>
  lines.flatMap((line) => {
    const rule = ruleIn(line);
    if (!rule) return withDates(line, begin, (wall) => wall >= wallOf(at));
    const { COUNT, ...parts } = partsOf(rule.text);
    const left = COUNT && Math.max(1, Number(COUNT) - countBefore(rule.text, begin, at));
    return `${rule.name}:${ruleOf({ ...parts, ...(left && { COUNT: String(left) }) })}`;
  });

/** The lines of a series whose occurrences were moved. Throws a 400 if its rule cannot express that. */
export const movedLines = (lines: string[], move: Move): string[] =>
  lines.map((line) => {
    const rule = ruleIn(line);
    if (rule) return `${rule.name}:${ruleOf(movedEnd(movedDays(partsOf(rule.text), move), move))}`;
    const { name, tzid, dates } = datesIn(line);
    const { isDay, zone } = move.to;
    const texts = dates.map((text) => {
      const { day, time } = moveTime(parseLocalTime(text, tzid, move.from), move);
      return formatBasic(day, isDay ? undefined : time);
    });
    return `${name}${isDay ? ';VALUE=DATE' : `;TZID=${zone}`}:${texts.join(',')}`;
  });

/** Whether a series' rule has an occurrence at this time. */
export const hasOccurrenceAt = (lines: string[], begin: LocalStart, at: LocalStart): boolean =>
  lines.some((line) => {
    const rule = ruleIn(line);
    if (rule?.name !== 'RRULE') return false;
    const later = { ...at, time: at.time + 1 };
    return countBefore(rule.text, begin, later) > countBefore(rule.text, begin, at);
  });

/** The line that excludes occurrences. */
export function exclusionLine(places: LocalStart[]): string[] {
  const [first] = places;
  if (!first) return [];
  const texts = places.map(({ day, time, isDay }) => formatBasic(day, isDay ? undefined : time));
  return [`EXDATE${first.isDay ? ';VALUE=DATE' : `;TZID=${first.zone}`}:${texts.join(',')}`];
}

function ruleIn(line: string): { name: string; text: string } | undefined {
  const [, name, text] = /^(RRULE|EXRULE)[^:]*:(.*)$/i.exec(line) ?? [];
  return name && text ? { name: name.toUpperCase(), text } : undefined;
}

function datesIn(line: string): { name: string; head: string; tzid: string | undefined; dates: string[] } {
  const [head = '', dates = ''] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)];
  const tzid = /;TZID=([^;:]+)/i.exec(head)?.[1];
  return { name: head.split(';')[0]!.toUpperCase(), head, tzid, dates: dates.split(',') };
}

function withDates(line: string, begin: LocalStart, isKept: (wall: number) => boolean): string[] {
  const { head, tzid, dates } = datesIn(line);
  const kept = dates.filter((text) => isKept(parseLocalTime(text, tzid, begin)));
  return kept.length === 0 ? [] : [`${head}:${kept.join(',')}`];
}

/** UNTIL has the type of the series' start: a day, or a time in UTC (RFC 5545, 3.3.10). */
function endedBefore({ COUNT: _, UNTIL: __, ...parts }: RuleParts, at: LocalStart): RuleParts {
  const last = wallOf(at) - (at.isDay ? DAY : 1000);
  const day = new Date(last).toISOString().slice(0, 10);
  return { ...parts, UNTIL: at.isDay ? formatBasic(day) : inUtc({ ...at, day, time: last - Date.parse(day) }) };
}

function movedEnd({ UNTIL, ...parts }: RuleParts, move: Move): RuleParts {
  if (UNTIL === undefined) return parts;
  const { from, to } = move;
  // If UNTIL is a day, it includes the whole day.
  const end = parseLocalTime(UNTIL, undefined, from);
  const { day, time } = moveTime(end, move);
  return { ...parts, UNTIL: to.isDay ? formatBasic(day) : inUtc({ ...to, day, time }) };
}

function inUtc({ zone, day, time }: LocalStart): string {
  const instant = instantOf(zone, day, time);
  return `${formatBasic(instant.slice(0, 10), Date.parse(instant) - Date.parse(instant.slice(0, 10)))}Z`;
}
