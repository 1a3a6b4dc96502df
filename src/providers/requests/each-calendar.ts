import type { Account } from '../content/account.ts';
import type { CalendarInfo } from '../content/calendar.ts';
import { failureReasonOf, warningOf } from './failures.ts';

/** The calendars of an account that count: those the user selected, otherwise the defaults. */
export const chosenCalendars = ({ choices }: Account, calendars: CalendarInfo[]): CalendarInfo[] =>
  calendars.filter(({ id, shown }) => choices[id] ?? shown);

/**
 * Reads several calendars of an account. An unreadable one, for example because it is no longer shared, becomes a
 * warning. Throws if none can be read.
 */
export async function readEach<T>(
  account: Account,
  calendars: CalendarInfo[],
  read: (calendar: CalendarInfo) => Promise<T>,
): Promise<{ results: T[]; warnings: string[] }> {
  const failures: { calendar: CalendarInfo; error: unknown }[] = [];
  const results = await Promise.all(
    calendars.map(async (calendar) => {
      try {
        return [await read(calendar)];
      } catch (error) {
        const reason = failureReasonOf(error);
        if (reason === undefined || reason === 'reconnect_required') throw error;
        failures.push({ calendar, error });
        return [];
      }
    }),
  );
  if (failures.length > 0 && failures.length === calendars.length) throw failures[0]!.error;
  const warnings = failures.map(({ calendar, error }) => warningOf(account, error, nameOf(calendar)));
  return { results: results.flat(), warnings };
}

const nameOf = ({ name, id }: CalendarInfo): string =>
  (name || id)
    .replace(/[\p{C}()]+/gu, ' ')
    .trim()
    .slice(0, 100);
