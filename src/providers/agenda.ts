import type { Secret } from '../identity/secrets/secret.ts';
import { processSettings } from '../settings.ts';
import { openPool } from '../shared/http/origin.ts';
import type { Clock } from '../shared/http/wait.ts';
import { once } from '../shared/once.ts';
import type { Store } from '../store/store.ts';
import { chooseAccounts } from './accounts/accounts.ts';
import { makeTokenStore, type TokenStore } from './accounts/token-store.ts';
import type { Account, Provider } from './content/account.ts';
import type { Calendar, CalendarInfo } from './content/calendar.ts';
import type { MailPosition } from './content/email-cursor.ts';
import type { InteractionSource, Meeting } from './content/interactions.ts';
import type { CalendarEvent, EmailMessage } from './content/items.ts';
import type { MailAccount, MailQuery, MailSource } from './content/mail.ts';
import { googleCalendar } from './google/calendar.ts';
import { googleCalendars as listGoogleCalendars } from './google/calendar-list.ts';
import { gmailMessage, gmailSource } from './google/gmail.ts';
import { gmailInteractions, googleMeetings } from './google/interactions.ts';
import { icsCalendar } from './ics/calendar.ts';
import { graphCalendar } from './microsoft/calendar.ts';
import { graphEventRequests } from './microsoft/event-requests.ts';
import { graphInteractions, graphMeetings } from './microsoft/interactions.ts';
import { graphMailSource, graphMessage } from './microsoft/mail.ts';
import { type AccountTimeoutOptions, type AccountTimeouts, accountTimeouts } from './requests/account-timeouts.ts';
import { memoryCache } from './requests/answers.ts';
import { type AccountCall, type CallLimits, LIMITS, openCall, type RateLimitState } from './requests/call.ts';
import { chosenCalendars } from './requests/each-calendar.ts';
import { type Endpoints, endpointsFrom } from './requests/endpoints.ts';
import { providerFailure } from './requests/failures.ts';
import { concurrencyLimit, type TokenBucket, tokenBucket } from './requests/throttle.ts';
import { waitingForRateLimit } from './requests/wait-for-rate-limit.ts';

export interface AgendaServices {
  store: Store;
  secret: Secret;
  now: () => Date;
  endpoints?: Endpoints;
  limits?: Partial<CallLimits>;
  /** Clock for deadlines, pauses and quotas. */
  clock?: Clock;
}

/** Access to connected accounts. Data cached between requests is never stored. */
export interface Agenda {
  mail(account: Account, query: MailQuery, begin: MailPosition, signal?: AbortSignal): MailAccount;
  /**
   * `zone` is the user's, for times without one. A published calendar is always read completely, because it is cached.
   */
  calendar(account: Account, zone: string, signal?: AbortSignal): Calendar;
  /** People and times of interactions, read at half the rate so that interactive requests do not wait. */
  traces(account: Account, zone: string, signal?: AbortSignal): InteractionSource;
  /** Returns a message with its full text, which may be HTML. Throws a `failure`. */
  message(account: Account, id: string): Promise<{ email: EmailMessage; text: string | null }>;
  /** Stores which of an account's calendars count. */
  choose(account: Account, chosen: Record<string, boolean>): Promise<void>;
  vault: TokenStore;
  /** How long one list waits for its accounts. */
  patience(options?: AccountTimeoutOptions): AccountTimeouts;
}

type Signal = AbortSignal | undefined;

/** The content of one provider's accounts. */
interface Content {
  /** Undefined for a provider without email. */
  mail:
    | ((
        query: MailQuery,
        reading: { account: Account; begin: MailPosition; pageSize: number; signal: Signal },
      ) => MailSource)
    | undefined;
  message?: Agenda['message'];
  calendar(account: Account, zone: string, signal: Signal): Calendar;
  traces(account: Account, zone: string, signal: Signal): InteractionSource;
}

/** A provider's request limits for one account. */
interface RateLimit {
  /** Maximum number of concurrent requests. */
  atOnce: number;
  unitsPerMinute?: number;
}

