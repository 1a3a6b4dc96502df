import type ICAL from 'ical.js';
import { plainText } from '../../../shared/html/plain-text.ts';
import type { CalendarEvent, Person } from '../items.ts';
import { distinctPeople, isJoinable, webLink } from '../items.ts';

type Component = InstanceType<typeof ICAL.Component>;

/** The content of an event apart from its times; it is the same for each occurrence of a series. */
export type Content = Omit<CalendarEvent, 'providerId' | 'dateTime' | 'endDateTime' | 'isAllDay' | 'isRecurring'>;

export interface ReadContent {
  /** None for what was canceled or declined. */
  content: Content | undefined;
  /** How much text it is. */
  length: number;
  /** Whether some of it was left out for its length. */
  cut: boolean;
}

/** Nobody reads more of a text, or meets more people. */
const LONGEST_TEXT = 100_000;
const MOST_PEOPLE = 2_000;

/** Reads an event's content, once for all its occurrences. */
export function contentReader(account: string): (component: Component) => ReadContent {
  const known = new Map<Component, ReadContent>();
  return (component) => {
    const read = known.get(component) ?? readContent(component, account);
    known.set(component, read);
    return read;
  };
}

function readContent(component: Component, account: string): ReadContent {
  let cut = false;
  const text = (name: string) => {
    const whole = (component.getFirstPropertyValue(name) as { toString(): string } | null)?.toString() || null;
    if (whole === null || whole.length <= LONGEST_TEXT) return whole;
    cut = true;
    return `${whole.slice(0, LONGEST_TEXT)}…`;
  };
  const declined = component
    .getAllProperties('attendee')
    .some(
      (one) => one.getFirstParameter('partstat') === 'DECLINED' && addressOf(String(one.getFirstValue())) === account,
    );
  if (text('status') === 'CANCELLED' || declined) return { content: undefined, length: 0, cut };
  const summary = text('summary');
  const description = text('description');
  const participants = people(component);
  if (participants.length > MOST_PEOPLE) cut = true;
  const content: Content = {
    type: 'CALENDAR',
    subjectOrTitle: summary ?? '',
    participants: participants.slice(0, MOST_PEOPLE),
    providerLink: webLink(text('url')),
    email: account,
    provider: 'ICS',
    iCalUID: text('uid'),
    summaryOfEvent: summary,
    descriptionOfEvent: description && plainText(description),
    location: text('location'),
    conferenceData: conference(component),
  };
  return { content, length: JSON.stringify(content).length, cut };
}

const addressOf = (value: string): string =>
  value
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();

function people(component: Component): Person[] {
  const all = [...component.getAllProperties('organizer'), ...component.getAllProperties('attendee')];
  return distinctPeople(
    all.flatMap((one) => {
      const email = addressOf(String(one.getFirstValue()));
      const kind = one.getFirstParameter('cutype');
      if (!/^[^@\s]+@[^@\s]+$/.test(email) || kind === 'RESOURCE' || kind === 'ROOM') return [];
      const name = one.getFirstParameter('cn');
      return [{ email, name: name && name !== email ? name : null }];
    }),
  );
}

/** RFC 7986, and what Google and Outlook write in its place. */
const CONFERENCE = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
];

function conference(component: Component): CalendarEvent['conferenceData'] {
  const uris = CONFERENCE.flatMap((name) =>
    component
      .getAllProperties(name)
      .map((one) => ({ uri: String(one.getFirstValue()), label: one.getFirstParameter('label') ?? null })),
  );
  const entryPoints = uris.filter(({ uri }) => isJoinable(uri)).map((one) => ({ ...one, accessCode: null }));
  return entryPoints.length > 0 ? { conferenceId: null, entryPoints } : null;
}
