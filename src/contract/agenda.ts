import * as z from 'zod';
import { once } from '../shared/once.ts';
import { eventChange, eventInput, scope } from './event-input.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, dayOrTime, integer, ownId, pagination, text } from './schema/primitives.ts';

/** Where an account is. `ICS` is a calendar read from its published address. */
export const ACCOUNT_PROVIDERS = ['GOOGLE', 'OFFICE365', 'ICS'] as const;
export const ACCOUNT_STATES = ['connected', 'reconnect_required'] as const;
export const CAPABILITIES = ['read_email', 'read_calendar', 'write_calendar'] as const;

/** What a warning begins with where nothing can be read; what to do follows. */
export const NOT_CONNECTED = { mail: 'no mail account is connected', calendar: 'no calendar is connected' } as const;

const person = once(() =>
  z
    .object({
      email: z.string().describe('The e-mail address.'),
      name: z.string().nullable().describe('The name as the provider shows it; null without one.'),
    })
    .meta({ id: 'Participant', description: 'Somebody who takes part in a message or an event.' }),
);

const itemFields = () => ({
  providerId: z.string().describe("The provider's own id of the item."),
  type: z.enum(['EMAIL', 'CALENDAR']).describe('Whether this is a message or an event.'),
  subjectOrTitle: z.string().describe('The subject of the message, or the title of the event.'),
  dateTime: answeredTime(timeOfEvent).describe('When the message was sent, or when the event starts.'),
  participants: z.array(person()).describe('Everybody the message went to or the event invites, sender included.'),
  providerLink: z.string().nullable().describe('Where to open it at the provider; null without such a page.'),
  email: z.string().describe('The connected account it was read from.'),
  provider: z.string().nullable().describe('The provider of that account.'),
});

/** The ends of an all-day event are days, whatever the zone. */
export const timeOfEvent = ({ isAllDay }: Record<string, unknown>) => (isAllDay ? 'day' : 'moment');

/** An e-mail message. */
export const emailMessage = once(() =>
  z
    .object({
      ...itemFields(),
      threadId: z.string().nullable().describe('What messages of one conversation have in common.'),
      snippet: z.string().nullable().describe('The first words of the text.'),
      from: person().nullable().describe('The sender; null when the message names none.'),
    })
    .meta({ id: 'EmailMessage', description: 'An e-mail, read live from its mailbox and never stored.' }),
);

const conference = () =>
  z.object({
    conferenceId: z.string().nullable().describe('The number or code of the meeting.'),
    entryPoints: z
      .array(
        z.object({
          uri: z.string().describe('The address to open, or the number to call.'),
          label: z.string().nullable().describe('What the provider shows for this way in.'),
          accessCode: z.string().nullable().describe('The code to enter there.'),
        }),
      )
      .describe('The ways to join.'),
  });

/** In an event it is told who has answered the invitation, and how. */
const attendee = once(() =>
  person()
    .extend({
      response: z
        .enum(['accepted', 'declined', 'tentative'])
        .optional()
        .describe('The answer to the invitation; absent without one.'),
      optional: z.literal(true).optional().describe('Set for somebody who need not come.'),
    })
    .meta({ id: 'Attendee', description: 'Somebody who takes part in an event.' }),
);

/** A calendar event. */
export const calendarEvent = once(() =>
  z
    .object({
      ...itemFields(),
      participants: z.array(attendee()).describe('Everybody the event invites, its organizer included.'),
      showAs: z
        .enum(['busy', 'free', 'tentative', 'away', 'elsewhere'])
        .optional()
        .describe('Whether the event takes up its time; absent where the calendar does not say.'),
      recurrenceRule: z
        .string()
        .optional()
        .describe('The rule of its series (RFC 5545), told of a single event; absent where there is none.'),
      endDateTime: answeredTime(timeOfEvent).describe(
        'When the event ends; an all-day event ends at the start of the day after.',
      ),
      isAllDay: z.boolean().nullable().describe('Whether the event takes whole days.'),
      iCalUID: z.string().nullable().describe('The id that all calendars with this event share (RFC 5545).'),
      summaryOfEvent: z.string().nullable().describe('The title as the calendar has it.'),
      descriptionOfEvent: z.string().nullable().describe('What the event says beside its title, as plain text.'),
      location: z.string().nullable().describe('Where the event takes place.'),
      conferenceData: conference().nullable().describe('How to join online; null for an event without a call.'),
      isRecurring: z.boolean().nullable().describe('Whether the event is one of a series.'),
    })
    .meta({ id: 'CalendarEvent', description: 'A calendar event, read live from its calendar and never stored.' }),
);

export const connectedAccount = once(() =>
  z
    .object({
      id: ownId(),
      email: z
        .string()
        .describe('The address of the account, or the name of a calendar that was added by its address.'),
      provider: z.enum(ACCOUNT_PROVIDERS).describe('Where the account is; `ICS` is a calendar at a published address.'),
      status: z.enum(ACCOUNT_STATES).describe('Whether it can be read, or its owner must sign in again.'),
      capabilities: z.array(z.enum(CAPABILITIES)).describe('What the owner allowed.'),
    })
    .meta({ id: 'ConnectedAccount', description: 'A mail or calendar account that the user connected.' }),
);

