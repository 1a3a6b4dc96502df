import { largest } from '../../shared/lists.ts';
import { type Budget, stepCounter } from '../rules/budget.ts';
import { DAY, dayOf, HOUR, type WallTime } from '../rules/days.ts';
import { InvalidRuleError } from '../rules/rule.ts';
import { ruleTimes, type WallTimeRange } from '../rules/rule-times.ts';
import { type CalendarItem, isNewer, type Series } from './series.ts';
import type { IcsDuration, IcsTime } from './times.ts';
import { endOf, instantOf, type ZonedTime, type ZoneResolver } from './zoned-times.ts';
import { untilOf } from './zones.ts';

/** Instants. */
export interface InstantWindow {
  start: number;
  end: number;
}

/** A single occurrence of an event. */
export interface Occurrence {
  item: CalendarItem;
  start: ZonedTime;
  /** Instants in milliseconds. */
  from: number;
  to: number;
  /** Its original time in the series. Undefined for a single event. */
  recurrence: ZonedTime | undefined;
}

/** A series' occurrences in a window, and whether all were found. */
export interface Occurrences {
  found: Occurrence[];
  isWhole: boolean;
}

/** A changed occurrence and its original time. */
interface Change {
  item: CalendarItem;
  original: ZonedTime;
  /** The original's instant, which identifies the occurrence within its series. */
  key: number;
}

/**
 * Returns the occurrences of a series that may overlap the window, and possibly others. Each is returned once, even if
 * changed occurrences use other time zones.
 */
export function occurrencesOf(
  series: Series,
  window: InstantWindow,
  places: ZoneResolver,
  budget: Budget,
): Occurrences {
  const { master } = series;
  const changes = changesOf(series, places);
  const found = changes.map(({ item, original }) => changedOccurrence(item, places, original));
  if (!master) return { found, isWhole: true };
  const gone = new Set(changes.map(({ key }) => key));
  for (const time of series.removed) gone.add(instantOf(original(time, master, places)));
  const futures = changes.filter(({ item }) => item.isFuture).sort((a, b) => a.key - b.key);
  const { originals, isWhole } = originalsOf(series, master, spanOf(window, master, futures, places), places, budget);
  const isRecurring = series.rules.length > 0 || series.added.length > 0;
  const usual = places.lengthOf(master);
  let reached = 0;
  for (const { key, place, length = usual } of originals) {
    if (gone.has(key)) continue;
    while (reached < futures.length && futures[reached]!.key <= key) reached++;
    const future = futures[reached - 1];
    if (future) found.push(following(future, place, places));
    else
      found.push({
        ...{ item: master, start: place, recurrence: isRecurring ? place : undefined },
        ...{ from: key, to: endOf(place, key, length) },
      });
  }
  return { found, isWhole };
}

/** The changed occurrences. For each original, the newest one counts. */
function changesOf({ master, changed }: Series, places: ZoneResolver): Change[] {
  const byKey = new Map<number, Change>();
  for (const item of changed) {
    const place = master ? original(item.recurrence!, master, places) : places.of(item.recurrence!);
    const key = instantOf(place);
    const known = byKey.get(key);
    if (!known || isNewer(item, known.item)) byKey.set(key, { item, key, original: place });
  }
  return [...byKey.values()];
}

/** Finds the original occurrence that a time refers to, in any zone and even if days and times are mixed. */
function original(time: IcsTime, { start }: CalendarItem, places: ZoneResolver): ZonedTime {
  const own = places.of(start);
  const place = places.of(time, own.zone);
  if (own.isDay && !place.isDay) {
    // Midnight means its day. Another UTC time is midnight in some zone.
    const wall = time.isUtc && time.wall % DAY !== 0 ? places.floating.wallOf(time.wall) : time.wall;
    return { ...own, wall: dayOf(wall) * DAY };
  }
  if (place.isDay) return { ...own, wall: place.wall + (own.wall - dayOf(own.wall) * DAY) };
  return place.zone === own.zone ? place : { ...own, wall: own.zone.wallOf(instantOf(place)) };
}

