import { NOT_CONNECTED } from '../../contract/agenda.ts';
import { listAccounts } from '../../providers/accounts/accounts.ts';
import type { Account, Capability } from '../../providers/content/account.ts';
import type { CalendarEvent, EmailMessage } from '../../providers/content/items.ts';
import { findsNothing, searchWords } from '../../providers/content/mail.ts';
import { type FailureReason, warning } from '../../providers/requests/failures.ts';
import { KithError } from '../../shared/error.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { eventsOf } from './list-events.ts';
import { pageOfEmails } from './search-emails.ts';

/** A query for events or emails across all of the caller's accounts. */
export interface AgendaRange {
  /**
   * Returns only items with one of these lower-case addresses as a participant. Undefined returns all items, and an
   * empty list returns none.
   */
  addresses?: string[] | undefined;
  /** Words that must all occur. */
  searchQuery?: string | undefined;
  /** Inclusive start, as an ISO 8601 UTC instant. Optional for emails. */
  start?: string | undefined;
  /** Exclusive end, as an ISO 8601 UTC instant. Optional for emails. */
  end?: string | undefined;
  /** Maximum number of items, 1 to 250. */
  limit: number;
  /** Timeout per account in milliseconds, if different from the default. */
  patienceMs?: number | undefined;
}

export interface EventRange extends AgendaRange {
  start: string;
  end: string;
  /**
   * Which events to return if the window holds more than `limit`: the soonest (`asc`, default) or the latest (`desc`).
   */
  order?: 'asc' | 'desc' | undefined;
}

interface ReadResult {
  /** `account:<email>: <reason>` for each account that could not be read, or one line if no account is connected. */
  warnings: string[];
  /** Whether the range holds more than `limit` items. */
  more: boolean;
}

/** Maximum number of addresses per provider query, due to query length limits. */
export const MAX_ADDRESSES = 40;

/** Warning for a response without emails because no mail account was available. */
export const noMailAccount = ({ mayUseAgenda }: ProviderContext): string =>
  mayUseAgenda ? `${NOT_CONNECTED.mail}: run kith connect google or kith connect microsoft` : WITHHELD;

/** Warning for a response without events because no calendar was available. */
export const noCalendar = ({ mayUseAgenda }: ProviderContext): string =>
  mayUseAgenda
    ? `${NOT_CONNECTED.calendar}: run kith connect google, kith connect microsoft, or kith connect ics`
    : WITHHELD;

const WITHHELD = 'mail and calendars are omitted: this app lacks access to them (scope kith:agenda)';

/** Accounts with a capability. Empty if the connected app lacks the scope (docs/sign-in.md#scopes). */
export async function accountsWith(live: ProviderContext, capability: Capability): Promise<Account[]> {
  if (!live.mayUseAgenda) return [];
  return (await live.read(listAccounts)).filter(({ capabilities }) => capabilities.includes(capability));
}

/**
 * Reads emails from all accounts and folders, newest first. A failed account becomes a warning, even if all accounts
 * fail.
 */
export async function readEmails(
  live: ProviderContext,
  range: AgendaRange,
): Promise<ReadResult & { emails: EmailMessage[] }> {
  const accounts = await accountsWith(live, 'read_email');
  if (accounts.length === 0) return { emails: [], warnings: [noMailAccount(live)], more: false };
  const { addresses, searchQuery, start, end, limit, patienceMs: ms } = range;
  if (addresses?.length === 0 || findsNothing(searchQuery)) return { emails: [], warnings: [], more: false };
  const query = {
    folder: 'all',
    words: searchWords(searchQuery),
    addresses: addresses?.slice(0, MAX_ADDRESSES),
    range: { start, end },
  } as const;
  const agenda = await live.agenda();
  const waits = agenda.patience({ hasOthers: true, ms });
  const mailboxes = accounts.map((account) => agenda.mail(account, query, 'start', waits.signalOf(account)));
  const page = await orWarnings(() => pageOfEmails(mailboxes, limit, waits));
  if (Array.isArray(page)) return { emails: [], warnings: page, more: false };
  return { emails: page.emails, warnings: page.warnings, more: page.next !== undefined };
}

/**
 * Reads events that overlap the range from all calendars. A failed account becomes a warning, even if all accounts
 * fail.
 */
export async function readEvents(
  live: ProviderContext,
  range: EventRange,
): Promise<ReadResult & { events: CalendarEvent[] }> {
  const accounts = await accountsWith(live, 'read_calendar');
  if (accounts.length === 0) return { events: [], warnings: [noCalendar(live)], more: false };
  const { addresses, searchQuery, start, end, limit, order = 'asc', patienceMs: ms } = range;
  if (addresses?.length === 0) return { events: [], warnings: [], more: false };
  // The latest events are known only after reading all of them.
  const most = order === 'asc' ? limit : undefined;
  const query = { window: { start, end }, searchQuery, addresses, zone: live.user.time_zone, most };
  const agenda = await live.agenda();
  const waits = agenda.patience({ hasOthers: true, ms });
  const found = await orWarnings(() => eventsOf(agenda, accounts, query, waits));
  if (Array.isArray(found)) return { events: [], warnings: found, more: false };
  const ordered = order === 'asc' ? found.events : found.events.toReversed();
  return { events: ordered.slice(0, limit), warnings: found.warnings, more: ordered.length + found.more > limit };
}

/** Converts the error thrown when all accounts fail into warnings, because a timeline still has its notes. */
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
