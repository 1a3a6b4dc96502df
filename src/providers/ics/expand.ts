import ICAL from 'ical.js';
import { toText } from '../../shared/zones.ts';
import type { CalendarEvent } from '../content/items.ts';
import type { Range } from '../content/ranges.ts';
import { firstBudget, occurrenceBudget } from '../rules/budget.ts';
import { DAY } from '../rules/days.ts';
import { AbsurdRule } from '../rules/rule.ts';
import { contentReader, type ReadContent } from './content.ts';
import { type Jcal, propertiesOf } from './jcal.ts';
import { comesTrue, type Occurrence, occurrencesOf, type Window } from './occurrences.ts';
import type { ParsedCalendar } from './parse.ts';
import { type Places, placesOf, written } from './places.ts';
import type { Series } from './series.ts';

/** The most events, and characters in them, of one window; a list that is cut says so. */
const MOST_EVENTS = 20_000;
const MOST_TEXT = 20_000_000;

export interface Expansion {
  window: Range;
  /** The zone of times that have none. */
  zone: string;
  account: string;
  /** Only the series that an event of this id belongs to. */
  id?: string | undefined;
}

export interface Expanded {
  events: CalendarEvent[];
  /** Whether there are more, or some could not be read. */
  truncated: boolean;
  /** Names of zones that nobody knows, and the one that times in them are taken to be in. */
  unknownZones: string[];
  takenAs: string;
  /** How many characters of text there are. */
  text: number;
}

/** The results of one expansion so far. */
interface Found extends Omit<Expanded, 'unknownZones' | 'takenAs'> {
  unknownZones: Set<string>;
  places: Places;
  /** Whether one event is asked for: it comes with the rule of its series. */
  isSingle: boolean;
  contentOf(component: Jcal): ReadContent;
}

const isFull = ({ events, text }: Found): boolean => events.length >= MOST_EVENTS || text >= MOST_TEXT;

/**
 * The events that begin before the window's end and end after its start; a recurring event once for each occurrence.
 * Some that lie outside may be among them.
 */
export function expand(calendar: ParsedCalendar, { window: range, zone, account, id }: Expansion): Expanded {
  const { series: all, zones, floating, truncated } = calendar;
  const places = placesOf(zones, floating, zone);
  const found: Found = {
    ...{ events: [], text: 0, truncated, unknownZones: new Set(), places },
    isSingle: id !== undefined,
    contentOf: contentReader(account),
  };
  const window = { start: Date.parse(range.start), end: Date.parse(range.end) };
  const budget = occurrenceBudget();
  const idle: Series[] = [];
  for (const series of all) {
    if (id !== undefined ? id !== series.id && !id.startsWith(`${series.id}_`) : isFarOff(series, window)) continue;
    const { found: occurrences, isWhole } = occurrencesOf(series, window, places, budget);
    found.truncated ||= !isWhole;
    if (series.rules.length > 0 && occurrences.length === 0) idle.push(series);
    for (const one of occurrences) {
      if (id === undefined ? !touches(one, window) : isOutside(one, window)) continue;
      if (isFull(found)) return told({ ...found, truncated: true });
      add(found, series, one);
    }
  }
  found.truncated ||= !allComeTrue(idle);
  return told(found);
}

const told = ({ events, truncated, text, unknownZones, places }: Found): Expanded => ({
  ...{ events, truncated, text, takenAs: places.floatingName },
  unknownZones: [...unknownZones],
});

const touches = ({ from, to }: Occurrence, { start, end }: Window): boolean => from < end && to >= start;

/** Asked for by its id, what was moved away is looked for around the time it was meant for. */
const isOutside = (one: Occurrence, window: Window): boolean =>
  one.recurrence !== undefined && one.item.recurrence === undefined && !touches(one, window);

/** Most of a calendar lies in the past: a single event is left out by its times alone, without their zones. */
function isFarOff({ master, rules, added, changed }: Series, { start, end }: Window): boolean {
  if (!master || rules.length + added.length + changed.length > 0) return false;
  const { wall } = master.start;
  const length = master.length ? master.length.days * DAY + master.length.ms : DAY;
  return wall > end + 2 * DAY || (master.end?.wall ?? wall + length) < start - 2 * DAY;
}

/** A rule that never comes true is a mistake of its calendar: what was meant by it is missing. */
function allComeTrue(series: Series[]): boolean {
  const budget = firstBudget();
  try {
    return series.every((one) => comesTrue(one, budget));
  } catch (error) {
    if (error instanceof AbsurdRule) return false;
    throw error;
  }
}

/** Adds an event, or one occurrence of a series, with its times. */
function add(found: Found, series: Series, { item, start, from, to, recurrence }: Occurrence) {
  const { id, rules, added, changed } = series;
  const { content, length, cut } = found.contentOf(item.component);
  found.truncated ||= cut;
  if (!content) return;
  const unknown = found.places.unknownZone(item.start);
  if (unknown !== undefined) found.unknownZones.add(unknown);
  found.text += length;
  found.events.push({
    ...content,
    providerId: recurrence ? `${id}_${written(recurrence)}` : id,
    dateTime: toText(from),
    endDateTime: toText(to),
    isAllDay: start.isDay,
    isRecurring: rules.length + added.length + changed.length > 0,
    ...(found.isSingle && ruleOf(series)),
  });
}

/** The rule of a series as it is written. */
function ruleOf({ master }: Series): { recurrenceRule?: string } {
  const [rule] = master ? propertiesOf(master.component, 'rrule') : [];
  if (!rule) return {};
  return { recurrenceRule: ICAL.Recur.fromData(rule[3] as Parameters<typeof ICAL.Recur.fromData>[0]).toString() };
}
