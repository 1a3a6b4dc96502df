import * as z from 'zod';
import { append } from '../../shared/lists.ts';
import type { CalendarInfo, CalendarKind } from '../content/calendar.ts';
import { loopGuard, type MemoryCache, readRows, readShape } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';

const pageShape = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });
const entryShape = z.object({
  id: z.string(),
  summary: z.string().default(''),
  summaryOverride: z.string().optional(),
  primary: z.boolean().default(false),
  selected: z.boolean().default(false),
  hidden: z.boolean().default(false),
  deleted: z.boolean().default(false),
  accessRole: z.string().default('reader'),
});
type Entry = z.output<typeof entryShape>;

/** The calendars that the account can read, the primary one first. */
export async function googleCalendars(
  { account, send }: AccountCall,
  base: string,
  known: MemoryCache<CalendarInfo[]>,
): Promise<CalendarInfo[]> {
  const cached = known.get(account.id);
  if (cached) return cached.value;
  const found: Entry[] = [];
  const again = loopGuard(account);
  for (let pageToken: string | undefined, first = true; first || pageToken !== undefined; first = false) {
    const json = await send({ url: `${base}/users/me/calendarList`, query: { maxResults: 250, pageToken } });
    const page = readShape(account, pageShape, json);
    append(found, readRows(entryShape, page.items));
    pageToken = page.nextPageToken;
    if (pageToken !== undefined) again.refuse(pageToken);
  }
  const calendars = found
    .filter(({ primary, deleted, accessRole }) => primary || (!deleted && accessRole !== 'freeBusyReader'))
    .sort((a, b) => Number(b.primary) - Number(a.primary))
    .map(calendarOf);
  known.set(account.id, calendars);
  return calendars;
}

function calendarOf(entry: Entry): CalendarInfo {
  const { id, summary, summaryOverride, primary, selected, hidden, accessRole } = entry;
  const kind = kindOf(entry);
  const isAppointments = kind !== 'holidays' && kind !== 'birthdays';
  return {
    id,
    name: summaryOverride ?? summary,
    kind,
    canWrite: accessRole === 'owner' || accessRole === 'writer',
    shown: primary || (selected && !hidden && isAppointments),
  };
}

/** Google's calendar id shows the kind of generated calendars. */
function kindOf({ id, primary, accessRole }: Entry): CalendarKind {
  if (primary) return 'primary';
  if (id.endsWith('#holiday@group.v.calendar.google.com')) return 'holidays';
  if (id.endsWith('#contacts@group.v.calendar.google.com')) return 'birthdays';
  if (/@(?:group\.v|import)\.calendar\.google\.com$/.test(id)) return 'subscribed';
  return accessRole === 'owner' ? 'own' : 'shared';
}
