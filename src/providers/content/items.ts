import type { z } from 'zod';
import type { calendarEvent, emailMessage } from '../../contract/agenda.ts';

export type EmailMessage = z.output<ReturnType<typeof emailMessage>>;
export type CalendarEvent = z.output<ReturnType<typeof calendarEvent>>;
export type Person = EmailMessage['participants'][number];

export type Attendee = CalendarEvent['participants'][number];

interface Answered {
  email?: string | null | undefined;
  response: Attendee['response'];
  optional?: boolean | null | undefined;
}

/** People of an event with the answers that their calendar knows. */
export function withAnswers(people: Person[], answers: Answered[]): Attendee[] {
  const byAddress = new Map(answers.map((one) => [one.email?.toLowerCase(), one]));
  return people.map((person) => {
    const { response, optional } = byAddress.get(person.email) ?? {};
    return { ...person, ...(response && { response }), ...(optional && { optional: true as const }) };
  });
}

// Links in events come from whoever wrote the event; what opens is up to the one who reads them.

/** A link to a page, or none: `javascript:` and the like lead nowhere. */
export const webLink = (uri: string | null | undefined): string | null =>
  uri && /^https?:\/\//i.test(uri) ? uri : null;

/** Whether a conference can be joined by it: a page, a number to dial, or an address of internet telephony. */
export const isJoinable = (uri: string): boolean => /^(https?:\/\/|tel:|sips?:)/i.test(uri);

/** Each address once, under the first name it came with. */
export function distinctPeople(people: Person[]): Person[] {
  const byAddress = new Map<string, Person>();
  for (const person of people) {
    const known = byAddress.get(person.email);
    if (!known) byAddress.set(person.email, person);
    else if (known.name === null && person.name !== null) byAddress.set(person.email, { ...known, name: person.name });
  }
  return [...byAddress.values()];
}
