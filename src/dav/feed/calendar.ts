import type { FeedPart, FeedStamp } from '../../shared/feed.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/yield.ts';
import type { FeedEvent } from './events.ts';
import { folded, utcValue } from './lines.ts';
import { timeZoneLines } from './time-zone.ts';

interface Calendar {
  zone: string;
  /** Of its events, those that are shown. */
  parts: readonly FeedPart[];
  events: FeedEvent[];
  stamps: Map<string, FeedStamp>;
  /** The first of its days that are told one by one. */
  from: string;
  /** There is more than a feed takes. */
  isCut: boolean;
}

const CUT = 'There is more than a feed can hold: something is missing.';

/**
 * The feed as text (RFC 5545 and 7986). It has no METHOD: a time of change then says when an event changed, not when it was
 * sent (3.8.7.2).
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
    // None of these is longer than a line may be.
    const stamped = `UID:${id}\r\nDTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${sequence}\r\n`;
    parted.push(`BEGIN:VEVENT\r\n${stamped}${text}END:VEVENT\r\n`);
    if (isTimeToGiveWay()) await giveWay();
  }
  parted.push('END:VCALENDAR\r\n');
  return parted.join('');
}

/** Clocks of before are of no use to a reminder. */
const EARLIEST = 1970;

/**
 * The zone that local times of events are in, from before the earliest of them on; also where there is no event, since a
 * calendar must have something in it.
 */
function zoneOf(events: FeedEvent[], zone: string, from: string): string[] {
  const years = events.flatMap(({ local }) => (local === undefined ? [] : Number(local.slice(0, 4))));
  if (years.length === 0 && events.length > 0) return [];
  const thisYear = Number(from.slice(0, 4));
  const first = years.reduce((least, year) => Math.min(least, year), thisYear);
  return timeZoneLines(zone, Math.max(first - 1, EARLIEST), thisYear);
}