/** Days count in the user's time zone; an end day is covered whole. */
const dateRange = () =>
  z
    .strictObject({
      start: dayOrTime().optional().meta({
        description: 'The first day or moment.',
        toolDescription: 'first day (YYYY-MM-DD) or time with offset',
      }),
      end: dayOrTime().optional().meta({
        description: 'The last day or moment; a day is covered whole.',
        toolDescription: 'last day, covered whole, or time',
      }),
    })
    .optional();
const limit = (fallback: number, maximum: number) =>
  integer(1, maximum)
    .default(fallback)
    .meta({
      description: `The most items to answer, 1 to ${maximum}; ${fallback} if left out.`,
      toolDescription: `rows, up to ${maximum}; else 20`,
    });
const searchQuery = () =>
  text(2_000).optional().meta({
    description: 'Words that must all occur; never read as operators of the provider.',
    toolDescription: 'words that all occur',
  });
export const warnings = () =>
  z.array(z.string()).describe('What is missing from the answer, such as an account that could not be read.');
export const oneEvent = () => z.object({ calendar_event: calendarEvent() });
export const accountEmail = () => ({
  account_email: text(320).optional().meta({
    description: 'The connected account whose calendar has the event; the primary one if left out.',
    toolDescription: 'a connected account; the primary if left out',
  }),
});

const EVENT_PATH = '/v2/agenda/calendar/events/{eventId}';

export const agenda = defineOperations({
  search_emails: {
    summary: 'Search e-mails',
    description:
      'Searches or lists the e-mails of all connected mail accounts, newest first, each message once. Messages are read live and never stored. An account that cannot be read gives a warning; when none can, the answer is 503.',
    method: 'GET',
    path: '/v2/agenda/email/messages',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    query: () =>
      z.strictObject({
        searchQuery: searchQuery(),
        folder: z.enum(['inbox', 'all']).default('inbox').meta({
          description: 'Where to look: the inbox, or all mail.',
          toolDescription: 'inbox if left out',
        }),
        dateRange: dateRange().describe("When the messages were sent, both ends included; days are the user's."),
        limit: limit(25, 100),
        cursor: z.string().max(8_192).optional().meta({
          description: 'The `nextCursor` of the page before.',
          toolDescription: 'nextCursor of the page before',
        }),
      }),
    data: () =>
      z.object({
        email_messages: z.array(emailMessage()).describe('The messages, newest first.'),
        pagination: pagination(),
        warnings: warnings().optional(),
      }),
  },
  list_calendar_events: {
    summary: 'List calendar events',
    description:
      'Lists the events of all connected calendars, soonest first, each event once, for the next 7 days unless `dateRange` says otherwise. Events are read live and never stored. There is no next page: a warning says when the list was cut at `limit`.',
    method: 'GET',
    path: '/v2/agenda/calendar/events',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    query: () =>
      z.strictObject({
        searchQuery: searchQuery(),
        dateRange: dateRange().describe("When the events take place, in the user's days; the next 7 days if left out."),
        limit: limit(50, 250),
      }),
    data: () =>
      z.object({
        calendar_events: z.array(calendarEvent()).describe('The events, soonest first.'),
        pagination: pagination(),
        warnings: warnings(),
      }),
  },
  create_calendar_event: {
    summary: 'Create a calendar event',
    description:
      'Creates an event, timed or of whole days, in the primary calendar or the one `account_email` names. Guests get invitations only with `send_invitations`. A repeat under the same Idempotency-Key makes no second event.',
    method: 'POST',
    path: '/v2/agenda/calendar/events',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    atProvider: true,
    body: eventInput,
    data: oneEvent,
  },
  get_calendar_event: {
    summary: 'Get a calendar event',
    description: "Answers one event by the provider's id, with its guests, ways to join, and whether it recurs.",
    method: 'GET',
    path: EVENT_PATH,
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    textIds: true,
    atProvider: true,
    query: () => z.strictObject(accountEmail()),
    data: () => oneEvent().extend({ warnings: warnings().optional() }),
  },
  update_calendar_event: {
    summary: 'Change a calendar event',
    description:
      'Changes the given fields of an event; null clears a field, and `attendees` replaces the whole list. `scope` says how much of a series is meant: one occurrence, it and all that follow, or all.',
    method: 'PATCH',
    path: EVENT_PATH,
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    textIds: true,
    atProvider: true,
    body: eventChange,
    data: oneEvent,
  },
  delete_calendar_event: {
    summary: 'Delete a calendar event',
    description:
      'Deletes an event at its provider; of a series as much as `scope` says. Guests hear of it only with `send_invitations`.',
    method: 'DELETE',
    path: EVENT_PATH,
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    textIds: true,
    atProvider: true,
    query: () =>
      z.strictObject({
        ...accountEmail(),
        send_invitations: z.boolean().default(false).meta({
          description: 'Whether the guests are told of the cancellation.',
          toolDescription: 'tells the guests',
        }),
        scope: scope(),
      }),
    data: affectedIds,
  },
  list_connected_accounts: {
    summary: 'List connected accounts',
    description:
      'Lists the mail and calendar accounts that the user connected, with what each may be used for and whether it needs a new sign-in.',
    method: 'GET',
    path: '/v2/agenda/accounts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    data: () => z.object({ accounts: z.array(connectedAccount()).describe('The connected accounts.') }),
  },
});
