// Days and local times in a zone. Instants are ISO 8601 UTC with milliseconds, days are YYYY-MM-DD.

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Instants with a four-digit year. Strings outside this range do not sort by time. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
export const toText = (time: number): string => new Date(Math.min(Math.max(time, EARLIEST), LATEST)).toISOString();

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** The zone's name as the platform spells it. Throws a RangeError for an unknown zone. */
export const canonicalZone = (zone: string): string =>
  zone === 'UTC' ? zone : formatFor(zone).resolvedOptions().timeZone;

const WEEK = 7 * DAY;
const MAX_WEEKS = 10_000;
const weekStarts = new Map<string, number>();

/**
 * A zone's offset ahead of UTC in milliseconds. Asking the platform is slow. No zone changes its clocks twice within a
 * week, so if a week starts and ends with the same offset, it applies throughout.
 */
export function offsetAt(zone: string, time: number): number {
  // Usual on servers. The platform needs milliseconds for its first answer.
  if (zone === 'UTC') return 0;
  const week = Math.floor(time / WEEK);
  const start = offsetAtWeek(zone, week);
  return start === offsetAtWeek(zone, week + 1) ? start : askOffset(zone, time);
}

function offsetAtWeek(zone: string, week: number): number {
  const key = `${zone} ${week}`;
  const known = weekStarts.get(key);
  if (known !== undefined) return known;
  if (weekStarts.size >= MAX_WEEKS) weekStarts.clear();
  const offset = askOffset(zone, week * WEEK);
  weekStarts.set(key, offset);
  return offset;
}

function askOffset(zone: string, time: number): number {
  const name = formatFor(zone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')!.value;
  const match = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name)!;
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/** Local day and milliseconds since midnight at an instant. */
export function wallClock(zone: string, instant: string): { day: string; time: number } {
  const shown = Date.parse(instant) + offsetAt(zone, Date.parse(instant));
  return { day: toText(shown).slice(0, 10), time: ((shown % DAY) + DAY) % DAY };
}

/** An instant in local time with its offset: `2026-11-27T10:30:00+01:00`. */
export function inZone(zone: string, instant: string): string {
  const time = Date.parse(instant);
  // Historical offsets include seconds, which this format cannot express.
  const ahead = Math.round(offsetAt(zone, time) / MINUTE) * MINUTE;
  const shown = time + ahead;
  if (shown < EARLIEST || shown > LATEST) return instant.replace(/Z$/, '+00:00');
  const clock = new Date(shown).toISOString();
  return clock.slice(0, clock.endsWith('.000Z') ? -5 : -1) + offsetText(ahead);
}

const offsetTexts = new Map<number, string>();

/** `+01:00`. There are only about forty offsets. */
function offsetText(ahead: number): string {
  const known = offsetTexts.get(ahead);
  if (known !== undefined) return known;
  const text = `${ahead < 0 ? '-' : '+'}${new Date(Math.abs(ahead)).toISOString().slice(11, 16)}`;
  offsetTexts.set(ahead, text);
  return text;
}

export const dayIn = (zone: string, instant: string): string => wallClock(zone, instant).day;

/**
 * Instant at which a zone's clocks show a time. If they show it twice, the first instant counts. A skipped time is
 * moved later by the size of the gap, as in calendars.
 */
export const instantOf = (zone: string, day: string, time: number): string =>
  toText(instantShowing((at) => offsetAt(zone, at), Date.parse(`${day}T00:00:00.000Z`) + time));

/** The same in milliseconds, for a known offset ahead of UTC. */
export function instantShowing(offset: (instant: number) => number, shown: number): number {
  const before = offset(shown - DAY);
  const after = offset(shown + DAY);
  const found = [before, after].map((one) => shown - one).filter((at) => at + offset(at) === shown);
  return found.length > 0 ? found.reduce((first, one) => Math.min(first, one)) : shown - before;
}

export const startOfDay = (zone: string, day: string): string => instantOf(zone, day, 0);

export const endOfDay = (zone: string, day: string): string => toText(Date.parse(instantOf(zone, day, DAY)) - 1);

/** The day this many days later. */
export const dayAfter = (day: string, days = 1): string =>
  toText(Date.parse(`${day}T00:00:00.000Z`) + days * DAY).slice(0, 10);

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** A bare end date includes the whole day in UTC; a moment is unchanged. */
export const lastMomentOf = (date: string): string => (date.length === 10 ? `${date}T23:59:59.999Z` : date);
