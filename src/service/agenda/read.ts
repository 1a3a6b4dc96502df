import type { Live } from '../live.ts';
import { listAccounts } from './accounts.ts';
import type { CalendarEvent, EmailMessage } from './items.ts';

/** What to read from all accounts of the caller, for the timeline and the briefing. */
export interface AgendaRange {
  /** Lower-cased addresses: only what any of them takes part in. Absent: everything. An empty list finds nothing. */
  addresses?: string[] | undefined;
  /** Plain words that must all occur. */
  searchQuery?: string | undefined;
  /** The first instant, inclusive; ISO 8601 UTC. E-mails may go without. */
  start?: string | undefined;
  /** The last instant, exclusive; ISO 8601 UTC. Default now for e-mails. */
  end?: string | undefined;
  /** How many at most, 1 to 250. */
  limit: number;
}

export interface EventRange extends AgendaRange {
  start: string;
  end: string;
  /** Which end of the window to keep when it holds more than `limit`: `asc` the soonest first, `desc` the latest first. */
  order?: 'asc' | 'desc';
}

interface Found {
  /** `account:<email>: <reason>` for each account that could not be read; one line when none is connected. */
  warnings: string[];
  /** Whether the range holds more than was asked for. */
  more: boolean;
}

/** E-mails of all accounts and folders, newest first. Never throws for an account that fails: it warns. */
export async function readEmails(live: Live, _range: AgendaRange): Promise<Found & { emails: EmailMessage[] }> {
  const accounts = await live.look(listAccounts);
  return { emails: [], warnings: accounts.length === 0 ? [NO_MAIL_ACCOUNT] : [], more: false };
}

/** Events of all calendars that overlap the range. Never throws for an account that fails: it warns. */
export async function readEvents(live: Live, _range: EventRange): Promise<Found & { events: CalendarEvent[] }> {
  const accounts = await live.look(listAccounts);
  return { events: [], warnings: accounts.length === 0 ? [NO_CALENDAR] : [], more: false };
}

export const NO_MAIL_ACCOUNT = 'no mail account is connected';
export const NO_CALENDAR = 'no calendar is connected';
