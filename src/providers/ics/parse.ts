import ICAL from 'ical.js';
import { type Budget, stepCounter, zoneBudget } from '../rules/budget.ts';
import { firstValue, type Jcal } from './jcal.ts';
import { type Series, seriesOf } from './series.ts';
import { vtimezone, type Zone } from './zones.ts';

/** A parsed calendar. */
export interface ParsedCalendar {
  /** The calendar's name for itself. */
  name: string | undefined;
  series: Series[];
  /** Zones defined in the calendar, by name. Undefined for a rejected one. */
  zones: ReadonlyMap<string, Zone | undefined>;
  /** The calendar's name for the zone of times without one. */
  floating: string | undefined;
  /** Whether absurd content was skipped. */
  truncated: boolean;
}

/** Real calendars have fewer parameters per line. The library searches for the line end at each one. */
const MAX_PARAMETERS = 500;
/** Maximum number of zones. Real calendars have one or two. */
const MAX_ZONES = 100;
/** Maximum number of lines per zone. */
const MAX_LINES_OF_ZONE = 5_000;

/** Parses iCalendar in linear time. Throws if the text is something else. */
export function parseCalendar(text: string): ParsedCalendar {
  const lines = withoutCrammedLines(text);
  const parsed = jcalOf(lines) as unknown;
  // If a file contains several calendars, jCal is a list of them.
  const [first, ...more] = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as Jcal[];
  if (first?.[0] !== 'vcalendar') throw new Error('no VCALENDAR');
  for (const other of more) for (const part of other[2]) first[2].push(part);
  const zones = zonesOf(first);
  const { series, isWhole } = seriesOf(first);
  const floating = textOf(first, 'x-wr-timezone');
  const truncated = lines !== text || !isWhole || [...zones.values()].includes(undefined);
  return { name: textOf(first, 'x-wr-calname'), series, zones, floating, truncated };
}

function textOf(component: Jcal, name: string): string | undefined {
  const value = firstValue(component, name);
  return value === undefined || value === '' ? undefined : String(value);
}

/** Zones defined in a calendar. Undefined for one with absurd rules, such as a change every hour. */
function zonesOf(calendar: Jcal): Map<string, Zone | undefined> {
  const zones = new Map<string, Zone | undefined>();
  const budget = zoneBudget();
  for (const part of calendar[2]) {
    const tzid = part[0] === 'vtimezone' ? textOf(part, 'tzid') : undefined;
    if (tzid === undefined || zones.get(tzid)) continue;
    zones.set(tzid, zones.size < MAX_ZONES ? readableZone(part, budget) : undefined);
  }
  return zones;
}

function readableZone(part: Jcal, budget: Budget): Zone | undefined {
  if (part[2].reduce((count, { 1: lines }) => count + lines.length, 0) > MAX_LINES_OF_ZONE) return undefined;
  try {
    return vtimezone(part, stepCounter(budget));
  } catch {
    return undefined;
  }
}

/** Removes content lines (RFC 5545, 3.1) with too many parameters. */
function withoutCrammedLines(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const { parameters, end } = lineFrom(text, at);
    if (parameters > MAX_PARAMETERS) {
      kept.push(text.slice(from, at));
      from = end;
    }
    at = end;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

/**
 * Scans the content line at `start` with its folded lines. Returns its number of parameters and the start of the next
 * line.
 */
function lineFrom(text: string, start: number): { parameters: number; end: number } {
  let parameters = 0;
  let quoted = false;
  let at = start;
  for (; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\n' && !isFolded(text, at)) break;
    if (letter === ':' && !quoted) break;
    if (letter === '"') quoted = !quoted;
    if (letter === ';' || letter === ',') parameters++;
  }
  for (;;) {
    const end = text.indexOf('\n', at);
    if (end === -1) return { parameters, end: text.length };
    if (!isFolded(text, end)) return { parameters, end: end + 1 };
    at = end + 1;
  }
}

const isFolded = (text: string, lineEnd: number): boolean => text[lineEnd + 1] === ' ' || text[lineEnd + 1] === '\t';

/** An event that the parser rejects is replaced by an empty one, which is later counted as missing. */
function jcalOf(text: string): unknown[] {
  try {
    return ICAL.parse(text);
  } catch (error) {
    const readable = withReadableEvents(text);
    if (readable === text) throw error;
    return ICAL.parse(readable);
  }
}

function withReadableEvents(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let begin: number | undefined;
  for (const { 0: line, 1: mark, index } of text.matchAll(/^(BEGIN|END):VEVENT\r?$/gm)) {
    // Several BEGIN lines before an END are one broken event.
    if (mark === 'BEGIN') begin ??= index;
    else if (begin !== undefined) {
      const end = index + line.length;
      if (!isReadable(text.slice(begin, end))) {
        parts.push(text.slice(done, begin), 'BEGIN:VEVENT\r\nEND:VEVENT');
        done = end;
      }
      begin = undefined;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

function isReadable(event: string): boolean {
  try {
    return ICAL.parse(event).length > 0;
  } catch {
    return false;
  }
}
