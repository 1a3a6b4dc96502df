import { celebrationIn } from '../../shared/birthdays.ts';
import type {
  FeedBirthday,
  FeedContent,
  FeedKeepInTouch,
  FeedPart,
  FeedReminder,
  FeedSeries,
} from '../../shared/feed.ts';
import { dayAfter, wallClock } from '../../shared/zones.ts';
import { cleaned, dateValue, folded, textValue, utcValue, wallValue } from './lines.ts';

/** A formatted event, without the properties about its last change. */
export interface FeedEvent {
  /** UID. It stays the same as long as the event has the same subject. */
  id: string;
  part: FeedPart;
  /** Formatted lines. */
  text: string;
  /** First day of a series in the local time zone. */
  local?: string | undefined;
}

export interface EventOptions {
  alarmMinutes: number | null;
  /** URL of the web app. */
  pages: string | undefined;
}

const WORDS = {
  nameless: 'Person without a name',
  nothing: 'Reminder',
  turns: (name: string, age: number) => `${name} turns ${age}`,
  birthday: (name: string) => `Birthday of ${name}`,
  born: (name: string, year: number) => `Birthday of ${name} (born ${year})`,
  touch: (name: string) => `Keep in touch with ${name}`,
  about: 'About:',
  more: (count: number) => `and ${count} more`,
};

/** Common category names of calendar programs. */
const CATEGORY: Record<FeedPart, string> = {
  birthdays: 'Birthday',
  reminders: 'Reminder',
  'keep-in-touch': 'Keep in touch',
};

/** All events of a feed, in a fixed order. */
export function* eventsOf(content: FeedContent, options: EventOptions): Generator<FeedEvent> {
  for (const one of content.birthdays) yield* birthdayEvents(one, content, options);
  for (const one of content.reminders) yield* reminderEvents(one, content.zone, options);
  for (const one of content.touches) yield touchEvent(one, options);
}

const nameOf = (name: string | null): string => oneLine(name ?? '') || WORDS.nameless;
const oneLine = (text: string): string => cleaned(text).replace(/\s+/g, ' ').trim();
const written = (lines: string[]): string => lines.map(folded).join('');
const uid = (...parts: string[]): string => `${parts.join('-')}@kith`;

/**
 * With a birth year, the birthdays of two years are single events that state the age, which a recurrence rule cannot
 * do. Later ones are a series that states the birth year. Without a birth year, one series covers all. As everywhere in
 * kith, February 29 is celebrated on the 28th in other years.
 */
function* birthdayEvents(born: FeedBirthday, { from, to }: FeedContent, options: EventOptions): Generator<FeedEvent> {
  const { id, birthday, birthday_year: year, birthday_dismissed_year: dismissed } = born;
  const name = nameOf(born.name);
  const event = (summary: string, day: string, key: string[], repeats: string[] = []): FeedEvent => ({
    id: uid('birthday', id, ...key),
    part: 'birthdays',
    text: written([...allDay(day), ...repeats, ...about('birthdays', summary, link(id, options))]),
  });
  const series = (summary: string, day: string) => {
    const isLeapDay = birthday.slice(5) === '02-29';
    const rule = `RRULE:FREQ=YEARLY${isLeapDay ? ';BYMONTH=2;BYMONTHDAY=-1' : ''}`;
    const off = dismissed === null ? undefined : celebrationIn(born, dismissed).date;
    const except = off !== undefined && off >= day ? [`EXDATE;VALUE=DATE:${dateValue(off)}`] : [];
    return event(summary, day, [], [rule, ...except]);
  };
  if (year === null) {
    yield series(WORDS.birthday(name), celebrationIn(born, YEARLESS_FROM).date);
    return;
  }
  let next = Number(from.slice(0, 4));
  for (; celebrationIn(born, next).date <= to; next++) {
    const { date, turns } = celebrationIn(born, next);
    if (date < from || next === dismissed) continue;
    yield event(turns === null ? WORDS.birthday(name) : WORDS.turns(name, turns), date, [String(next)]);
  }
  if (next <= LAST_YEAR) yield series(WORDS.born(name, year), celebrationIn(born, next).date);
}

/** A leap year in the past, so that the series does not change from year to year. */
const YEARLESS_FROM = 2000;
const LAST_YEAR = 9999;

