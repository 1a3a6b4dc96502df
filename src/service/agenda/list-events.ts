import type { Account } from '../providers/accounts/accounts.ts';
import type { Agenda } from '../providers/agenda.ts';
import { hasPerson, inOrder, matcher, touches } from '../providers/calendar.ts';
import { allFailed, missingFrom, warningOf } from '../providers/failures.ts';
import type { CalendarEvent } from '../providers/items.ts';
import type { Range } from '../providers/ranges.ts';

export interface EventQuery {
  window: Range;
  searchQuery?: string | undefined;
  addresses?: string[] | undefined;
  /** The user's zone: where days begin. */
  zone: string;
}

/**
 * All events of all accounts that touch the window, soonest first, with a warning for each account that failed.
 * Throws 503 when all of them failed.
 */
export async function eventsOf(
  agenda: Agenda,
  accounts: Account[],
  { window, searchQuery, addresses, zone }: EventQuery,
): Promise<{ events: CalendarEvent[]; warnings: string[] }> {
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const isWanted = [(event: CalendarEvent) => touches(event, window, zone), matcher(searchQuery), hasPerson(addresses)];
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      try {
        const read = await agenda.calendar(account, zone).events(window);
        const { events } = read;
        warnings.push(...missingFrom(account, read));
        return events.filter((event) => isWanted.every((test) => test(event)));
      } catch (error) {
        warnings.push(warningOf(account, error));
        failures.push(error);
        return [];
      }
    }),
  );
  if (failures.length > 0 && failures.length === accounts.length) throw allFailed(failures);
  return { events: inOrder(zone)(eachOnce(perAccount.flat())), warnings };
}

/**
 * A meeting that several of the accounts were invited to is in the calendar of each, under one iCalUID (RFC 5545,
 * 3.8.4.7) that occurrences of a series may share: the first account's is kept (docs/api/agenda.md).
 * Events that only look alike stay: each must be found, and can be changed, in its own account.
 */
function eachOnce(events: CalendarEvent[]): CalendarEvent[] {
  const kept = new Map<string, CalendarEvent>();
  return events.filter((event) => {
    const key = `${event.iCalUID}\n${event.dateTime}\n${event.endDateTime}`;
    const first = kept.get(key);
    if (first && event.iCalUID && first.email !== event.email && hasPerson([first.email])(event)) return false;
    kept.set(key, first ?? event);
    return true;
  });
}
