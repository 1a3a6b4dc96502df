import type { OperationName } from '../../catalogue/operations.ts';
import { listAccounts, noAccount } from '../agenda/accounts.ts';
import { readCursor } from '../agenda/email-cursor.ts';
import { eventTimes } from '../agenda/event-times.ts';
import { emailRange, eventWindow } from '../agenda/ranges.ts';
import { NO_CALENDAR, NO_MAIL_ACCOUNT } from '../agenda/read.ts';
import type { Handlers } from '../context.ts';

type Names = Extract<
  OperationName,
  | 'search_emails'
  | 'list_calendar_events'
  | 'create_calendar_event'
  | 'get_calendar_event'
  | 'update_calendar_event'
  | 'delete_calendar_event'
  | 'list_connected_accounts'
>;

const refuse = async (): Promise<never> => {
  throw noAccount();
};

export const agendaHandlers: Handlers<Names> = {
  search_emails: {
    async live({ user, secret, now }, { query: { cursor, limit: _, ...query } }) {
      emailRange(query.dateRange, user.time_zone);
      if (cursor !== undefined) readCursor({ secret, userId: user.user_id, query, now }, cursor);
      return { email_messages: [], pagination: { nextCursor: null, count: 0 }, warnings: [NO_MAIL_ACCOUNT] };
    },
  },
  list_calendar_events: {
    async live({ user, now }, { query }) {
      eventWindow(query.dateRange, user.time_zone, now);
      return { calendar_events: [], pagination: { nextCursor: null, count: 0 }, warnings: [NO_CALENDAR] };
    },
  },
  create_calendar_event: {
    change: async (_, { body }) => {
      eventTimes(body);
      return refuse();
    },
    recall: refuse,
  },
  get_calendar_event: { live: refuse },
  update_calendar_event: { change: refuse, recall: refuse },
  delete_calendar_event: { change: refuse, recall: refuse },

  async list_connected_accounts(context) {
    const accounts = await listAccounts(context);
    return {
      accounts: accounts.map(({ email, provider, status, capabilities }) => ({
        email,
        provider,
        status,
        capabilities,
      })),
    };
  },
};
