import { createHash } from 'node:crypto';
import { InvalidRuleError, type Rule, readRule } from '../rules/rule.ts';
import { firstValue, type Jcal, type JcalProperty, parameterOf, propertiesOf, valuesOf } from './jcal.ts';
import { type IcsDuration, type IcsTime, parseIcsDuration, parseIcsTime, timesOf } from './times.ts';

/** One VEVENT. */
export interface CalendarItem {
  component: Jcal;
  start: IcsTime;
  /** DTEND or, without one, DURATION. */
  end: IcsTime | undefined;
  length: IcsDuration | undefined;
  /** The occurrence that it replaces. */
  recurrence: IcsTime | undefined;
  /** Whether it also replaces all later ones (RANGE=THISANDFUTURE). */
  isFuture: boolean;
}

/** A date added to a rule, with its own duration if it has one (VALUE=PERIOD). */
export interface AddedDate {
  time: IcsTime;
  end?: IcsTime;
  length?: IcsDuration;
}

/** A single or recurring event with its changed occurrences. */
export interface Series {
  /** Prefix of its event ids. */
  id: string;
  /** Undefined if the calendar contains only changed occurrences. */
  master: CalendarItem | undefined;
  rules: Rule[];
  added: AddedDate[];
  removed: IcsTime[];
  changed: CalendarItem[];
}

/** Limits per series: rules, and added or removed dates. */
const MAX_RULES = 10;
const MAX_DATES = 10_000;
/** Maximum product of events with one UID and their changed occurrences. Errors in real calendars stay below it. */
const MAX_PAIRS = 100_000;

/** Reads a calendar's events. `isWhole` is false if some are unreadable. The others are still returned. */
export function seriesOf(calendar: Jcal): { series: Series[]; isWhole: boolean } {
  const byUid = new Map<string, CalendarItem[]>();
  const byId = new Map<string, Series>();
  let isWhole = true;
  for (const component of calendar[2]) {
    if (component[0] !== 'vevent') continue;
    try {
      const item = readItem(component);
      const uid = uidOf(component) ?? `no-uid-${digestOf(component)}`;
      const known = byUid.get(uid);
      if (known) known.push(item);
      else byUid.set(uid, [item]);
    } catch {
      isWhole = false;
    }
  }
  for (const [uid, items] of byUid) {
    const changed = items.filter(({ recurrence }) => recurrence);
    const masters = current(items.filter(({ recurrence }) => !recurrence));
    const told = changed.slice(0, MAX_DATES);
    // Each of them is compared with all changed occurrences.
    const shown = masters.slice(0, Math.max(1, MAX_PAIRS / Math.max(1, told.length)));
    if (told.length < changed.length || shown.length < masters.length) isWhole = false;
    for (const [at, master] of shown.entries()) {
      // Several events with one UID are an error in the calendar. All are shown, and the first one gets the changes.
      const id = at === 0 ? uid : `${uid}~${digestOf(master.component).slice(0, 8)}`;
      try {
        byId.set(id, readSeries(id, master, told, at === 0));
      } catch {
        isWhole = false;
      }
    }
    if (!byId.has(uid)) byId.set(uid, { id: uid, master: undefined, rules: [], added: [], removed: [], changed: told });
  }
  return { series: [...byId.values()], isWhole };
}

function readItem(component: Jcal): CalendarItem {
  const time = (name: string): IcsTime | undefined => {
    const property = component[1].find((one) => one[0] === name);
    return property && parseIcsTime(property[3], parameterOf(property, 'tzid'));
  };
  const recurrence = time('recurrence-id');
  // A canceled occurrence may have no time of its own.
  const start = time('dtstart') ?? recurrence;
  if (!start) throw new Error('an event without a time');
  const duration = firstValue(component, 'duration');
  const named = component[1].find((one) => one[0] === 'recurrence-id');
  return {
    component,
    start,
    end: time('dtend'),
    length: duration === undefined ? undefined : parseIcsDuration(duration),
    recurrence,
    isFuture: named !== undefined && parameterOf(named, 'range')?.toUpperCase() === 'THISANDFUTURE',
  };
}

function readSeries(id: string, master: CalendarItem, changed: CalendarItem[], isFirst: boolean): Series {
  const { component, start } = master;
  const rules = propertiesOf(component, 'rrule').map((one) => readRule(valuesOf(one)[0] as Record<string, unknown>));
  const added = propertiesOf(component, 'rdate').flatMap(addedTimes);
  const removed = propertiesOf(component, 'exdate').flatMap(timesOf);
  if (rules.length > MAX_RULES || added.length + removed.length > MAX_DATES)
    throw new InvalidRuleError('too many dates');
  return {
    id,
    master,
    // Days have no time for a rule to change.
    rules: start.isDay ? rules.map((rule) => ({ ...rule, byHour: [], byMinute: [], bySecond: [] })) : rules,
    added,
    removed: isFirst ? removed : [...removed, ...changed.flatMap(({ recurrence }) => recurrence ?? [])],
    changed: isFirst ? changed : [],
  };
}

function addedTimes(property: JcalProperty): AddedDate[] {
  if (property[2] !== 'period') return timesOf(property).map((time) => ({ time }));
  const tzid = parameterOf(property, 'tzid');
  return valuesOf(property).map((value) => {
    const [start, end] = value as [string, string];
    const time = parseIcsTime(start, tzid);
    return end.includes('P') ? { time, length: parseIcsDuration(end) } : { time, end: parseIcsTime(end, tzid) };
  });
}

function uidOf(component: Jcal): string | undefined {
  const uid = firstValue(component, 'uid');
  return uid === undefined || uid === '' ? undefined : String(uid);
}

/** Properties about when an event was written, which do not affect its identity. */
const STAMPS = ['dtstamp', 'created', 'last-modified'];

const digestOf = ([, properties]: Jcal): string =>
  createHash('sha256')
    .update(JSON.stringify(properties.filter(([name]) => !STAMPS.includes(name))))
    .digest('hex')
    .slice(0, 32);

const sequenceOf = ({ component }: CalendarItem): number => Number(firstValue(component, 'sequence') ?? 0) || 0;

/** Keeps the events with the highest SEQUENCE (RFC 5546, 2.1.5), without duplicates. */
function current(items: CalendarItem[]): CalendarItem[] {
  if (items.length < 2) return items;
  const highest = items.reduce((most, item) => Math.max(most, sequenceOf(item)), 0);
  const latest = items.filter((item) => sequenceOf(item) >= highest);
  return [...new Map(latest.map((item) => [digestOf(item.component), item])).values()];
}

/** Which of two changes to the same occurrence is newer (RFC 5546, 2.1.5). If equal, the second. */
export function isNewer(second: CalendarItem, first: CalendarItem): boolean {
  const [a, b] = [sequenceOf(first), sequenceOf(second)];
  const stamp = ({ component }: CalendarItem) => String(firstValue(component, 'dtstamp') ?? '');
  return a === b ? stamp(second) >= stamp(first) : b > a;
}
