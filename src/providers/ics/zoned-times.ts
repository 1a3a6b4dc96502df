import { DAY, dayOf, type WallTime } from '../rules/days.ts';
import type { CalendarItem } from './series.ts';
import type { IcsDuration, IcsTime } from './times.ts';
import { namedZone, UTC, windowsNamedZone, type Zone } from './zones.ts';

/** A local time with its zone. Days are the same everywhere and use UTC. */
export interface ZonedTime {
  wall: WallTime;
  isDay: boolean;
  zone: Zone;
}

export const instantOf = ({ wall, zone }: ZonedTime): number => zone.instantOf(wall);

/** Resolves the times of one calendar to zones. */
export interface ZoneResolver {
  /** Zone for times without one. */
  floating: Zone;
  floatingName: string;
  /** Resolves a time. If it has no zone, `own` applies, or else the floating zone. */
  of(time: IcsTime, own?: Zone): ZonedTime;
  /** Duration of an event; for all-day events, in days. */
  lengthOf(item: CalendarItem): IcsDuration;
  /** The time's zone name if it is unknown. */
  unknownZone(time: IcsTime): string | undefined;
}

/**
 * @param carried - The zones defined in the calendar. Undefined for a rejected one.
 * @param said - The calendar's name for the zone of times without one.
 * @param zone - The user's zone.
 */
export function zoneResolver(
  carried: ReadonlyMap<string, Zone | undefined>,
  said: string | undefined,
  zone: string,
): ZoneResolver {
  // A program may include different rules for a Windows zone.
  const zoneOf = (tzid: string): Zone | undefined => namedZone(tzid) ?? carried.get(tzid) ?? windowsNamedZone(tzid);
  const users = namedZone(zone) ?? UTC;
  const calendars = said === undefined ? undefined : zoneOf(said);
  const floating = calendars ?? users;
  const places: ZoneResolver = {
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
      // Each occurrence ends the same number of hours after its start (RFC 5545, 3.8.5.3).
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

/**
 * Number of days of an all-day event. Its end is the day after the last one, and a fraction of a day counts as a day.
 */
function daysOf(from: WallTime, end: IcsTime | undefined, length: IcsDuration | undefined): number {
  if (end) return dayOf(end.wall) - dayOf(from);
  return length ? length.days + Math.ceil(length.ms / DAY) : 1;
}

/** The end instant. Days follow the calendar, hours are elapsed time (RFC 5545, 3.3.6). */
export const endOf = ({ wall, zone }: ZonedTime, from: number, { days, ms }: IcsDuration): number =>
  (days === 0 ? from : zone.instantOf(wall + days * DAY)) + ms;

/** Formats a time as iCalendar. */
export function formatIcsTime({ wall, isDay, zone }: ZonedTime): string {
  const text = new Date(wall).toISOString().replace(/[-:]|\.\d+Z$/g, '');
  return isDay ? text.slice(0, 8) : text + (zone.isUtc ? 'Z' : '');
}
