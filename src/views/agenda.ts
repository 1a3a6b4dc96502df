import { between, type Child, element, written } from './element.ts';
import { empty, fold, next, row, section, view, warningLines } from './parts.ts';
import { list, maybe, object, type Read, record, text, yes } from './reading.ts';
import type { Stage } from './stage.ts';
import { REQUESTS, TODAY, WORDS } from './words.ts';

// Events by day: list_calendar_events.

const agenda = object({
  calendar_events: list(
    object({
      subjectOrTitle: maybe(text),
      dateTime: text,
      endDateTime: maybe(text),
      isAllDay: yes,
      location: maybe(text),
      participants: list(object({ name: maybe(text), email: maybe(text) })),
      conferenceData: maybe(object({ entryPoints: list(object({ uri: maybe(text) })) })),
    }),
  ),
  warnings: list(text),
});
type Event = Read<typeof agenda>['calendar_events'][number];

export function agendaView(stage: Stage, result: unknown): HTMLElement {
  const { calendar_events, warnings } = agenda(result);
  const { date } = stage.times;
  const days = new Map<string, HTMLElement[]>();
  const rows = calendar_events.map((event): [string, HTMLElement] => {
    const made = eventRow(stage, event);
    const day = date(event.dateTime);
    days.set(day, [...(days.get(day) ?? []), made]);
    return [isOver(event) ? '1' : '0', made];
  });
  const more = fold(
    rows.map(([, made]) => made),
    next(rows),
  );
  const week = [...days].map(([day, events]) => section(dayLabel(stage, day), events));
  return view(
    stage,
    { title: WORDS.agenda.title, path: '/today', more },
    rows.length > 0 ? withEmptyDays(stage, [...days.keys()], week) : empty(WORDS.agenda.nothing),
    warningLines(warnings),
  );
}

/** Adds a line for days without events, from the first day of the list to its last event. A search skips them. */
function withEmptyDays(stage: Stage, days: string[], week: Child[]): Child[] {
  const { args, times } = stage;
  if (args.searchQuery !== undefined) return week;
  const start = args.dateRange ? maybe(text)(record(args.dateRange).start) : times.inDays(0);
  let before = start && dayBefore(times.date(start));
  return days.flatMap((day, at) => {
    const [from, to] = [before && dayAfter(before), dayBefore(day)];
    before = day;
    if (!from || !to || from > to) return [week[at]];
    const span = from === to ? dayLabel(stage, from) : [dayLabel(stage, from), ' – ', times.day(to)];
    // Without a range, the list begins at this moment.
    const label = from === times.inDays(0) ? WORDS.agenda.noMore : WORDS.agenda.free;
    const free = element('section', 'free', element('h2', '', span), element('p', 'quiet', label));
    // It is hidden with the day after it.
    const following = week[at];
    if (following instanceof HTMLElement && !following.querySelector('li:not(.rest)')) free.classList.add('rest');
    return [free, following];
  });
}

const shifted = (day: string, by: number): string | undefined => {
  const time = Date.parse(day) + by * 86_400_000;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
};
const dayBefore = (day: string) => shifted(day, -1);
const dayAfter = (day: string) => shifted(day, 1);

const dayLabel = ({ times }: Stage, day: string): Child => [
  times.day(day),
  day === times.inDays(0) && element('span', 'badge', WORDS.agenda.today),
];

/** All-day events end with their day. */
export const isOver = ({ endDateTime, isAllDay }: Pick<Event, 'endDateTime' | 'isAllDay'>): boolean =>
  !isAllDay && endDateTime !== undefined && Date.parse(endDateTime) < Date.now();

function eventRow(stage: Stage, event: Event): HTMLElement {
  const { times } = stage;
  const { subjectOrTitle = '', dateTime, endDateTime, isAllDay, location, participants } = event;
  const until = endDateTime !== undefined && [' – ', times.clock(endDateTime)];
  const names = participants.map(({ name, email = '' }) => name ?? email).filter(Boolean);
  const people = names.length > 0 && [
    `${TODAY.events.with} `,
    between(
      names.map((name) => written(name)),
      ', ',
    ),
  ];
  const isNow = !isAllDay && Date.parse(dateTime) <= Date.now() && endDateTime !== undefined && !isOver(event);
  return row(
    [written(subjectOrTitle), isNow && element('span', 'badge warning', WORDS.agenda.now)],
    between(
      [
        isAllDay ? TODAY.events.allDay : [times.clock(dateTime), until],
        location && written(location),
        people,
        joinLink(stage, event),
      ],
      ' · ',
    ),
    '',
    names.length > 0 && stage.ask(WORDS.prepare, REQUESTS.prepare(subjectOrTitle, dateTime, names), subjectOrTitle),
  );
}

/** Link to a video call, if the event has one that a browser can open. */
function joinLink({ link }: Stage, { conferenceData }: Event): Child {
  const address = conferenceData?.entryPoints.find(({ uri }) => uri?.startsWith('https://'))?.uri;
  return address !== undefined && link(address, WORDS.agenda.join);
}
