import type { FeedPart, FeedStamp } from '../../shared/feed.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { FeedEvent } from './events.ts';
import { folded, utcValue } from './lines.ts';
import { timeZoneLines } from './time-zone.ts';

interface Calendar {
  zone: string;
  /** Parts whose events are included. */
  parts: readonly FeedPart[];
  events: FeedEvent[];
  stamps: Map<string, FeedStamp>;
  /** The first day whose events are listed individually. */
  from: string;
  /** Whether events were omitted because the feed is full. */
  isCut: boolean;
}

const CUT = 'This feed is full, so some events are missing.';

/**
 * Formats the feed (RFC 5545 and 7986). It has no METHOD, so DTSTAMP is the time of an event's last change rather than
 * of sending (3.8.7.2).
 */
export async function calendarText({ zone, parts, events, stamps, from, isCut }: Calendar): Promise<string> {
  const shown = events.filter(({ part }) => parts.includes(part));
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//kith//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'NAME:kith',
    'X-WR-CALNAME:kith',
    `X-WR-TIMEZONE:${zone}`,
    ...(isCut ? [`DESCRIPTION:${CUT}`, `X-WR-CALDESC:${CUT}`] : []),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zoneOf(shown, zone, from),
  ];
  const parted = [head.map(folded).join('')];
  for (const { id, text } of shown) {
    const { sequence, at } = stamps.get(id)!;
    const changed = utcValue(at);
    // None of these lines needs folding.
    const stamped = `UID:${id}\r\nDTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${sequence}\r\n`;
    parted.push(`BEGIN:VEVENT\r\n${stamped}${text}END:VEVENT\r\n`);
    if (shouldYield()) await yieldToOthers();
  }
  parted.push('END:VCALENDAR\r\n');
  return parted.join('');
}

/** Reminders do not need earlier clock changes. */
const EARLIEST = 1970;

/**
 * The VTIMEZONE of the events' local times, starting before the earliest event. Also written if there are no events,
 * because a calendar must have at least one component.
 */
function zoneOf(events: FeedEvent[], zone: string, from: string): string[] {
  const years = events.flatMap(({ local }) => (local === undefined ? [] : Number(local.slice(0, 4))));
  if (years.length === 0 && events.length > 0) return [];
  const thisYear = Number(from.slice(0, 4));
  const first = years.reduce((least, year) => Math.min(least, year), thisYear);
  return timeZoneLines(zone, Math.max(first - 1, EARLIEST), thisYear);
}
