import * as z from 'zod';
import type { CalendarInfo, CalendarKind } from '../content/calendar.ts';
import { type MemoryCache, readRows } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';

const calendarShape = z.object({
  id: z.string(),
  name: z.string().nullish(),
  canEdit: z.boolean().nullish(),
  isDefaultCalendar: z.boolean().nullish(),
  owner: z.object({ address: z.string().nullish() }).nullish(),
});
type Row = z.output<typeof calendarShape>;

export const CALENDAR_FIELDS = 'id,name,canEdit,isDefaultCalendar,owner';

/** All calendars of the mailbox, including shared ones, the primary one first. */
export async function graphCalendars(
  { account }: AccountCall,
  list: () => Promise<unknown[]>,
  known: MemoryCache<CalendarInfo[]>,
): Promise<CalendarInfo[]> {
  const cached = known.get(account.id);
  if (cached) return cached.value;
  const calendars = readRows(calendarShape, await list())
    .map((row) => calendarOf(row, account.email))
    .sort((a, b) => Number(b.kind === 'primary') - Number(a.kind === 'primary'));
  known.set(account.id, calendars);
  return calendars;
}

function calendarOf(row: Row, account: string): CalendarInfo {
  const kind = kindOf(row, account);
  return {
    id: row.id,
    name: row.name ?? '',
    kind,
    canWrite: row.canEdit ?? false,
    shown: kind !== 'holidays' && kind !== 'birthdays',
  };
}

/**
 * Outlook identifies generated calendars only by name, in the mailbox's language. Only read-only ones are classified by
 * name, because a calendar called "Holidays" may contain someone's vacations.
 */
function kindOf({ name, canEdit, isDefaultCalendar, owner }: Row, account: string): CalendarKind {
  if (isDefaultCalendar) return 'primary';
  const address = owner?.address?.toLowerCase();
  if (address && address !== account) return 'shared';
  if (canEdit) return 'own';
  if (BIRTHDAYS.test(name ?? '')) return 'birthdays';
  return HOLIDAYS.test(name ?? '') ? 'holidays' : 'subscribed';
}

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join('|')})`, 'iu');

const BIRTHDAYS = anyOf(
  ...['birthday', 'geburtstag', 'anniversaires', 'cumplea[ñn]os', 'compleanni', 'anivers[áa]rios', 'verjaardag'],
  ...['f[øö]dselsdag', 'bursdag', 'f[öo]delsedag', 'syntym[äa]p[äa]iv', 'urodzin', 'narozenin', 'narodenin'],
  ...['sz[üu]let[ée]snap', 'zile de na[șs]tere', 'γεν[έε]θλια', 'do[ğg]um g[üu]n', 'дн[иі] рожд', 'дні народж'],
  ...['誕生日', '生日', '생일'],
);
const HOLIDAYS = anyOf(
  ...['(?:\\p{L}+ )*holidays', 'feiertage', 'jours f[ée]ri[ée]s', 'd[íi]as? festivos?', 'festivos', 'feriados'],
  ...['festivit[àa]', 'feestdagen', 'helligdag', 'helgdag', 'pyh[äa]p[äa]iv', '[śs]wi[ęe]ta', 'sv[áa]tky', 'sviatky'],
  ...[
    '[üu]nnepnap',
    's[ăa]rb[ăa]tori',
    'αργ[ίι]ες',
    'tatil',
    'resmi tatil',
    'праздник',
    'свята',
    '祝日',
    '节假日',
    '휴일',
  ],
);
