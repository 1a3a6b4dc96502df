import * as z from 'zod';
import { once } from '../shared/once.ts';
import { eventChange, eventInput, scope } from './event-input.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, dayOrTime, integer, ownId, pagination, text } from './schema/primitives.ts';

/** Account providers. `ICS` is a calendar read from a published URL. */
export const ACCOUNT_PROVIDERS = ['GOOGLE', 'OFFICE365', 'ICS'] as const;
export const ACCOUNT_STATES = ['connected', 'reconnect_required'] as const;
export const CAPABILITIES = ['read_email', 'read_calendar', 'write_calendar'] as const;

/** Beginnings of the warnings if no account can be read. The next step follows. */
export const NOT_CONNECTED = { mail: 'no mail account is connected', calendar: 'no calendar is connected' } as const;

const person = once(() =>
  z
    .object({
      email: z.string().describe('Email address.'),
      name: z.string().nullable().describe('Name that the provider shows; null if none.'),
    })
    .meta({ id: 'Participant', description: 'A participant in a message or event.' }),
);

const itemFields = () => ({
  providerId: z.string().describe("The provider's id of the item."),
  type: z.enum(['EMAIL', 'CALENDAR']).describe('Whether this is a message or an event.'),
  subjectOrTitle: z.string().describe('The subject of the message, or the title of the event.'),
  dateTime: answeredTime(timeOfEvent).describe('When the message was sent, or when the event starts.'),
  participants: z.array(person()).describe('Everyone on the message or event, including the sender or organizer.'),
  providerLink: z.string().nullable().describe('URL of the item at the provider; null if there is none.'),
  email: z.string().describe('The connected account that it was read from.'),
  provider: z.string().nullable().describe('The provider of that account.'),
});

/** All-day events start and end on days, regardless of the time zone. */
export const timeOfEvent = ({ isAllDay }: Record<string, unknown>) => (isAllDay ? 'day' : 'moment');

/** Schema of an email message. */
export const emailMessage = once(() =>
  z
    .object({
      ...itemFields(),
      threadId: z.string().nullable().describe('Id that all messages of a conversation share.'),
      snippet: z.string().nullable().describe('The beginning of the text.'),
      from: person().nullable().describe('The sender; null if the message has none.'),
    })
    .meta({ id: 'EmailMessage', description: 'An email message, read live from its mailbox and never stored.' }),
);

const conference = () =>
  z.object({
    conferenceId: z.string().nullable().describe('The number or code of the meeting.'),
    entryPoints: z
      .array(
        z.object({
          uri: z.string().describe('URL to open or number to call.'),
          label: z.string().nullable().describe('Label that the provider shows for this entry point.'),
          accessCode: z.string().nullable().describe('Code to enter when joining.'),
        }),
      )
      .describe('Ways to join.'),
  });

/** A participant in an event, with the response to the invitation. */
const attendee = once(() =>
  person()
    .extend({
      response: z
        .enum(['accepted', 'declined', 'tentative'])
        .optional()
        .describe('Response to the invitation; absent if there is none.'),
      optional: z.literal(true).optional().describe('Present if attendance is optional.'),
    })
    .meta({ id: 'Attendee', description: 'A participant in an event.' }),
);

/** A calendar event. */
export const calendarEvent = once(() =>
  z
    .object({
      ...itemFields(),
      participants: z.array(attendee()).describe('Everyone invited, including the organizer.'),
      showAs: z
        .enum(['busy', 'free', 'tentative', 'away', 'elsewhere'])
        .optional()
        .describe('Availability during the event; absent if the calendar does not specify it.'),
      recurrenceRule: z
        .string()
        .optional()
        .describe(
          'Recurrence rule of the series (RFC 5545), returned only for a single event; absent if there is none.',
        ),
      endDateTime: answeredTime(timeOfEvent).describe(
        'When the event ends. All-day events end at the start of the following day.',
      ),
      isAllDay: z.boolean().nullable().describe('Whether the event is an all-day event.'),
      iCalUID: z.string().nullable().describe('Id of the event in all calendars (RFC 5545).'),
      summaryOfEvent: z.string().nullable().describe('Title in the calendar.'),
      descriptionOfEvent: z.string().nullable().describe('Description as plain text.'),
      location: z.string().nullable().describe('Where the event takes place.'),
      conferenceData: conference().nullable().describe('How to join online; null if the event has no call.'),
      isRecurring: z.boolean().nullable().describe('Whether the event is part of a series.'),
    })
    .meta({ id: 'CalendarEvent', description: 'A calendar event, read live from its calendar and never stored.' }),
);

