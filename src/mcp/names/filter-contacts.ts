import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../contract/schema/operation.ts';
import { append } from '../../shared/lists.ts';
import type { LookupContext, NameCandidate } from './name.ts';

export type FilteredContact = DataOf<Operations['get_contact']>['contact'];
type Filter = ArgumentsOf<Operations['filter_contacts']>;
export type FilterConditions = NonNullable<Filter['where']>;

/** A filter excludes archived contacts unless it mentions `is_archived`. */
export const ARCHIVED_TOO = { or: [{ is_archived: false }, { is_archived: true }] };

export const PAGE = 200;
/** Maximum number of pages of partial matches. Contacts beyond them must be given by id. */
const MAX_PAGES = 10;
export const NAME_FIELDS = { full_name: true, first_name: true, last_name: true };

interface Extent {
  select?: Record<string, boolean>;
  /** Further pages that are left for all lookups of the call. */
  budget?: { more: number };
}

/** Returns the contacts that match a filter, and whether the list is complete. */
export async function filterContacts(
  { client, signal }: LookupContext,
  where: FilterConditions,
  { select = NAME_FIELDS, budget = { more: MAX_PAGES } }: Extent = {},
): Promise<{ contacts: FilteredContact[]; all: boolean }> {
  const contacts: FilteredContact[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && (page === 0 || budget.more-- > 0); page++) {
    const args: Filter = { where, take: PAGE, select, cursor };
    const { contacts: some, pagination } = (await client.call('filter_contacts', args, { signal })).data;
    append(contacts, some);
    cursor = pagination.nextCursor ?? undefined;
    if (!cursor) return { contacts, all: true };
  }
  return { contacts, all: false };
}

export const candidate = ({ id, full_name, first_name, last_name }: FilteredContact): NameCandidate => ({
  id,
  name: full_name || [first_name, last_name].filter(Boolean).join(' '),
});
