import { TODAY } from '../web/words/today.ts';
import { between, type Child, element, written } from './element.ts';
import { row, warningLines } from './parts.ts';
import { list, maybe, object, type Read, text, yes } from './reading.ts';
import type { Stage } from './stage.ts';
import { WORDS } from './words.ts';

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
  const days = new Map<string, HTMLElement[]>();
  for (const event of calendar_events) {
    const day = stage.times.date(event.dateTime);
    days.set(day, [...(days.get(day) ?? []), eventRow(stage, event)]);
  }
  const week = [...days].map(([day, rows]) =>
    element('section', '', element('h2', '', stage.times.day(day)), element('ul', 'rows', rows)),
  );
  return element(
    'article',
    '',
    element('h1', '', WORDS.agenda.title),
    days.size > 0 ? element('div', 'week', week) : element('p', '', WORDS.agenda.nothing),
    warningLines(warnings),
  );
}

function eventRow(stage: Stage, event: Event): HTMLElement {
  const { times } = stage;
  const { subjectOrTitle = '', dateTime, endDateTime, isAllDay, location, participants } = event;
  const until = endDateTime !== undefined && [' – ', times.clock(endDateTime)];
  const people = participants.flatMap(({ name, email = '' }) => written(name ?? email));
  return row(written(subjectOrTitle), isAllDay ? TODAY.events.allDay : [times.clock(dateTime), until], [
    location !== undefined && written(location, 'p', 'quiet small'),
    people.length > 0 && element('p', 'small', `${TODAY.events.with} `, between(people, ', ')),
    joinLink(stage, event),
  ]);
}

/** Link to a video call, if the event has one that a browser can open. */
function joinLink({ link }: Stage, { conferenceData }: Event): Child {
  const address = conferenceData?.entryPoints.find(({ uri }) => uri?.startsWith('https://'))?.uri;
  return address !== undefined && element('p', 'small', link(address, WORDS.agenda.join));
}
