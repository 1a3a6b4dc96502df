import type { SearchKind } from '../../contract/search.ts';
import { badRequest } from '../../shared/error.ts';
import { lastMomentOf } from '../../shared/zones.ts';
import { requireContact } from '../contact-rows/save.ts';
import { requireGroup } from '../groups/save.ts';
import type { Context } from '../runtime/context.ts';
import type { Hit } from './hits.ts';

/** Limits on a search: record kinds, people, and dates. */
export interface Filters {
  kinds: ReadonlySet<SearchKind>;
  contactId: string | undefined;
  groupId: string | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
}

/** Throws 404 if the contact or group is not the caller's, and 400 if the dates are reversed. */
export async function checkFilters(
  context: Context,
  { contactId, groupId, startDate, endDate }: Filters,
): Promise<void> {
  if (contactId) await requireContact(context, contactId);
  if (groupId) await requireGroup(context, groupId);
  if (startDate && endDate && startDate > lastMomentOf(endDate))
    throw badRequest({ endDate: 'must not be before startDate' });
}

/** Whether a date is within the filter's range. If the filter has dates, undated records are excluded. */
export function isInRange(date: string | null, { startDate, endDate }: Filters): boolean {
  if (!startDate && !endDate) return true;
  if (date === null) return false;
  return (!startDate || date >= startDate) && (!endDate || date <= lastMomentOf(endDate));
}

/** Filters contact ids by the contact or group of the search. */
export async function peopleLeft(context: Context, ids: readonly string[], filters: Filters): Promise<Set<string>> {
  const { contactId, groupId } = filters;
  if (!isInRange(null, filters)) return new Set();
  if (contactId) return new Set(ids.filter((id) => id === contactId));
  return groupId ? membersAmong(context, ids, groupId) : new Set(ids);
}

/** Filters reminders by the contact or group of the search. */
export async function remindersLeft(context: Context, hits: Hit[], { contactId, groupId }: Filters): Promise<Hit[]> {
  if (!contactId && !groupId) return hits;
  const { db, user } = context;
  const links = await db
    .selectFrom('reminders_contacts')
    .select(['reminder_id', 'contact_id'])
    .where('user_id', '=', user.user_id)
    .where(
      'reminder_id',
      'in',
      hits.map(({ id }) => id),
    )
    .execute();
  const people = links.map(({ contact_id }) => contact_id).filter((id) => !contactId || id === contactId);
  const members = groupId ? await membersAmong(context, people, groupId) : new Set(people);
  const left = new Set(links.filter(({ contact_id }) => members.has(contact_id)).map(({ reminder_id }) => reminder_id));
  return hits.filter(({ id }) => left.has(id));
}

async function membersAmong({ db, user }: Context, ids: readonly string[], groupId: string): Promise<Set<string>> {
  const members = await db
    .selectFrom('groups_contacts')
    .select('contact_id')
    .where('user_id', '=', user.user_id)
    .where('group_id', '=', groupId)
    .where('contact_id', 'in', [...ids])
    .execute();
  return new Set(members.map(({ contact_id }) => contact_id));
}
