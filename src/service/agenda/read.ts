import { NOT_CONNECTED } from '../../contract/agenda.ts';
import { listAccounts } from '../../providers/accounts/accounts.ts';
import type { Account, Capability } from '../../providers/content/account.ts';
import type { CalendarEvent, EmailMessage } from '../../providers/content/items.ts';
import { findsNothing, searchWords } from '../../providers/content/mail.ts';
import { type FailureReason, warning } from '../../providers/requests/failures.ts';
import { KithError } from '../../shared/error.ts';
import type { Live } from '../runtime/handler.ts';
import { eventsOf } from './list-events.ts';
import { pageOfEmails } from './search-emails.ts';

/** What the timeline and the briefing read from all accounts of the caller. */
export interface AgendaRange {
  /** Lower-cased addresses: only what any of them takes part in. Absent: everything. An empty list finds nothing. */
  addresses?: string[] | undefined;
  /** Plain words that must all occur. */
  searchQuery?: string | undefined;
  /** The first instant, inclusive; ISO 8601 UTC. E-mails may go without. */
  start?: string | undefined;
  /** The last instant, exclusive; ISO 8601 UTC. E-mails may go without. */
  end?: string | undefined;
  /** How many at most, 1 to 250. */
  limit: number;
  /** How long to wait for one account, in milliseconds, if not as long as usual. */
  patienceMs?: number | undefined;
}

export interface EventRange extends AgendaRange {
  start: string;
  end: string;
  /** Which events to return when the window holds more than `limit`: the soonest (`asc`, default) or the latest (`desc`). */
  order?: 'asc' | 'desc' | undefined;
}

interface Found {
  /** `account:<email>: <reason>` for each account that could not be read; one line when none is connected. */
  warnings: string[];
  /** Whether the range holds more than was asked for. */
  more: boolean;
}

/** How many addresses are looked for at once: more would not fit a provider's query. */
export const MOST_ADDRESSES = 40;

/** Why a reply has no e-mails though none was looked for. */
export const noMailAccount = ({ mayUseAgenda }: Live): string =>
  mayUseAgenda ? `${NOT_CONNECTED.mail}: kith connect google or kith connect microsoft connects one` : WITHHELD;

/** The same of events. */
export const noCalendar = ({ mayUseAgenda }: Live): string =>
  mayUseAgenda
    ? `${NOT_CONNECTED.calendar}: kith connect google, kith connect microsoft or kith connect ics connects one`
    : WITHHELD;

const WITHHELD = 'mail and calendars are left out: this host may not use them (scope kith:agenda)';

/** The accounts that can do something; none for a host that was not let so far (docs/sign-in.md#scopes). */
export async function accountsThat(live: Live, capability: Capability): Promise<Account[]> {
  if (!live.mayUseAgenda) return [];
  return (await live.read(listAccounts)).filter(({ capabilities }) => capabilities.includes(capability));
}

/** E-mails of all accounts and folders, newest first. An account that fails becomes a warning, even when all of them fail. */
export async function readEmails(live: Live, range: AgendaRange): Promise<Found & { emails: EmailMessage[] }> {
  const accounts = await accountsThat(live, 'read_email');
  if (accounts.length === 0) return { emails: [], warnings: [noMailAccount(live)], more: false };
  const { addresses, searchQuery, start, end, limit, patienceMs: ms } = range;
  if (addresses?.length === 0 || findsNothing(searchQuery)) return { emails: [], warnings: [], more: false };
  const query = {
    folder: 'all',
    words: searchWords(searchQuery),
    addresses: addresses?.slice(0, MOST_ADDRESSES),
    range: { start, end },
  } as const;
  const agenda = await live.agenda();
  const waits = agenda.patience({ hasOthers: true, ms });
  const mailboxes = accounts.map((account) => agenda.mail(account, query, 'start', waits.signalOf(account)));
  const page = await orWarnings(() => pageOfEmails(mailboxes, limit, waits));
  if (Array.isArray(page)) return { emails: [], warnings: page, more: false };
  return { emails: page.emails, warnings: page.warnings, more: page.next !== undefined };
}

/** Events of all calendars that touch the range. An account that fails becomes a warning, even when all of them fail. */
export async function readEvents(live: Live, range: EventRange): Promise<Found & { events: CalendarEvent[] }> {
  const accounts = await accountsThat(live, 'read_calendar');
  if (accounts.length === 0) return { events: [], warnings: [noCalendar(live)], more: false };
  const { addresses, searchQuery, start, end, limit, order = 'asc', patienceMs: ms } = range;
  if (addresses?.length === 0) return { events: [], warnings: [], more: false };
  // Of the latest, all must be known.
  const most = order === 'asc' ? limit : undefined;
  const query = { window: { start, end }, searchQuery, addresses, zone: live.user.time_zone, most };
  const agenda = await live.agenda();
  const waits = agenda.patience({ hasOthers: true, ms });
  const found = await orWarnings(() => eventsOf(agenda, accounts, query, waits));
  if (Array.isArray(found)) return { events: [], warnings: found, more: false };
  const ordered = order === 'asc' ? found.events : found.events.toReversed();
  return { events: ordered.slice(0, limit), warnings: found.warnings, more: ordered.length + found.more > limit };
}

/** Failures of every account become warnings: a timeline still has its notes. */
async function orWarnings<T>(read: () => Promise<T>): Promise<T | string[]> {
  try {
    return await read();
  } catch (error) {
    const accounts = error instanceof KithError ? error.details?.accounts : undefined;
    if (!Array.isArray(accounts)) throw error;
    return (accounts as { account: string; reason: FailureReason; note?: string }[]).map(({ account, reason, note }) =>
      warning({ email: account }, reason, note === undefined ? [] : [note]),
    );
  }
}
