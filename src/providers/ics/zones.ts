import { append } from '../../shared/lists.ts';
import { windowsZone } from '../../shared/windows-zones.ts';
import { instantShowing, offsetAt } from '../../shared/zones.ts';
import { DAY, dayNumber, dayOf, HOUR, MINUTE, SECOND, type WallTime } from '../rules/days.ts';
import { type CountSteps, InvalidRuleError, type Rule, readRule } from '../rules/rule.ts';
import { ruleTimes } from '../rules/rule-times.ts';
import { firstValue, type Jcal, propertiesOf, valuesOf } from './jcal.ts';
import { parseIcsTime, timesOf } from './times.ts';

/** Local time of a rule's end. A day is included. */
export function untilOf({ until }: Rule, zone: Zone, isDay = false): WallTime {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const time = parseIcsTime(until);
  if (time.isDay || isDay) return (dayOf(time.wall) + 1) * DAY - 1;
  return time.isUtc ? zone.wallOf(time.wall) : time.wall;
}

/** A time zone. Instants are milliseconds since 1970-01-01T00:00Z. */
export interface Zone {
  /** If clocks show a time twice, returns the first one. A skipped time is moved later by the size of the gap. */
  instantOf(wall: WallTime): number;
  wallOf(instant: number): WallTime;
  isUtc?: true;
}

export const UTC: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant, isUtc: true };

const zoneBy = (offset: (instant: number) => number): Zone => ({
  instantOf: (wall) => instantShowing(offset, wall),
  wallOf: (instant) => instant + offset(instant),
});

const named = new Map<string, Zone | undefined>();
/** Zone names are external input, so the cache is limited. */
const MAX_NAMES = 10_000;
const MAX_NAME = 64;

/** Looks up an IANA zone. */
export const namedZone = (given: string): Zone | undefined => firstKnown(namesIn(given));

/** Looks up a Windows zone name, as written by Outlook and Exchange. */
export const windowsNamedZone = (given: string): Zone | undefined =>
  firstKnown(namesIn(given).flatMap((name) => windowsZone(name) ?? []));

/**
 * Candidate names in a TZID. Some programs write a globally unique path, whose last segments are the name (RFC 5545,
 * 3.8.3.1).
 */
function namesIn(given: string): string[] {
  const name = given.trim().replace(/^"(.*)"$/, '$1');
  if (!name.startsWith('/')) return [name];
  const steps = name.slice(-MAX_NAME).split('/');
  return [3, 2, 1].map((count) => steps.slice(-count).join('/'));
}

function firstKnown(names: string[]): Zone | undefined {
  for (const name of names) {
    if (name.length > MAX_NAME) continue;
    if (!named.has(name) && named.size < MAX_NAMES)
      named.set(name, isKnown(name) ? zoneBy((at) => offsetAt(name, at)) : undefined);
    const zone = named.get(name);
    if (zone) return zone;
  }
  return undefined;
}

function isKnown(name: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
}

/** A clock change with the UTC offsets before and after it. */
interface Change {
  at: number;
  from: number;
  to: number;
}

/** Zone rules are expanded up to this year. */
const LAST = dayNumber(2100, 1, 1) * DAY;

/** A zone defined in a calendar: VTIMEZONE (RFC 5545, 3.6.5). Throws if its rules are absurd. */
export function vtimezone(component: Jcal, take: CountSteps): Zone {
  const changes = component[2].flatMap((part) => changesOf(part, take)).sort((a, b) => a.at - b.at);
  if (changes.length === 0) throw new InvalidRuleError('a zone without rules');
  return zoneBy((instant) => {
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (changes[middle]!.at <= instant) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? changes[0]!.from : changes[low - 1]!.to;
  });
}

/** The changes to one kind of time, such as daylight saving time. */
function changesOf(part: Jcal, take: CountSteps): Change[] {
  const [begin] = propertiesOf(part, 'dtstart').flatMap(timesOf);
  if (!begin) throw new InvalidRuleError('a zone without a start');
  const [from, to] = [offsetOf(part, 'tzoffsetfrom'), offsetOf(part, 'tzoffsetto')];
  const dates = propertiesOf(part, 'rdate').filter(([, , type]) => type !== 'period');
  const walls = [begin, ...dates.flatMap(timesOf)].map(({ wall }) => wall);
  for (const property of propertiesOf(part, 'rrule')) {
    const rule = readRule(valuesOf(property)[0] as Record<string, unknown>);
    const until = untilOf(rule, { ...UTC, wallOf: (instant) => instant + from });
    append(walls, ruleTimes(rule, begin.wall, { from: begin.wall, to: Math.min(until, LAST) }, take));
  }
  return walls.map((wall) => ({ at: wall - from, from, to }));
}

function offsetOf(part: Jcal, name: string): number {
  const found = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(firstValue(part, name)));
  if (!found) throw new InvalidRuleError('a zone without an offset');
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((digits) => Number(digits ?? 0));
  return (found[1] === '-' ? -1 : 1) * (hours * HOUR + minutes * MINUTE + seconds * SECOND);
}
