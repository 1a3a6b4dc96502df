import rrule from 'rrule';
import { ianaZone } from '../../../src/shared/windows-zones.ts';
import { dayAfter, daysBetween, instantOf, wallClock } from '../../../src/shared/zones.ts';
import { type FakeEvent, isAllDay } from './data.ts';

// Occurrences of the fakes' series, computed by another library.

const DAY_MS = 86_400_000;

const zoneOf = ({ timeZone = 'UTC' }: FakeEvent): string => ianaZone(timeZone) ?? 'UTC';

/** A series's local times, treated as UTC. */
function wallOf(series: FakeEvent, value: string): number {
  if (value.length === 10) return Date.parse(`${value}T00:00:00Z`);
  const { day, time } = wallClock(zoneOf(series), new Date(value).toISOString());
  return Date.parse(`${day}T00:00:00Z`) + time;
}

const stamp = (iso: string): string => iso.replace(/[-:]|\.\d+/g, '');
const stampOf = (wall: number): string => stamp(new Date(wall).toISOString());

/** A written date or time, in the series's local time. An end date covers its day. */
function written(series: FakeEvent, text: string, isEnd = false): string {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/, (_, y, m, d, h, min, s, z) =>
    h === undefined ? `${y}-${m}-${d}` : `${y}-${m}-${d}T${h}:${min}:${s}${z}`,
  );
  if (iso.length === 10) return stampOf(Date.parse(iso) + (isEnd ? DAY_MS - 1000 : 0));
  return iso.endsWith('Z') ? stampOf(wallOf(series, iso)) : stampOf(Date.parse(`${iso}Z`));
}

/** A series's occurrences that start within some days, each as an event, without exceptions. */
export function occurrencesOf(series: FakeEvent, from: string, to: string): FakeEvent[] {
  const { rule = '', dates = [], deleted = [], ...event } = series;
  const own = rule.replace(/UNTIL=([^;]+)/, (_, text) => `UNTIL=${written(series, text, true)}`);
  const lines = dates.map((line) => {
    const [head = '', values = ''] = line.split(':');
    return `${head.split(';')[0]}:${values.split(',').map((text) => written(series, text))}`;
  });
  const start = wallOf(series, series.start);
  const text = [`DTSTART:${stampOf(start)}`, `RRULE:${own}`, ...lines].join('\n');
  const found = rrule
    .rrulestr(text, { forceset: true })
    .between(new Date(Date.parse(from) - 2 * DAY_MS), new Date(Date.parse(to) + 2 * DAY_MS), true);
  return found.flatMap((at) => {
    const day = at.toISOString().slice(0, 10);
    const begins = isAllDay(series) ? day : instantOf(zoneOf(series), day, at.getTime() - Date.parse(day));
    const ends = isAllDay(series)
      ? dayAfter(day, daysBetween(series.start, series.end))
      : new Date(Date.parse(begins) + Date.parse(series.end) - Date.parse(series.start)).toISOString();
    const id = `${series.id}_${stamp(begins)}`;
    const { key: _, ...rest } = event;
    return deleted.includes(id) ? [] : [{ ...rest, id, series: series.id, start: begins, end: ends, original: begins }];
  });
}

/** Single events, as a calendar shows them. */
export function expanded(events: FakeEvent[], from: string, to: string): FakeEvent[] {
  const ids = new Set(events.map(({ id }) => id));
  return events.flatMap((event) =>
    event.rule ? occurrencesOf(event, from, to).filter(({ id }) => !ids.has(id)) : event,
  );
}

/** The event or occurrence with this id. */
export function eventIn(events: FakeEvent[], id: string): FakeEvent | undefined {
  const there = events.find((event) => event.id === id);
  const [, master, year, month, day] = /^(.+)_(\d{4})(\d\d)(\d\d)(?:T\d{6}Z)?$/.exec(id) ?? [];
  const series = events.find((event) => event.id === master && event.rule && !event.cancelled);
  if (there || !series) return there;
  const date = `${year}-${month}-${day}T00:00:00Z`;
  return occurrencesOf(series, date, date).find((event) => event.id === id);
}
