import { plainText } from '../../shared/html/plain-text.ts';
import type { Attendee, CalendarEvent } from '../content/items.ts';
import { distinctPeople, isJoinable, webLink, withResponses } from '../content/items.ts';
import { firstValue, type Jcal, type JcalProperty, parameterOf, propertiesOf } from './jcal.ts';

/** An event's content without its times. It is the same for each occurrence of a series. */
export type EventContent = Omit<CalendarEvent, 'providerId' | 'dateTime' | 'endDateTime' | 'isAllDay' | 'isRecurring'>;

export interface ContentWithWarnings {
  /** Undefined for canceled or declined events. */
  content: EventContent | undefined;
  /** Length of its text. */
  length: number;
  /** Whether some of it was truncated. */
  cut: boolean;
}

/** Longer texts and attendee lists are truncated. */
const MAX_TEXT = 100_000;
const MAX_PEOPLE = 2_000;

/** Reads an event's content once for all its occurrences. */
export function contentReader(account: string): (component: Jcal) => ContentWithWarnings {
  const known = new Map<Jcal, ContentWithWarnings>();
  return (component) => {
    const read = known.get(component) ?? readContent(component, account);
    known.set(component, read);
    return read;
  };
}

function readContent(component: Jcal, account: string): ContentWithWarnings {
  let cut = false;
  const text = (name: string) => {
    const whole = String(firstValue(component, name) ?? '') || null;
    if (whole === null || whole.length <= MAX_TEXT) return whole;
    cut = true;
    return `${whole.slice(0, MAX_TEXT)}…`;
  };
  const declined = propertiesOf(component, 'attendee').some(
    (one) => parameterOf(one, 'partstat') === 'DECLINED' && addressOf(one[3]) === account,
  );
  if (text('status') === 'CANCELLED' || declined) return { content: undefined, length: 0, cut };
  const summary = text('summary');
  const description = text('description');
  const participants = people(component);
  if (participants.length > MAX_PEOPLE) cut = true;
  const content: EventContent = {
    type: 'CALENDAR',
    subjectOrTitle: summary ?? '',
    participants: participants.slice(0, MAX_PEOPLE),
    providerLink: webLink(text('url')),
    email: account,
    provider: 'ICS',
    iCalUID: text('uid'),
    summaryOfEvent: summary,
    descriptionOfEvent: description && plainText(description),
    location: text('location'),
    showAs: showAs(component),
    conferenceData: conference(component),
  };
  return { content, length: JSON.stringify(content).length, cut };
}

const addressOf = (value: unknown): string =>
  String(value)
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();

const BUSY: Record<string, CalendarEvent['showAs']> = {
  ...{ FREE: 'free', TENTATIVE: 'tentative', BUSY: 'busy', OOF: 'away', WORKINGELSEWHERE: 'elsewhere' },
};

/** Outlook's property is more precise than RFC 5545, 3.8.2.7, in which an event without the property blocks time. */
function showAs(component: Jcal): CalendarEvent['showAs'] {
  const upper = (name: string) => String(firstValue(component, name) ?? '').toUpperCase();
  const told = BUSY[upper('x-microsoft-cdo-busystatus')] ?? (upper('transp') === 'TRANSPARENT' ? 'free' : undefined);
  return told ?? (upper('status') === 'TENTATIVE' ? 'tentative' : 'busy');
}

const RESPONSES: Record<string, Attendee['response']> = {
  ...{ ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' },
};

function people(component: Jcal): Attendee[] {
  const attendees = propertiesOf(component, 'attendee');
  const all = [...propertiesOf(component, 'organizer'), ...attendees];
  const named = distinctPeople(
    all.flatMap((one) => {
      const email = addressOf(one[3]);
      const kind = parameterOf(one, 'cutype');
      if (!/^[^@\s]+@[^@\s]+$/.test(email) || kind === 'RESOURCE' || kind === 'ROOM') return [];
      const name = parameterOf(one, 'cn');
      return [{ email, name: name && name !== email ? name : null }];
    }),
  );
  const upper = (one: JcalProperty, name: string) => (parameterOf(one, name) ?? '').toUpperCase();
  return withResponses(
    named,
    attendees.map((one) => ({
      email: addressOf(one[3]),
      response: RESPONSES[upper(one, 'partstat')],
      optional: upper(one, 'role') === 'OPT-PARTICIPANT',
    })),
  );
}

/** The property of RFC 7986, and those of Google and Outlook. */
const CONFERENCE = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
];

function conference(component: Jcal): CalendarEvent['conferenceData'] {
  const uris = CONFERENCE.flatMap((name) =>
    propertiesOf(component, name).map((one) => ({ uri: String(one[3]), label: parameterOf(one, 'label') ?? null })),
  );
  const entryPoints = uris.filter(({ uri }) => isJoinable(uri)).map((one) => ({ ...one, accessCode: null }));
  return entryPoints.length > 0 ? { conferenceId: null, entryPoints } : null;
}
