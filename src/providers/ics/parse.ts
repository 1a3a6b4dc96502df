import ICAL from 'ical.js';
import { type Budget, taker, zoneBudget } from '../rules/budget.ts';
import { firstValue, type Jcal } from './jcal.ts';
import { type Series, seriesOf } from './series.ts';
import { carriedZone, type Zone } from './zones.ts';

/** A calendar that can be read any number of times. */
export interface ParsedCalendar {
  /** The calendar's own name for itself. */
  name: string | undefined;
  series: Series[];
  /** The zones that it brings along, by name; undefined is one that was left out. */
  zones: ReadonlyMap<string, Zone | undefined>;
  /** Its name of the zone for times that have none. */
  floating: string | undefined;
  /** Whether something in it was left out because nobody could have meant it. */
  truncated: boolean;
}

/** No line of a real calendar has more parameters; the library searches for the end again at each. */
const MOST_PARAMETERS = 500;
/** A calendar has a zone or two. */
const MOST_ZONES = 100;
/** Lines in one zone. */
const MOST_LINES_OF_ZONE = 5_000;

/** Throws for text that is not iCalendar. The time it takes grows linearly with the text. */
export function parseCalendar(text: string): ParsedCalendar {
  const lines = withoutCrammedLines(text);
  const parsed = jcalOf(lines) as unknown;
  // A file may hold several calendars; jCal says so by a list of lists.
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

/** The zones that a calendar brings along. Undefined is one whose rules nobody could have meant, as a change each hour. */
function zonesOf(calendar: Jcal): Map<string, Zone | undefined> {
  const zones = new Map<string, Zone | undefined>();
  const budget = zoneBudget();
  for (const part of calendar[2]) {
    const tzid = part[0] === 'vtimezone' ? textOf(part, 'tzid') : undefined;
    if (tzid === undefined || zones.get(tzid)) continue;
    zones.set(tzid, zones.size < MOST_ZONES ? readableZone(part, budget) : undefined);
  }
  return zones;
}

function readableZone(part: Jcal, budget: Budget): Zone | undefined {
  if (part[2].reduce((count, { 1: lines }) => count + lines.length, 0) > MOST_LINES_OF_ZONE) return undefined;
  try {
    return carriedZone(part, taker(budget));
  } catch {
    return undefined;
  }
}

/** The same text without content lines (RFC 5545, 3.1) that hold too many parameters. */
function withoutCrammedLines(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const { parameters, end } = lineFrom(text, at);
    if (parameters > MOST_PARAMETERS) {
      kept.push(text.slice(from, at));
      from = end;
    }
    at = end;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

/** The content line that begins at `start`, with the lines it is folded into: its parameters, and where the next begins. */
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

/** One event that the parser refuses becomes one without content, which a reading then counts as missing. */
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
    // Several beginnings before an end are one broken event.
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
