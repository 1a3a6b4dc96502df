import type * as z from 'zod';
import type { calendars as contract } from '../../contract/calendars.ts';
import type { Account } from '../../providers/content/account.ts';
import { allFailed, warningOf } from '../../providers/requests/failures.ts';
import { KithError } from '../../shared/error.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { accountsWith, noCalendar } from './read.ts';

type CalendarList = z.output<ReturnType<typeof contract.list_calendars.data>>;

/**
 * Lists the calendars of all accounts, with a warning for each failed account. `waitsForAll` also waits for slow
 * accounts if others have already answered. Throws 503 if all accounts failed.
 */
export async function listCalendars(live: ProviderContext, { waitsForAll = false } = {}): Promise<CalendarList> {
  const accounts = await accountsWith(live, 'read_calendar');
  if (accounts.length === 0) return { calendars: [], warnings: [noCalendar(live)] };
  const agenda = await live.agenda();
  const waits = waitsForAll ? undefined : agenda.patience();
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      try {
        const calendar = agenda.calendar(account, live.user.time_zone, waits?.signalOf(account));
        const found = await (waits ? waits.read(account, () => calendar.calendars()) : calendar.calendars());
        return found.map(({ id, name, kind, canWrite, shown }) => ({
          ...{ id: idOf(account, id), name, account: account.email, provider: account.provider },
          selected: account.choices[id] ?? shown,
          can_write: canWrite && account.capabilities.includes('write_calendar'),
          kind,
        }));
      } catch (error) {
        warnings.push(warningOf(account, error));
        failures.push(error);
        return [];
      }
    }),
  );
  if (failures.length === accounts.length) throw allFailed(failures);
  return { calendars: perAccount.flat(), warnings };
}

/** Prefixes the account id, because two accounts may share a calendar and its provider id. */
const idOf = ({ id }: Account, calendar: string): string => `${id}:${calendar}`;

/** Shows or hides calendars. Throws 404 if any id is unknown, without changing anything. */
export async function selectCalendars(
  live: ProviderContext,
  wanted: { id: string; selected: boolean }[],
): Promise<CalendarList> {
  const known = new Set((await listCalendars(live, { waitsForAll: true })).calendars.map(({ id }) => id));
  const unknown = wanted.find(({ id }) => !known.has(id));
  if (unknown)
    throw new KithError('NotFound', `No calendar with id ${unknown.id}.`, { hint: 'list_calendars returns the ids.' });
  const agenda = await live.agenda();
  for (const account of await accountsWith(live, 'read_calendar')) {
    const own = wanted.filter(({ id }) => id.startsWith(idOf(account, '')));
    const chosen = own.map(({ id, selected }) => [id.slice(idOf(account, '').length), selected] as const);
    if (chosen.length > 0) await agenda.choose(account, Object.fromEntries(chosen));
  }
  return listCalendars(live);
}
