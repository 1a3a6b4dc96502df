import { openPool } from '../../shared/http/origin.ts';
import type { Secret } from '../secrets/secret.ts';
import type { Store } from '../store/store.ts';
import type { Account } from './accounts/accounts.ts';
import { makeVault, type Vault } from './accounts/vault.ts';
import { memoryCache } from './answers.ts';
import type { Calendar } from './calendar.ts';
import { type Call, LIMITS, type Limits, openCall, type RateLimitState } from './call.ts';
import type { Position } from './email-cursor.ts';
import { type Endpoints, endpointsFrom } from './endpoints.ts';
import { type GoogleCalendarEntry, googleCalendar } from './google/calendar.ts';
import { gmailSource } from './google/gmail.ts';
import { icsCalendar } from './ics/calendar.ts';
import type { EmailMessage } from './items.ts';
import type { MailAccount, MailQuery } from './mail.ts';
import { graphCalendar } from './microsoft/calendar.ts';
import { graphMailSource } from './microsoft/mail.ts';
import { bucket, slots } from './throttle.ts';

export interface AgendaServices {
  store: Store;
  secret: Secret;
  now: () => Date;
  endpoints?: Endpoints;
  limits?: Partial<Limits>;
}

/** The way to connected accounts. What it keeps in memory between requests is never stored. */
export interface Agenda {
  mail(account: Account, query: MailQuery, begin: Position): MailAccount;
  /** `zone` is the user's, for times that name none. */
  calendar(account: Account, zone: string): Calendar;
  vault: Vault;
}

/** Gmail's quota for one user; this process keeps within it alone, and for all together the provider decides. */
const GMAIL_UNITS_PER_MINUTE = 6_000;
/** How many requests one account sees at a time: Graph allows four for a mailbox. */
const AT_ONCE = { GOOGLE: 10, OFFICE365: 3, ICS: 1 } as const;

const MESSAGE_MS = 60_000;
const CALENDARS_MS = 5 * 60_000;
const MOST_BYTES = 25 * 1024 * 1024;

export function makeAgenda({ store, secret, now, ...options }: AgendaServices): Agenda {
  const endpoints = options.endpoints ?? endpointsFrom();
  const limits = { ...LIMITS, ...options.limits };
  const pool = openPool({ maxBytes: MOST_BYTES, perOrigin: 16 });
  const vault = makeVault({ store, secret, endpoints, pool, now });
  const rateLimits = new Map<string, RateLimitState>();
  const messages = memoryCache<EmailMessage | undefined>(MESSAGE_MS, 5_000);
  const thrownAway = memoryCache<string[]>(CALENDARS_MS, 1_000);
  const googleCalendars = memoryCache<GoogleCalendarEntry[]>(CALENDARS_MS, 1_000);
  const graphCalendars = memoryCache<string[]>(CALENDARS_MS, 1_000);
  const marks = memoryCache<string | undefined>(CALENDARS_MS, 1_000);
  const { google, microsoft } = endpoints;

  return {
    vault,
    mail: (account, query, begin) => ({
      account,
      begin,
      open: (pageSize) => {
        const call = begun(account, account.provider === 'GOOGLE' ? google.gmail : microsoft.graph);
        return account.provider === 'GOOGLE'
          ? gmailSource(call, { base: google.gmail, cache: messages }, query, begin, pageSize)
          : graphMailSource(call, { base: microsoft.graph, thrownAway }, query, begin, pageSize);
      },
    }),
    calendar(account, zone) {
      const { provider } = account;
      if (provider === 'GOOGLE')
        return googleCalendar(begun(account, google.calendar), { base: google.calendar, calendars: googleCalendars });
      if (provider === 'OFFICE365')
        return graphCalendar(begun(account, microsoft.graph), { base: microsoft.graph, calendars: graphCalendars });
      return icsCalendar(account, zone, { pool, requestMs: limits.requestMs, marks, vault });
    },
  };

  function begun(account: Account, base: string): Call {
    return openCall(account, {
      pool,
      base,
      limits,
      rateLimit: rateLimitOf(account),
      token: (rejected) => vault.token(account, rejected),
      note: (token, state) => vault.note(account, token, state),
    });
  }

  function rateLimitOf({ id, provider }: Account): RateLimitState {
    const known = rateLimits.get(id);
    if (known) return known;
    const quota = provider === 'GOOGLE' ? bucket(GMAIL_UNITS_PER_MINUTE) : undefined;
    const state: RateLimitState = { run: slots(AT_ONCE[provider]), quota, rest: undefined };
    rateLimits.set(id, state);
    return state;
  }
}
