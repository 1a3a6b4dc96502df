import * as z from 'zod';
import { eventChange, eventInput } from './event-input.ts';
import { defineOperations, once } from './operation.ts';
import { affectedIds, dayOrTime, each, integer, pagination, text } from './schema/primitives.ts';

/** Where an account is. `ICS` is a calendar read from its published address. */
export const ACCOUNT_PROVIDERS = ['GOOGLE', 'OFFICE365', 'ICS'] as const;
export const ACCOUNT_STATES = ['connected', 'reconnect_required'] as const;
export const CAPABILITIES = ['read_email', 'read_calendar', 'write_calendar'] as const;

const person = once(() => z.object({ email: z.string(), name: z.string().nullable() }).meta({ id: 'Participant' }));

const itemFields = () => ({
  providerId: z.string(),
  type: z.enum(['EMAIL', 'CALENDAR']),
  subjectOrTitle: z.string(),
  dateTime: z.string(),
  participants: z.array(person()),
  providerLink: z.string().nullable(),
  email: z.string(),
  provider: z.string().nullable(),
});

/** An e-mail message: read live, never stored. */
export const emailMessage = once(() =>
  z
    .object({
      ...itemFields(),
      threadId: z.string().nullable(),
      snippet: z.string().nullable(),
      from: person().nullable(),
    })
    .meta({ id: 'EmailMessage' }),
);

/** A calendar event: read live, never stored. */
export const calendarEvent = once(() =>
  z
    .object({
      ...itemFields(),
      endDateTime: z.string(),
      isAllDay: z.boolean().nullable(),
      ...each(['iCalUID', 'summaryOfEvent', 'descriptionOfEvent', 'location'], () => z.string().nullable()),
      conferenceData: z
        .object({
          conferenceId: z.string().nullable(),
          entryPoints: z.array(
            z.object({ uri: z.string(), label: z.string().nullable(), accessCode: z.string().nullable() }),
          ),
        })
        .nullable(),
      isRecurring: z.boolean().nullable(),
    })
    .meta({ id: 'CalendarEvent' }),
);

const account = once(() =>
  z
    .object({
      email: z.string(),
      provider: z.enum(ACCOUNT_PROVIDERS),
      status: z.enum(ACCOUNT_STATES),
      capabilities: z.array(z.enum(CAPABILITIES)),
    })
    .meta({ id: 'ConnectedAccount' }),
);

/** Days count in the user's time zone; an end day is covered whole. */
const dateRange = () => z.strictObject({ start: dayOrTime().optional(), end: dayOrTime().optional() }).optional();
const searchQuery = () => text(2_000).optional();
const oneEvent = () => z.object({ calendar_event: calendarEvent() });
const accountEmail = () => ({ account_email: text(320).optional() });

const EVENT_PATH = '/v2/agenda/calendar/events/{eventId}';

export const agenda = defineOperations({
  search_emails: {
    method: 'GET',
    path: '/v2/agenda/email/messages',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    query: () =>
      z.strictObject({
        searchQuery: searchQuery(),
        folder: z.enum(['inbox', 'all']).default('inbox'),
        dateRange: dateRange(),
        limit: integer(1, 100).default(25),
        cursor: z.string().max(8_192).optional(),
      }),
    data: () =>
      z.object({
        email_messages: z.array(emailMessage()),
        pagination: pagination(),
        warnings: z.array(z.string()).optional(),
      }),
  },
  list_calendar_events: {
    method: 'GET',
    path: '/v2/agenda/calendar/events',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    query: () =>
      z.strictObject({ searchQuery: searchQuery(), dateRange: dateRange(), limit: integer(1, 250).default(50) }),
    data: () =>
      z.object({
        calendar_events: z.array(calendarEvent()),
        pagination: pagination(),
        warnings: z.array(z.string()),
      }),
  },
  create_calendar_event: {
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
    method: 'GET',
    path: EVENT_PATH,
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    textIds: true,
    atProvider: true,
    query: () => z.strictObject(accountEmail()),
    data: oneEvent,
  },
  update_calendar_event: {
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
    method: 'DELETE',
    path: EVENT_PATH,
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    textIds: true,
    atProvider: true,
    query: () => z.strictObject({ ...accountEmail(), send_invitations: z.boolean().default(false) }),
    data: affectedIds,
  },
  list_connected_accounts: {
    method: 'GET',
    path: '/v2/agenda/accounts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    atProvider: true,
    data: () => z.object({ accounts: z.array(account()) }),
  },
});
