import { largest } from '../../shared/lists.ts';
import { type Budget, taker } from '../rules/budget.ts';
import { DAY, dayOf, HOUR, type Wall } from '../rules/days.ts';
import { AbsurdRule } from '../rules/rule.ts';
import { ruleTimes, type Span } from '../rules/rule-times.ts';
import { endOf, instantOf, type Place, type Places } from './places.ts';
import { type Item, isNewer, type Series } from './series.ts';
import type { Length, WrittenTime } from './times.ts';
import { untilOf } from './zones.ts';

/** Instants. */
export interface Window {
  start: number;
  end: number;
}

/** An event as it takes place once. */
export interface Occurrence {
  item: Item;
  start: Place;
  /** Instants, in milliseconds. */
  from: number;
  to: number;
  /** The time that the series gives it; none for an event that does not recur. */
  recurrence: Place | undefined;
}

/** What a series gives in a window, and whether that is all of it. */
export interface Occurrences {
  found: Occurrence[];
  isWhole: boolean;
}

/** A changed occurrence, and the one of its series that it stands for. */
interface Change {
  item: Item;
  original: Place;
  /** The original's instant, by which the occurrences of a series are told apart. */
  key: number;
}

/**
 * The occurrences of a series that may touch the window; others may be among them. Each is given once, whatever zones
 * the times of the changed ones are written in.
 */
export function occurrencesOf(series: Series, window: Window, places: Places, budget: Budget): Occurrences {
  const { master } = series;
  const changes = changesOf(series, places);
  const found = changes.map(({ item, original }) => standing(item, places, original));
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

/** The changed occurrences: the newest of those that stand for the same one. */
function changesOf({ master, changed }: Series, places: Places): Change[] {
  const byKey = new Map<number, Change>();
  for (const item of changed) {
    const place = master ? original(item.recurrence!, master, places) : places.of(item.recurrence!);
    const key = instantOf(place);
    const known = byKey.get(key);
    if (!known || isNewer(item, known.item)) byKey.set(key, { item, key, original: place });
  }
  return [...byKey.values()];
}

/** Which occurrence of a series a time means, in any zone and also where days and times are mixed up. */
function original(time: WrittenTime, { start }: Item, places: Places): Place {
  const own = places.of(start);
  const place = places.of(time, own.zone);
  if (own.isDay && !place.isDay) {
    // Midnight stands for its day; another time in UTC is midnight somewhere.
    const wall = time.isUtc && time.wall % DAY !== 0 ? places.floating.wallOf(time.wall) : time.wall;
    return { ...own, wall: dayOf(wall) * DAY };
  }
  if (place.isDay) return { ...own, wall: place.wall + (own.wall - dayOf(own.wall) * DAY) };
  return place.zone === own.zone ? place : { ...own, wall: own.zone.wallOf(instantOf(place)) };
}

/** A changed occurrence at its own time. */
function standing(item: Item, places: Places, recurrence: Place): Occurrence {
  const start = places.of(item.start, recurrence.isDay ? undefined : recurrence.zone);
  const from = instantOf(start);
  return { item, start, from, to: endOf(start, from, places.lengthOf(item)), recurrence };
}

/** An occurrence after one that was changed with all that follow: as far from its own time (RFC 5545, 3.8.4.4). */
function following(change: Change, recurrence: Place, places: Places): Occurrence {
  const { item } = change;
  const changed = places.of(item.start, recurrence.isDay ? undefined : recurrence.zone);
  const base = (place: Place): Wall => {
    if (place.isDay) return place.wall;
    return changed.isDay ? dayOf(place.wall) * DAY : changed.zone.wallOf(instantOf(place));
  };
  const start = { ...changed, wall: base(recurrence) + changed.wall - base(change.original) };
  const from = instantOf(start);
  return { item, start, from, to: endOf(start, from, places.lengthOf(item)), recurrence };
}

/** The times on a series' clocks that occurrences in the window may be meant for. */
function spanOf(window: Window, master: Item, futures: Change[], places: Places): Span {
  const { zone } = places.of(master.start);
  const reach = (item: Item) => {
    const { days, ms } = places.lengthOf(item);
    return days * DAY + ms;
  };
  const moved = futures.map(({ item, original: { wall } }) => Math.abs(item.start.wall - wall) + reach(item));
  // Clocks that are put forward make times later than they are written.
  const room = largest(moved, reach(master)) + 3 * HOUR;
  return { from: zone.wallOf(window.start) - room, to: zone.wallOf(window.end) + room };
}

interface Original {
  key: number;
  place: Place;
  /** Its own, where one was given. */
  length: Length | undefined;
}

/** The times that a series' rules and dates give, each once, in order; dates also outside of the span. */
function originalsOf(
  { rules, added }: Series,
  master: Item,
  span: Span,
  places: Places,
  budget: Budget,
): { originals: Original[]; isWhole: boolean } {
  const begin = places.of(master.start);
  const byKey = new Map<number, Original>();
  const add = (place: Place, length?: Length) => {
    const key = instantOf(place);
    if (!byKey.has(key)) byKey.set(key, { key, place, length });
  };
  for (const { time, end, length } of added) {
    const place = original(time, master, places);
    const until = end && places.of(end, begin.zone);
    add(place, until ? { days: 0, ms: Math.max(0, instantOf(until) - instantOf(place)) } : length);
  }
  // Without a rule the first occurrence is the event's own time (RFC 5545, 3.8.5.2).
  if (rules.length === 0) add(begin);
  let isWhole = true;
  try {
    const take = taker(budget);
    for (const rule of rules) {
      const to = Math.min(span.to, untilOf(rule, begin.zone, begin.isDay));
      for (const wall of ruleTimes(rule, begin.wall, { from: span.from, to }, take)) {
        take(1);
        add({ ...begin, wall });
      }
    }
  } catch (error) {
    if (!(error instanceof AbsurdRule)) throw error;
    isWhole = false;
  }
  return { originals: [...byKey.values()].sort((a, b) => a.key - b.key), isWhole };
}

/** Whether a series' rules ever give an occurrence, whatever end they have. Throws where it takes too long to tell. */
export function comesTrue({ rules, master }: Series, budget: Budget): boolean {
  if (!master) return true;
  const span = { from: master.start.wall, to: Number.POSITIVE_INFINITY };
  return rules.every((rule) => !ruleTimes(rule, master.start.wall, span, taker(budget)).next().done);
}