/** Gmail's quota for one user. It is enforced per process; across processes the provider decides. */
const GOOGLE_RATE: RateLimit = { atOnce: 10, unitsPerMinute: 6_000 };
/** Graph allows four concurrent requests per mailbox. */
const GRAPH_RATE: RateLimit = { atOnce: 3 };

const MESSAGE_MS = 60_000;
const CALENDARS_MS = 5 * 60_000;
const MAX_BYTES = 25 * 1024 * 1024;

/** A calendar added by URL is the only one of its account. The user can hide it. */
function published(account: Account, calendar: Omit<Calendar, 'calendars'>): Calendar {
  const only: CalendarInfo = { id: 'calendar', name: account.email, kind: 'primary', canWrite: false, shown: true };
  const isChosen = chosenCalendars(account, [only]).length > 0;
  const calendars = async () => [only];
  return isChosen
    ? { ...calendar, calendars }
    : { ...calendar, calendars, events: async () => ({ events: [], truncated: false }) };
}

/** The parts of a published event used for meetings. It has answers but does not reveal whose calendar it is. */
const publishedMeeting = ({ dateTime, endDateTime, isAllDay, participants }: CalendarEvent): Meeting => ({
  ...{ start: dateTime, end: endDateTime, isAllDay: isAllDay ?? false },
  organizer: null,
  people: participants,
});

