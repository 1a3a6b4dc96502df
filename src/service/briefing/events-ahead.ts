import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { CalendarEvent } from '../../providers/content/items.ts';
import { dayAfter, startOfDay } from '../../shared/zones.ts';
import { readEvents } from '../agenda/read.ts';
import { normalEmail } from '../common/detail-kinds.ts';
import { latestNotes, shortened } from '../contact-rows/last-contact.ts';
import { holdersOf, peopleById } from '../contact-rows/people.ts';
import type { ProviderContext } from '../runtime/handler.ts';

type Event = DataOf<Operations['get_briefing']>['events'][number];

const TEXT_LENGTH = 200;
const LINK_LENGTH = 500;
const MAX_PEOPLE = 10;
const MAX_ENTRIES = 3;

/** Shortens an event's long texts and drops overlong links. */
function brief(event: CalendarEvent): CalendarEvent {
  const text = (value: string | null) => value && shortened(value, TEXT_LENGTH);
  const { conferenceData } = event;
  return {
    ...event,
    subjectOrTitle: shortened(event.subjectOrTitle, TEXT_LENGTH),
    summaryOfEvent: text(event.summaryOfEvent),
    descriptionOfEvent: text(event.descriptionOfEvent),
    location: text(event.location),
    providerLink: isShort(event.providerLink) ? event.providerLink : null,
    participants: event.participants
      .filter(({ email }) => isShort(email))
      .slice(0, MAX_PEOPLE)
      .map((person) => ({ ...person, name: text(person.name) })),
    conferenceData: conferenceData && {
      ...conferenceData,
      entryPoints: conferenceData.entryPoints.filter(({ uri }) => isShort(uri)).slice(0, MAX_ENTRIES),
    },
  };
}

const isShort = (value: string | null): boolean => (value?.length ?? 0) <= LINK_LENGTH;

/** Events within a range of local days, with the participating contacts and the last note about each. */
export async function eventsAhead(
  live: ProviderContext,
  from: string,
  to: string,
  limit: number,
): Promise<{ events: Event[]; warnings: string[] }> {
  const zone = live.user.time_zone;
  const range = { start: startOfDay(zone, from), end: startOfDay(zone, dayAfter(to)), limit };
  if (range.end <= range.start) return { events: [], warnings: [] };
  const { events, warnings } = await readEvents(live, range);
  if (events.length === 0) return { events: [], warnings };
  return live.read(async (context) => {
    const holders = await holdersOf(context, events.flatMap(addressesIn));
    const ids = [...holders.values()].flat();
    const people = await peopleById(context, ids);
    const said = await latestNotes(context, ids);
    const withPeople = events.map((event) => {
      const inIt = new Set(addressesIn(event).flatMap((address) => holders.get(address) ?? []));
      return {
        ...brief(event),
        people: [...inIt].slice(0, MAX_PEOPLE).flatMap((id) => {
          const contact = people.get(id);
          return contact ? [{ contact, last_said: said.get(id) ?? null }] : [];
        }),
      };
    });
    return { events: withPeople, warnings };
  });
}

/** Addresses of an event's participants, without the calendar's owner. */
const addressesIn = ({ participants, email }: CalendarEvent): string[] =>
  participants.map((person) => normalEmail(person.email)).filter((address) => address !== normalEmail(email));
