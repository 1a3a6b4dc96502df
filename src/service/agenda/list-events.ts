import type { Agenda } from '../../providers/agenda.ts';
import type { Account } from '../../providers/content/account.ts';
import { byEventTime, type EventFilter, eventFilter, hasPerson } from '../../providers/content/calendar.ts';
import type { CalendarEvent } from '../../providers/content/items.ts';
import type { AccountTimeouts } from '../../providers/requests/account-timeouts.ts';
import { allFailed, missingFrom, warningOf } from '../../providers/requests/failures.ts';
import { append } from '../../shared/lists.ts';

/**
 * Lists the matching events of all accounts, soonest first, with a warning for each failed account. `more` counts the
 * events beyond the requested number per account. Without `patience`, it waits for every account. Throws 503 if all
 * accounts failed.
 */
export async function eventsOf(
  agenda: Agenda,
  accounts: Account[],
  wanted: EventFilter,
  patience?: AccountTimeouts,
): Promise<{ events: CalendarEvent[]; warnings: string[]; more: number }> {
  const { window, zone } = wanted;
  const warnings: string[] = [];
  const failures: unknown[] = [];
  let more = 0;
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      try {
        const events = () => agenda.calendar(account, zone, patience?.signalOf(account)).events(window, wanted);
        const read = await (patience ? patience.read(account, events) : events());
        append(warnings, missingFrom(account, read));
        more += read.more ?? 0;
        return read.events.filter(eventFilter(wanted));
      } catch (error) {
        warnings.push(warningOf(account, error));
        failures.push(error);
        return [];
      }
    }),
  );
  if (failures.length > 0 && failures.length === accounts.length) throw allFailed(failures);
  return { events: byEventTime(zone)(withoutDuplicates(perAccount.flat())), warnings, more };
}

/**
 * Removes duplicate invitations. If several accounts are invited to a meeting, each calendar has it under the same
 * iCalUID (RFC 5545, 3.8.4.7), which occurrences of a series may share. The first account's event is kept
 * (docs/api/agenda.md). Events that merely look alike are kept, because each can be changed only in its own account.
 */
function withoutDuplicates(events: CalendarEvent[]): CalendarEvent[] {
  const kept = new Map<string, CalendarEvent>();
  return events.filter((event) => {
    const key = `${event.iCalUID}\n${event.dateTime}\n${event.endDateTime}`;
    const first = kept.get(key);
    if (first && event.iCalUID && first.email !== event.email && hasPerson([first.email])(event)) return false;
    kept.set(key, first ?? event);
    return true;
  });
}
