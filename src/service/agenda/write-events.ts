import { createHash } from 'node:crypto';
import { CONNECT, listAccounts, noAccount } from '../../providers/accounts/accounts.ts';
import type { Account } from '../../providers/content/account.ts';
import type { Calendar, EventDraft, FetchedEvent, InvitationResponse } from '../../providers/content/calendar.ts';
import type { CalendarEvent } from '../../providers/content/items.ts';
import type { Scope } from '../../providers/content/scope.ts';
import { failureReasonOf, requestError } from '../../providers/requests/failures.ts';
import { KithError } from '../../shared/error.ts';
import type { ProviderContext, ProviderRecord } from '../runtime/handler.ts';

const MAX_ID_LENGTH = 1024;

interface AccountCalendar {
  account: Account;
  calendar: Calendar;
}

/** Accounts with readable calendars, the primary one first. With `email`, only that account. */
async function calendars(live: ProviderContext, email: string | undefined): Promise<AccountCalendar[]> {
  const all = (await live.read(listAccounts)).filter(({ capabilities }) => capabilities.includes('read_calendar'));
  if (all.length === 0) throw noAccount();
  const named =
    email === undefined ? all : all.filter((account) => account.email.toLowerCase() === email.toLowerCase());
  if (named.length === 0) {
    throw new KithError('no_connected_account', `No calendar for ${email} is connected.`, {
      hint: `Connected: ${all.map((account) => account.email).join(', ')}. ${CONNECT}`,
    });
  }
  const agenda = await live.agenda();
  return named.map((account) => ({ account, calendar: agenda.calendar(account, live.user.time_zone) }));
}

const mayWrite = ({ account }: AccountCalendar): boolean => account.capabilities.includes('write_calendar');

/** Calendars with write access. Throws 403 if there are none. */
function writable(opened: AccountCalendar[]): AccountCalendar[] {
  const may = opened.filter(mayWrite);
  if (may.length > 0) return may;
  if (opened.every(isPublished)) throw readOnly(opened[0]!);
  throw new KithError('Forbidden', 'No connected calendar is writable.', { hint: ASK_TO_WRITE });
}

const isPublished = ({ account }: AccountCalendar): boolean => account.provider === 'ICS';

const ASK_TO_WRITE = 'To allow changes, run kith connect google --write or kith connect microsoft --write.';

/** Builds the error for an event in a read-only calendar. */
const readOnly = (opened: AccountCalendar): KithError =>
  isPublished(opened)
    ? new KithError('Forbidden', `The calendar ${opened.account.email} is a read-only subscription.`, {
        hint: 'Change the event in the app that publishes the calendar.',
      })
    : new KithError('Forbidden', `kith has read-only access to the calendar of ${opened.account.email}.`, {
        hint: ASK_TO_WRITE,
      });

/** Runs `work` on an event in a writable calendar. Throws 403 if the event is in a read-only calendar. */
async function withWritableEvent<T>(
  opened: AccountCalendar[],
  id: string,
  work: (one: AccountCalendar) => Promise<T>,
): Promise<T> {
  const may = writable(opened);
  try {
    return await withEvent(may, id, work);
  } catch (error) {
    if (!(error instanceof KithError && error.code === 'NotFound')) throw error;
    for (const one of id.length > MAX_ID_LENGTH ? [] : opened.filter((other) => !mayWrite(other))) {
      const isThere = await one.calendar.get(id).then(
        () => true,
        // If the lookup fails, the event counts as not found.
        () => false,
      );
      if (isThere) throw readOnly(one);
    }
    throw error;
  }
}

/** Finds the account that has the event and runs `work` there. The primary account is tried first. */
async function withEvent<T>(
  opened: AccountCalendar[],
  id: string,
  work: (one: AccountCalendar) => Promise<T>,
): Promise<T> {
  const missing = new KithError('NotFound', `No calendar event with id ${id}.`, {
    hint: 'Set account_email to the account that has the event.',
  });
  if (id.length > MAX_ID_LENGTH) throw missing;
  for (const one of opened) {
    try {
      return await work(one);
    } catch (error) {
      if (failureReasonOf(error) !== 'not_found') throw requestError(error, id);
    }
  }
  throw missing;
}

/** Reads an event from the calendars of `email` or of all accounts. Throws 404, or 409 no_connected_account. */
export async function getEvent(live: ProviderContext, id: string, email?: string): Promise<FetchedEvent> {
  return withEvent(await calendars(live, email), id, ({ calendar }) => calendar.get(id));
}

/** Reads the current state of the event that a write record refers to. */
export const recallEvent = async (live: ProviderContext, { account, id }: ProviderRecord): Promise<CalendarEvent> =>
  (await getEvent(live, id, account)).event;

/**
 * Provider id for a new event, derived from the user and the Idempotency-Key, so that a retry cannot create a second
 * event. Hexadecimal digits are valid base32hex, which Google requires.
 */
const providerKey = (live: ProviderContext): string =>
  createHash('sha256').update(`kith ${live.user.user_id} ${live.idempotencyKey}`).digest('hex');

export interface SavedEvent {
  record: ProviderRecord;
  event: CalendarEvent;
}

const savedEvent = (event: CalendarEvent): SavedEvent => ({
  record: { account: event.email, id: event.providerId },
  event,
});

export async function createEvent(live: ProviderContext, draft: EventDraft, email?: string): Promise<SavedEvent> {
  const [{ calendar }] = writable(await calendars(live, email)) as [AccountCalendar];
  try {
    return savedEvent(await calendar.create!(draft, providerKey(live)));
  } catch (error) {
    throw requestError(error);
  }
}

/** How much of a series to change, and in which account. */
interface Target {
  scope?: Scope | undefined;
  email?: string | undefined;
}

export async function updateEvent(
  live: ProviderContext,
  id: string,
  draft: EventDraft,
  { scope, email }: Target,
): Promise<SavedEvent> {
  const how = { scope, key: providerKey(live) };
  const opened = await calendars(live, email);
  return savedEvent(await withWritableEvent(opened, id, ({ calendar }) => calendar.update!(id, draft, how)));
}

export async function deleteEvent(
  live: ProviderContext,
  id: string,
  { sendInvitations, scope, email }: Target & { sendInvitations: boolean },
): Promise<ProviderRecord> {
  return withWritableEvent(await calendars(live, email), id, async ({ account, calendar }) => {
    await calendar.remove!(id, { scope, sendInvitations });
    return { account: account.email, id };
  });
}

export async function respondToEvent(
  live: ProviderContext,
  id: string,
  answer: InvitationResponse,
  email?: string,
): Promise<SavedEvent> {
  const opened = await calendars(live, email);
  return savedEvent(await withWritableEvent(opened, id, ({ calendar }) => calendar.respond!(id, answer)));
}
