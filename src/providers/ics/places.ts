import { DAY, dayOf, type Wall } from '../rules/days.ts';
import type { Item } from './series.ts';
import type { Length, WrittenTime } from './times.ts';
import { namedZone, UTC, windowsNamedZone, type Zone } from './zones.ts';

/** A time with the zone whose clocks it is read from. Days are days everywhere: theirs is UTC. */
export interface Place {
  wall: Wall;
  isDay: boolean;
  zone: Zone;
}

export const instantOf = ({ wall, zone }: Place): number => zone.instantOf(wall);

/** Puts times of one calendar into their zones. */
export interface Places {
  /** The zone of times that have none. */
  floating: Zone;
  floatingName: string;
  /** A time without a zone is one of `own`, or else of the floating one. */
  of(time: WrittenTime, own?: Zone): Place;
  /** How long an event takes; for all-day events this is a number of days. */
  lengthOf(item: Item): Length;
  /** The name that stands for no zone anybody knows, if the time has such a one. */
  unknownZone(time: WrittenTime): string | undefined;
}

/**
 * @param carried - The zones that the calendar brings along; undefined is one whose rules are left out.
 * @param said - The calendar's own name of the zone for times that have none.
 * @param zone - The user's zone.
 */
export function placesOf(
  carried: ReadonlyMap<string, Zone | undefined>,
  said: string | undefined,
  zone: string,
): Places {
  // A program may ship different rules for a Windows zone.
  const zoneOf = (tzid: string): Zone | undefined => namedZone(tzid) ?? carried.get(tzid) ?? windowsNamedZone(tzid);
  const users = namedZone(zone) ?? UTC;
  const calendars = said === undefined ? undefined : zoneOf(said);
  const floating = calendars ?? users;
  const places: Places = {
    floating,
    floatingName: said !== undefined && calendars ? said : zone,
    of(time, own) {
      const { wall, isDay, isUtc, tzid } = time;
      if (isDay || isUtc) return { wall, isDay, zone: UTC };
      return { wall, isDay, zone: (tzid === undefined ? own : zoneOf(tzid)) ?? floating };
    },
    lengthOf({ start, end, length }) {
      const from = places.of(start);
      if (from.isDay) return { days: Math.max(1, daysOf(from.wall, end, length)), ms: 0 };
      if (!end) return length ?? { days: 0, ms: 0 };
      // An end is as many hours away from each start (RFC 5545, 3.8.5.3).
      const to = places.of({ ...end, isDay: false }, from.zone);
      return { days: 0, ms: Math.max(0, instantOf(to) - instantOf(from)) };
    },
    unknownZone({ isDay, isUtc, tzid = said }) {
      if (isDay || isUtc || tzid === undefined || carried.has(tzid)) return undefined;
      return zoneOf(tzid) ? undefined : tzid;
    },
  };
  return places;
}

/** How many days an all-day event covers: its end is the day after the last, and hours begin a day. */
function daysOf(from: Wall, end: WrittenTime | undefined, length: Length | undefined): number {
  if (end) return dayOf(end.wall) - dayOf(from);
  return length ? length.days + Math.ceil(length.ms / DAY) : 1;
}

/** The instant at which something ends: days go by the calendar, hours by the stopwatch (RFC 5545, 3.3.6). */
export const endOf = ({ wall, zone }: Place, from: number, { days, ms }: Length): number =>
  (days === 0 ? from : zone.instantOf(wall + days * DAY)) + ms;

/** A time as it is written in iCalendar. */
export function written({ wall, isDay, zone }: Place): string {
  const text = new Date(wall).toISOString().replace(/[-:]|\.\d+Z$/g, '');
  return isDay ? text.slice(0, 8) : text + (zone.isUtc ? 'Z' : '');
}
