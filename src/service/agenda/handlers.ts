import type { OperationName, Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { listAccounts, viewAccount } from '../../providers/accounts/accounts.ts';
import type { EventDraft } from '../../providers/content/calendar.ts';
import { readCursor, writeCursor } from '../../providers/content/email-cursor.ts';
import { findsNothing, searchWords } from '../../providers/content/mail.ts';
import { emailRange, eventWindow } from '../../providers/content/ranges.ts';
import type { Handlers, RequestOf } from '../runtime/handler.ts';
import { listCalendars, selectCalendars } from './calendars.ts';
import { eventTimes } from './event-times.ts';
import { findFreeTime } from './free-time.ts';
import { getEmail } from './get-email.ts';
import { eventsOf } from './list-events.ts';
import { accountsWith, noCalendar, noMailAccount } from './read.ts';
import { pageOfEmails } from './search-emails.ts';
import { createEvent, deleteEvent, getEvent, recallEvent, respondToEvent, updateEvent } from './write-events.ts';

type Names = Extract<
  OperationName,
  | 'search_emails'
  | 'list_calendar_events'
  | 'create_calendar_event'
  | 'get_calendar_event'
  | 'update_calendar_event'
  | 'delete_calendar_event'
  | 'list_connected_accounts'
  | 'list_calendars'
  | 'select_calendars'
  | 'find_free_time'
  | 'respond_to_calendar_event'
  | 'get_email'
>;

export const agendaHandlers: Handlers<Names> = {
  search_emails: {
    async live(live, { query: { cursor, limit, ...query } }) {
      const { user, secret, now } = live;
      const range = emailRange(query.dateRange, user.time_zone);
      const scope = { secret, userId: user.user_id, query, now };
      const positions = cursor === undefined ? undefined : readCursor(scope, cursor);
      const accounts = await accountsWith(live, 'read_email');
      if (accounts.length === 0) return emailsOf([], null, [noMailAccount(live)]);
      if (findsNothing(query.searchQuery)) return emailsOf([], null, []);
      const wanted = { folder: query.folder, words: searchWords(query.searchQuery), range };
      const agenda = await live.agenda();
      const waits = agenda.patience();
      // Later pages read only the accounts that the first page started with.
      const mailboxes = accounts
        .filter(({ id }) => !positions || Object.hasOwn(positions, id))
        .map((account) => agenda.mail(account, wanted, positions?.[account.id] ?? 'start', waits.signalOf(account)))
        .filter(({ begin }) => begin !== 'end');
      const page = await pageOfEmails(mailboxes, limit, waits);
      return emailsOf(page.emails, page.next ? writeCursor(scope, page.next) : null, page.warnings);
    },
  },

  list_calendar_events: {
    async live(live, { query: { dateRange, searchQuery, limit } }) {
      const { time_zone: zone } = live.user;
      const window = eventWindow(dateRange, zone, live.now);
      const accounts = await accountsWith(live, 'read_calendar');
      if (accounts.length === 0) return eventList([], [noCalendar(live)]);
      const wanted = { window, searchQuery, zone, most: limit };
      const agenda = await live.agenda();
      const { events, warnings, more } = await eventsOf(agenda, accounts, wanted, agenda.patience());
      const left = events.length + more - limit;
      const cut = left > 0 ? [`truncated: ${left} more in this window; narrow dateRange`] : [];
      return eventList(events.slice(0, limit), [...warnings, ...cut]);
    },
  },

  create_calendar_event: {
    async change(live, { body }) {
      const { record, event } = await createEvent(live, draftFrom(body), body.account_email);
      return { record, data: { calendar_event: event } };
    },
    recall: async (live, record) => ({ calendar_event: await recallEvent(live, record) }),
  },

  get_calendar_event: {
    async live(live, { path, query }) {
      const { event, warnings } = await getEvent(live, path.eventId!, query.account_email);
      return { calendar_event: event, ...(warnings.length > 0 && { warnings }) };
    },
  },

  update_calendar_event: {
    async change(live, { path, body }) {
      const target = { scope: body.scope, email: body.account_email };
      const { record, event } = await updateEvent(live, path.eventId!, draftFrom(body), target);
      return { record, data: { calendar_event: event } };
    },
    recall: async (live, record) => ({ calendar_event: await recallEvent(live, record) }),
  },

  delete_calendar_event: {
    async change(live, { path, query }) {
      const { send_invitations: sendInvitations, scope, account_email: email } = query;
      const record = await deleteEvent(live, path.eventId!, { sendInvitations, scope, email });
      return { record, data: { affected: 1, ids: [record.id] } };
    },
    recall: async (_, { id }) => ({ affected: 1, ids: [id] }),
  },

  list_calendars: { live: (live) => listCalendars(live) },

  select_calendars: {
    async change(live, { body }) {
      const { calendars } = await selectCalendars(live, body.calendars);
      return { record: { account: 'all', id: 'selection' }, data: { calendars } };
    },
    recall: async (live) => ({ calendars: (await listCalendars(live)).calendars }),
  },

  find_free_time: { live: (live, { body }) => findFreeTime(live, body) },

  respond_to_calendar_event: {
    async change(live, { path, body: { account_email, ...answer } }) {
      const { record, event } = await respondToEvent(live, path.eventId!, answer, account_email);
      return { record, data: { calendar_event: event } };
    },
    recall: async (live, record) => ({ calendar_event: await recallEvent(live, record) }),
  },

  get_email: {
    live: async (live, { path, query }) => ({ email: await getEmail(live, path.messageId!, query.account_email) }),
  },

  list_connected_accounts: async (context) => ({ accounts: (await listAccounts(context)).map(viewAccount) }),
};

type Emails = DataOf<Operations['search_emails']>['email_messages'];
type Events = DataOf<Operations['list_calendar_events']>['calendar_events'];

const emailsOf = (email_messages: Emails, nextCursor: string | null, warnings: string[]) => ({
  email_messages,
  pagination: { nextCursor, count: email_messages.length },
  ...(warnings.length > 0 && { warnings }),
});

const eventList = (calendar_events: Events, warnings: string[]) => ({
  calendar_events,
  pagination: { nextCursor: null, count: calendar_events.length },
  warnings,
});

type EventBody =
  | RequestOf<Operations['create_calendar_event']>['body']
  | RequestOf<Operations['update_calendar_event']>['body'];

/** Converts a request to a draft. Throws 400 for invalid times. */
const draftFrom = (body: EventBody): EventDraft => ({
  summary: body.summary,
  description: body.description,
  location: body.location,
  times: eventTimes(body),
  attendees: body.attendees,
  sendInvitations: body.send_invitations ?? false,
  addConference: ('add_conference' in body && body.add_conference) || false,
});
