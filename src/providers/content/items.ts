import type { z } from 'zod';
import type { calendarEvent, emailMessage } from '../../contract/agenda.ts';

export type EmailMessage = z.output<ReturnType<typeof emailMessage>>;
export type CalendarEvent = z.output<ReturnType<typeof calendarEvent>>;
export type EmailPerson = EmailMessage['participants'][number];

export type Attendee = CalendarEvent['participants'][number];

interface InvitationReply {
  email?: string | null | undefined;
  response: Attendee['response'];
  optional?: boolean | null | undefined;
}

/** Adds the responses in the calendar to an event's people. */
export function withResponses(people: EmailPerson[], answers: InvitationReply[]): Attendee[] {
  const byAddress = new Map(answers.map((one) => [one.email?.toLowerCase(), one]));
  return people.map((person) => {
    const { response, optional } = byAddress.get(person.email) ?? {};
    return { ...person, ...(response && { response }), ...(optional && { optional: true as const }) };
  });
}

// Links come from the author of an event. The reader decides what to open.

/** Returns a web link, or null for other schemes such as `javascript:`. */
export const webLink = (uri: string | null | undefined): string | null =>
  uri && /^https?:\/\//i.test(uri) ? uri : null;

/** Whether a conference can be joined with this URI: a web page, a phone number or a SIP address. */
export const isJoinable = (uri: string): boolean => /^(https?:\/\/|tel:|sips?:)/i.test(uri);

/** Removes duplicate addresses and keeps the first name of each. */
export function distinctPeople(people: EmailPerson[]): EmailPerson[] {
  const byAddress = new Map<string, EmailPerson>();
  for (const person of people) {
    const known = byAddress.get(person.email);
    if (!known) byAddress.set(person.email, person);
    else if (known.name === null && person.name !== null) byAddress.set(person.email, { ...known, name: person.name });
  }
  return [...byAddress.values()];
}