/** A changed occurrence at its new time. */
function changedOccurrence(item: CalendarItem, places: ZoneResolver, recurrence: ZonedTime): Occurrence {
  const start = places.of(item.start, recurrence.isDay ? undefined : recurrence.zone);
  const from = instantOf(start);
  return { item, start, from, to: endOf(start, from, places.lengthOf(item)), recurrence };
}

/** An occurrence after a change with THISANDFUTURE. It is shifted by the same amount (RFC 5545, 3.8.4.4). */
function following(change: Change, recurrence: ZonedTime, places: ZoneResolver): Occurrence {
  const { item } = change;
  const changed = places.of(item.start, recurrence.isDay ? undefined : recurrence.zone);
  const base = (place: ZonedTime): WallTime => {
    if (place.isDay) return place.wall;
    return changed.isDay ? dayOf(place.wall) * DAY : changed.zone.wallOf(instantOf(place));
  };
  const start = { ...changed, wall: base(recurrence) + changed.wall - base(change.original) };
  const from = instantOf(start);
  return { item, start, from, to: endOf(start, from, places.lengthOf(item)), recurrence };
}

/** The range of original local times for occurrences in the window. */
function spanOf(window: InstantWindow, master: CalendarItem, futures: Change[], places: ZoneResolver): WallTimeRange {
  const { zone } = places.of(master.start);
  const reach = (item: CalendarItem) => {
    const { days, ms } = places.lengthOf(item);
    return days * DAY + ms;
  };
  const moved = futures.map(({ item, original: { wall } }) => Math.abs(item.start.wall - wall) + reach(item));
  // When clocks are set forward, times are later than written.
  const room = largest(moved, reach(master)) + 3 * HOUR;
  return { from: zone.wallOf(window.start) - room, to: zone.wallOf(window.end) + room };
}

interface Original {
  key: number;
  place: ZonedTime;
  /** Its own duration, if specified. */
  length: IcsDuration | undefined;
}

/**
 * Original times from a series' rules and dates, in order and without duplicates. Dates outside the span are included.
 */
function originalsOf(
  { rules, added }: Series,
  master: CalendarItem,
  span: WallTimeRange,
  places: ZoneResolver,
  budget: Budget,
): { originals: Original[]; isWhole: boolean } {
  const begin = places.of(master.start);
  const byKey = new Map<number, Original>();
  const add = (place: ZonedTime, length?: IcsDuration) => {
    const key = instantOf(place);
    if (!byKey.has(key)) byKey.set(key, { key, place, length });
  };
  for (const { time, end, length } of added) {
    const place = original(time, master, places);
    const until = end && places.of(end, begin.zone);
    add(place, until ? { days: 0, ms: Math.max(0, instantOf(until) - instantOf(place)) } : length);
  }
  // Without a rule, the event's own time is the first occurrence (RFC 5545, 3.8.5.2).
  if (rules.length === 0) add(begin);
  let isWhole = true;
  try {
    const take = stepCounter(budget);
    for (const rule of rules) {
      const to = Math.min(span.to, untilOf(rule, begin.zone, begin.isDay));
      for (const wall of ruleTimes(rule, begin.wall, { from: span.from, to }, take)) {
        take(1);
        add({ ...begin, wall });
      }
    }
  } catch (error) {
    if (!(error instanceof InvalidRuleError)) throw error;
    isWhole = false;
  }
  return { originals: [...byKey.values()].sort((a, b) => a.key - b.key), isWhole };
}

/** Whether a series' rules match at least once, ignoring their end. Throws if this takes too many steps to find out. */
export function hasOccurrence({ rules, master }: Series, budget: Budget): boolean {
  if (!master) return true;
  const span = { from: master.start.wall, to: Number.POSITIVE_INFINITY };
  return rules.every((rule) => !ruleTimes(rule, master.start.wall, span, stepCounter(budget)).next().done);
}
