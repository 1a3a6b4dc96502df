import ICAL from 'ical.js';
import { type Budget, countSteps, taker } from './recurrence.ts';

type Component = InstanceType<typeof ICAL.Component>;

/** A calendar that can be read any number of times. */
export interface ParsedCalendar {
  component: Component;
  /** Whether something in it was left out because nobody could have meant it. */
  truncated: boolean;
}

/** No line of a real calendar has more parameters; the library searches for the end again at each. */
const MOST_PARAMETERS = 500;
/** A calendar has a zone or two; the library searches all of them for a name that it does not know. */
const MOST_ZONES = 100;
/** Lines in one zone. */
const MOST_LINES_OF_ZONE = 5_000;
/** Steps of the rules of one zone, and of all: one of four hundred years takes some thousand. */
const MOST_PER_ZONE = 10_000;
const MOST_OF_ZONES = 100_000;

/** Component in jCal (RFC 7265): name, properties, components. */
type Jcal = [name: string, properties: unknown[], components: Jcal[]];

/** Throws for text that is not iCalendar. The time it takes grows linearly with the text. */
export function parseCalendar(text: string): ParsedCalendar {
  const lines = withoutCrammedLines(text);
  const parsed = jcalOf(lines) as unknown;
  // A file may hold several calendars; jCal says so by a list of lists.
  const [first, ...more] = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as Jcal[];
  if (first?.[0] !== 'vcalendar') throw new Error('no VCALENDAR');
  for (const other of more) for (const part of other[2]) first[2].push(part);
  const given = first[2].length;
  first[2] = withoutAbsurdZones(first[2]);
  const component = new ICAL.Component(first);
  const budget = { left: MOST_OF_ZONES };
  for (const zone of component.getAllSubcomponents('vtimezone')) countZone(zone, budget);
  return { component, truncated: lines !== text || first[2].length < given };
}

/** The calendar's own name for itself. */
export const calendarName = ({ component }: ParsedCalendar): string | undefined =>
  (component.getFirstPropertyValue('x-wr-calname') as string | null) ?? undefined;

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

/** Without the zones whose rules nobody could have meant, such as a change each hour since 1970. */
function withoutAbsurdZones(parts: Jcal[]): Jcal[] {
  const budget = { left: MOST_OF_ZONES };
  let zones = 0;
  return parts.filter((part) => part[0] !== 'vtimezone' || (++zones <= MOST_ZONES && isZoneReadable(part, budget)));
}

function isZoneReadable(part: Jcal, budget: Budget): boolean {
  if (part[2].reduce((count, { 1: lines }) => count + lines.length, 0) > MOST_LINES_OF_ZONE) return false;
  try {
    const component = new ICAL.Component(part);
    countZone(component, budget);
    new ICAL.Timezone(component).utcOffset(ICAL.Time.now());
    return true;
  } catch {
    return false;
  }
}

/** The library follows the rules of a zone when a time of it is first asked for. */
function countZone(zone: Component, budget: Budget): void {
  const take = taker(budget, MOST_PER_ZONE);
  for (const part of zone.getAllSubcomponents()) countSteps(part, take);
}