function* reminderEvents(reminder: FeedReminder, zone: string, options: EventOptions): Generator<FeedEvent> {
  const { id, isDay, single, series } = reminder;
  const text = cleaned(reminder.text ?? '').trim();
  const summary = shortened(oneLine(text) || WORDS.nothing);
  const details = [summary === text ? '' : text, peopleIn(reminder.people)].filter(Boolean).join('\n\n');
  const described = details === '' ? [] : [`DESCRIPTION:${textValue(details)}`];
  const event = (times: string[], ...key: string[]): FeedEvent => ({
    id: uid('reminder', id, ...key),
    part: 'reminders',
    text: written([...times, ...about('reminders', summary, described), ...alarm(summary, isDay, options)]),
  });
  if (series && isDay) yield event(daySeries(series));
  if (series && !isDay) yield { ...event(timeSeries(series, zone)), local: zone === 'UTC' ? undefined : series.from };
  for (const one of single) {
    const times = isDay ? allDay(one) : [`DTSTART:${utcValue(one)}`, DURATION];
    // The only event keeps its UID when the reminder is rescheduled.
    if (!series && single.length === 1) yield event(times);
    else yield event(times, isDay ? dateValue(one) : utcValue(one));
  }
}

const touchEvent = ({ id, name, day }: FeedKeepInTouch, options: EventOptions): FeedEvent => ({
  id: uid('keep-in-touch', id),
  part: 'keep-in-touch',
  text: written([...allDay(day), ...about('keep-in-touch', WORDS.touch(nameOf(name)), link(id, options))]),
});

/** Describes an event. It does not block time and has no attendees. */
const about = (part: FeedPart, summary: string, more: string[]): string[] => [
  `SUMMARY:${textValue(summary)}`,
  ...more,
  `CATEGORIES:${textValue(CATEGORY[part])}`,
  'TRANSP:TRANSPARENT',
];

const link = (id: string, { pages }: EventOptions): string[] =>
  pages === undefined ? [] : [`URL:${pages}/people/${id}`];

/** An all-day event. The last day with a four-digit year gets no end. */
const allDay = (day: string): string[] => [
  `DTSTART;VALUE=DATE:${dateValue(day)}`,
  ...(dayAfter(day) > day ? [`DTEND;VALUE=DATE:${dateValue(dayAfter(day))}`] : []),
];

/** Duration of a timed event, so that it is visible. */
const DURATION = 'DURATION:PT15M';

const daySeries = (series: FeedSeries): string[] => [...allDay(series.from), ruleLine(series)];

/** Uses local times of the zone, so that 9:00 stays 9:00 when the clocks change. */
function timeSeries(series: FeedSeries, zone: string): string[] {
  const { day, time } = wallClock(zone, series.from);
  const on = (one: string) => wallValue(Date.parse(`${one}T00:00:00.000Z`) + time);
  const at = (name: string, days: string[]) =>
    zone === 'UTC'
      ? `${name}:${days.map((one) => `${on(one)}Z`).join(',')}`
      : `${name};TZID=${zone}:${days.map(on).join(',')}`;
  const except = series.except.length > 0 ? [at('EXDATE', series.except)] : [];
  return [at('DTSTART', [day]), DURATION, ruleLine(series), ...except];
}

const FREQUENCY = { week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };

function ruleLine({ unit, interval, onLastDay }: FeedSeries): string {
  const every = interval === 1 ? '' : `;INTERVAL=${interval}`;
  const last = onLastDay ? `${unit === 'year' ? ';BYMONTH=2' : ''};BYMONTHDAY=-1` : '';
  return `RRULE:FREQ=${FREQUENCY[unit]}${every}${last}`;
}

function alarm(summary: string, isDay: boolean, { alarmMinutes }: EventOptions): string[] {
  if (alarmMinutes === null) return [];
  const trigger = isDay ? 'PT9H' : alarmMinutes === 0 ? 'PT0S' : `-PT${alarmMinutes}M`;
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${textValue(summary)}`, `TRIGGER:${trigger}`, 'END:VALARM'];
}

const MAX_SUMMARY = 200;

/** Calendars show only the beginning of a title, and some reject long ones. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_SUMMARY ? text : `${characters.slice(0, MAX_SUMMARY - 1).join('')}…`;
}

const MAX_PEOPLE = 10;

function peopleIn(people: (string | null)[]): string {
  if (people.length === 0) return '';
  const named = people.slice(0, MAX_PEOPLE).map(nameOf).join(', ');
  const rest = people.length - MAX_PEOPLE;
  return `${WORDS.about} ${named}${rest > 0 ? ` ${WORDS.more(rest)}` : ''}`;
}