export const connectedAccount = once(() =>
  z
    .object({
      id: ownId(),
      email: z.string().describe('Email address of the account, or name of a calendar that was added by URL.'),
      provider: z.enum(ACCOUNT_PROVIDERS).describe('Provider of the account. `ICS`: a calendar with a published URL.'),
      status: z.enum(ACCOUNT_STATES).describe('Whether the account can be read or the user must sign in again.'),
      capabilities: z.array(z.enum(CAPABILITIES)).describe('Permissions that the user granted.'),
    })
    .meta({ id: 'ConnectedAccount', description: 'A mail or calendar account that the user connected.' }),
);

/** Days are in the user's time zone. An end day is included completely. */
const dateRange = () =>
  z
    .strictObject({
      start: dayOrTime().optional().meta({
        description: 'First day or time.',
      }),
      end: dayOrTime().optional().meta({
        description: 'Last day or time. A day is included completely.',
      }),
    })
    .optional()
    .meta({ toolExamples: [{ start: '2026-12-01', end: '2026-12-07' }] });
const limit = (fallback: number, maximum: number) =>
  integer(1, maximum)
    .default(fallback)
    .meta({
      description: `Maximum number of items, 1 to ${maximum}. Default: ${fallback}.`,
      toolDescription: `max ${maximum}; default 20`,
    });
const searchQuery = () =>
  text(2_000).optional().meta({
    description: 'Words that must all occur. They are never interpreted as search operators.',
    toolDescription: 'words that must all occur',
  });
export const warnings = () =>
  z.array(z.string()).describe('Missing data, such as from an account that could not be read.');
export const oneEvent = () => z.object({ calendar_event: calendarEvent() });
export const accountEmail = () => ({
  account_email: text(320).optional().meta({
    description: 'The connected account whose calendar has the event. Default: the primary account.',
    toolDescription: 'default: primary',
  }),
});

const EVENT_PATH = '/v2/agenda/calendar/events/{eventId}';

export const agenda = defineOperations({
  search_emails: {
    summary: 'Search email',
    description:
      'Searches or lists emails in all connected mail accounts, newest first, without duplicates. Messages are read live and never stored. An account that cannot be read gives a warning. Returns 503 if no account can be read.',
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
          description: 'The inbox or all mail.',
          toolDescription: 'default: inbox',
        }),
        dateRange: dateRange().describe("When the messages were sent, inclusive, in the user's time zone."),
        limit: limit(25, 100),
        cursor: z.string().max(8_192).optional().meta({
          description: 'The `nextCursor` of the previous page.',
          toolDescription: 'previous nextCursor',
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
      'Lists the events of all connected calendars, soonest first, without duplicates, for the next 7 days unless `dateRange` is given. Events are read live and never stored. There is no paging; a warning reports that the list was truncated at `limit`.',
    method: 'GET',
    path: '/v2/agenda/calendar/events',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    query: () =>
      z.strictObject({
        searchQuery: searchQuery(),
        dateRange: dateRange().describe(
          "When the events take place, in the user's time zone. Default: the next 7 days.",
        ),
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
      'Creates a timed or all-day event in the primary calendar, or in the calendar of `account_email`. Guests get invitations only with `send_invitations`. A retry with the same Idempotency-Key does not create a second event.',
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
    description: "Returns one event by the provider's id, with its guests, ways to join, and whether it recurs.",
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
      'Changes the given fields of an event. Null clears a field, and `attendees` replaces the whole list. For a series, `scope` selects one occurrence, it and all following ones, or all.',
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
      'Deletes an event at its provider. For a series, `scope` selects what to delete. Guests are notified only with `send_invitations`.',
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
          description: 'Whether to notify the guests of the cancellation.',
          toolDescription: 'notifies the guests',
        }),
        scope: scope(),
      }),
    data: affectedIds,
  },
  list_connected_accounts: {
    summary: 'List connected accounts',
    description:
      'Lists the connected mail and calendar accounts, with their permissions and whether the user must sign in again.',
    method: 'GET',
    path: '/v2/agenda/accounts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    data: () => z.object({ accounts: z.array(connectedAccount()).describe('The connected accounts.') }),
  },
});
