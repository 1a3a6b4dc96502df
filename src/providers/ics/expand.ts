import ICAL from 'ical.js';
import { toText } from '../../shared/zones.ts';
import type { CalendarEvent } from '../content/items.ts';
import type { Range } from '../content/ranges.ts';
import { firstBudget, occurrenceBudget } from '../rules/budget.ts';
import { DAY } from '../rules/days.ts';
import { InvalidRuleError } from '../rules/rule.ts';
import { type ContentWithWarnings, contentReader } from './content.ts';
import { type Jcal, propertiesOf } from './jcal.ts';
import { hasOccurrence, type InstantWindow, type Occurrence, occurrencesOf } from './occurrences.ts';
import type { ParsedCalendar } from './parse.ts';
import type { Series } from './series.ts';
import { formatIcsTime, type ZoneResolver, zoneResolver } from './zoned-times.ts';

/** Maximum number of events in a window, and of characters in them. A longer list is truncated and marked. */
const MAX_EVENTS = 20_000;
const MAX_TEXT = 20_000_000;

export interface Expansion {
  window: Range;
  /** Zone for times without one. */
  zone: string;
  account: string;
  /** Only the series with this event id. */
  id?: string | undefined;
}

export interface ExpandedEvents {
  events: CalendarEvent[];
  /** Whether there are more events, or some could not be read. */
  truncated: boolean;
  /** Unknown zone names, and the zone used for their times. */
  unknownZones: string[];
  takenAs: string;
  /** Number of characters of text. */
  text: number;
}

/** The results so far. */
interface ExpansionState extends Omit<ExpandedEvents, 'unknownZones' | 'takenAs'> {
  unknownZones: Set<string>;
  places: ZoneResolver;
  /** Whether a single event was requested, which then includes its series' rule. */
  isSingle: boolean;
  contentOf(component: Jcal): ContentWithWarnings;
}

const isFull = ({ events, text }: ExpansionState): boolean => events.length >= MAX_EVENTS || text >= MAX_TEXT;

/**
 * Returns the events that overlap the window, with one event per occurrence of a series. The result may include others.
 */
export function expand(calendar: ParsedCalendar, { window: range, zone, account, id }: Expansion): ExpandedEvents {
  const { series: all, zones, floating, truncated } = calendar;
  const places = zoneResolver(zones, floating, zone);
  const found: ExpansionState = {
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
      if (isFull(found)) return resultOf({ ...found, truncated: true });
      add(found, series, one);
    }
  }
  found.truncated ||= !allComeTrue(idle);
  return resultOf(found);
}

const resultOf = ({ events, truncated, text, unknownZones, places }: ExpansionState): ExpandedEvents => ({
  ...{ events, truncated, text, takenAs: places.floatingName },
  unknownZones: [...unknownZones],
});

const touches = ({ from, to }: Occurrence, { start, end }: InstantWindow): boolean => from < end && to >= start;

/** If an event is requested by id, a moved occurrence is looked up around its original time. */
const isOutside = (one: Occurrence, window: InstantWindow): boolean =>
  one.recurrence !== undefined && one.item.recurrence === undefined && !touches(one, window);

/** Most of a calendar is in the past. Such single events are skipped without resolving their time zones. */
function isFarOff({ master, rules, added, changed }: Series, { start, end }: InstantWindow): boolean {
  if (!master || rules.length + added.length + changed.length > 0) return false;
  const { wall } = master.start;
  const length = master.length ? master.length.days * DAY + master.length.ms : DAY;
  return wall > end + 2 * DAY || (master.end?.wall ?? wall + length) < start - 2 * DAY;
}

/** A rule that never matches is an error in the calendar, so an event is missing. */
function allComeTrue(series: Series[]): boolean {
  const budget = firstBudget();
  try {
    return series.every((one) => hasOccurrence(one, budget));
  } catch (error) {
    if (error instanceof InvalidRuleError) return false;
    throw error;
  }
}

/** Adds an event or occurrence. */
function add(found: ExpansionState, series: Series, { item, start, from, to, recurrence }: Occurrence) {
  const { id, rules, added, changed } = series;
  const { content, length, cut } = found.contentOf(item.component);
  found.truncated ||= cut;
  if (!content) return;
  const unknown = found.places.unknownZone(item.start);
  if (unknown !== undefined) found.unknownZones.add(unknown);
  found.text += length;
  found.events.push({
    ...content,
    providerId: recurrence ? `${id}_${formatIcsTime(recurrence)}` : id,
    dateTime: toText(from),
    endDateTime: toText(to),
    isAllDay: start.isDay,
    isRecurring: rules.length + added.length + changed.length > 0,
    ...(found.isSingle && ruleOf(series)),
  });
}

/** The rule of a series as text. */
function ruleOf({ master }: Series): { recurrenceRule?: string } {
  const [rule] = master ? propertiesOf(master.component, 'rrule') : [];
  if (!rule) return {};
  return { recurrenceRule: ICAL.Recur.fromData(rule[3] as Parameters<typeof ICAL.Recur.fromData>[0]).toString() };
}