export function makeAgenda({ store, secret, now, ...options }: AgendaServices): Agenda {
  const { google, microsoft } = options.endpoints ?? endpointsFrom();
  const limits = { ...LIMITS, ...options.limits };
  const pool = openPool({ maxBytes: MAX_BYTES, perOrigin: 16, clock: options.clock });
  const publicBut = processSettings.KITH_PRIVATE_HOSTS;
  const publicPool = once(() => openPool({ maxBytes: MAX_BYTES, perOrigin: 16, clock: options.clock, publicBut }));
  const vault = makeTokenStore({ store, secret, endpoints: { google, microsoft }, pool, now });
  const rateLimits = new Map<string, RateLimitState>();
  const halves = new Map<string, TokenBucket>();
  const cache = <T>(forMs: number, most: number) => memoryCache<T>(forMs, most, pool.clock);
  const messages = cache<EmailMessage | undefined>(MESSAGE_MS, 5_000);
  const thrownAway = cache<string[]>(CALENDARS_MS, 1_000);
  const googleCalendars = cache<CalendarInfo[]>(CALENDARS_MS, 1_000);
  const graphCalendars = cache<CalendarInfo[]>(CALENDARS_MS, 1_000);
  const marks = cache<string | undefined>(CALENDARS_MS, 1_000);

  const contents: Record<Provider, Content> = {
    GOOGLE: {
      mail(query, { account, begin, pageSize, signal }) {
        const call = begun(account, google.gmail, GOOGLE_RATE, { signal });
        return gmailSource(call, { base: google.gmail, cache: messages }, query, begin, pageSize);
      },
      message: (account, id) => gmailMessage(begun(account, google.gmail, GOOGLE_RATE), google.gmail, id),
      calendar(account, zone, signal) {
        const call = begun(account, google.calendar, GOOGLE_RATE, { signal });
        return googleCalendar(call, { base: google.calendar, calendars: googleCalendars, zone });
      },
      traces(account, _, signal) {
        const inCall = callsOf(account, signal);
        const mail = { base: google.gmail, inCall: inCall(google.gmail, GOOGLE_RATE) };
        const calendar = { base: google.calendar, inCall: inCall(google.calendar, GOOGLE_RATE) };
        const calendarsOf = (call: AccountCall) => listGoogleCalendars(call, google.calendar, googleCalendars);
        return {
          mail: (range, wroteSince) => gmailInteractions(mail, range, wroteSince),
          meetings: (range) => googleMeetings(calendar, calendarsOf, range),
        };
      },
    },
    OFFICE365: {
      mail(query, { account, begin, pageSize, signal }) {
        const call = begun(account, microsoft.graph, GRAPH_RATE, { signal });
        return graphMailSource(call, { base: microsoft.graph, thrownAway }, query, begin, pageSize);
      },
      message: (account, id) => graphMessage(begun(account, microsoft.graph, GRAPH_RATE), microsoft.graph, id),
      calendar(account, zone, signal) {
        const call = begun(account, microsoft.graph, GRAPH_RATE, { signal });
        return graphCalendar(call, { base: microsoft.graph, calendars: graphCalendars, zone });
      },
      traces(account, _, signal) {
        const base = microsoft.graph;
        const inCall = callsOf(account, signal)(base, GRAPH_RATE);
        const requestsOf = (call: AccountCall) => graphEventRequests(call, base, graphCalendars);
        return {
          mail: (range, wroteSince) => graphInteractions({ base, thrownAway, inCall }, range, wroteSince),
          meetings: (range) => graphMeetings({ inCall }, requestsOf, range),
        };
      },
    },
    ICS: {
      mail: undefined,
      calendar(account, zone) {
        const services = { pool, publicPool, requestMs: limits.requestMs, marks, vault };
        return published(account, icsCalendar(account, zone, services));
      },
      traces: (account, zone) => ({
        mail: undefined,
        async meetings(range) {
          const { events, warnings = [] } = await contents.ICS.calendar(account, zone, undefined).events(range);
          return { meetings: events.map(publishedMeeting), warnings };
        },
      }),
    },
  };

  return {
    vault,
    patience: (options) => accountTimeouts(pool.clock, options?.ms ?? limits.patienceMs, options),
    mail: (account, query, begin, signal) => ({
      account,
      begin,
      open(pageSize) {
        const { mail } = contents[account.provider];
        if (!mail) throw new Error(`${account.provider} has no email`);
        return mail(query, { account, begin, pageSize, signal });
      },
    }),
    async message(account, id) {
      const { message } = contents[account.provider];
      if (!message) throw providerFailure(account, 'not_found');
      return message(account, id);
    },
    choose: (account, chosen) => chooseAccounts(store, account, chosen),
    calendar: (account, zone, signal) => contents[account.provider].calendar(account, zone, signal),
    traces: (account, zone, signal) => contents[account.provider].traces(account, zone, signal),
  };

  /** Runs the parts of a long read, each with the time and request limits of one call. */
  function callsOf(account: Account, signal: AbortSignal | undefined) {
    return (base: string, rate: RateLimit) =>
      <T>(work: (call: AccountCall) => Promise<T>): Promise<T> =>
        waitingForRateLimit(() => work(begun(account, base, rate, { pace: 'behind others' })), {
          clock: pool.clock,
          signal,
        });
  }

  function begun(
    account: Account,
    base: string,
    rate: RateLimit,
    { pace, signal }: { pace?: 'behind others'; signal?: Signal } = {},
  ): AccountCall {
    const rateLimit = rateLimitOf(account, rate);
    return openCall(account, {
      pool,
      base,
      limits,
      signal,
      rateLimit: pace === undefined ? rateLimit : behindOthers(account, rate, rateLimit),
      token: (rejected) => vault.token(account, rejected),
      note: (token, state) => vault.note(account, token, state),
    });
  }

  /** Waits like everyone else, but uses at most half of the account's quota. */
  function behindOthers({ id }: Account, { unitsPerMinute }: RateLimit, all: RateLimitState): RateLimitState {
    if (all.quota === undefined || unitsPerMinute === undefined) return all;
    const own = halves.get(id) ?? tokenBucket(unitsPerMinute / 2, pool.clock);
    halves.set(id, own);
    const take = async (units: number, deadline: number) =>
      (await own.take(units, deadline)) ?? all.quota?.take(units, deadline);
    return {
      run: all.run,
      quota: { take },
      get rest() {
        return all.rest;
      },
      set rest(rest) {
        all.rest = rest;
      },
    };
  }

  function rateLimitOf({ id }: Account, { atOnce, unitsPerMinute }: RateLimit): RateLimitState {
    const known = rateLimits.get(id);
    if (known) return known;
    const quota = unitsPerMinute === undefined ? undefined : tokenBucket(unitsPerMinute, pool.clock);
    const state: RateLimitState = { run: concurrencyLimit(atOnce), quota, rest: undefined };
    rateLimits.set(id, state);
    return state;
  }
}
