import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../contract/schema/operation.ts';
import { append } from '../../shared/lists.ts';
import type { Candidate, LookUp } from './name.ts';

export type Contact = DataOf<Operations['get_contact']>['contact'];
type Filter = ArgumentsOf<Operations['filter_contacts']>;
export type Where = NonNullable<Filter['where']>;

/** A filter leaves archived contacts out unless it speaks of them. */
export const ARCHIVED_TOO = { or: [{ is_archived: false }, { is_archived: true }] };

export const PAGE = 200;
/** So many contacts may have a name as part of theirs; who is behind them must be given by id. */
const MOST_PAGES = 10;
export const NAMES = { full_name: true, first_name: true, last_name: true };

interface Extent {
  select?: Record<string, boolean>;
  /** How many pages beyond the first of each question are left, for all questions that share it. */
  budget?: { more: number };
}

/** Contacts that pass a filter, and whether these are all of them. */
export async function filtered(
  { client, signal }: LookUp,
  where: Where,
  { select = NAMES, budget = { more: MOST_PAGES } }: Extent = {},
): Promise<{ contacts: Contact[]; all: boolean }> {
  const contacts: Contact[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && (page === 0 || budget.more-- > 0); page++) {
    const args: Filter = { where, take: PAGE, select, cursor };
    const { contacts: some, pagination } = (await client.call('filter_contacts', args, { signal })).data;
    append(contacts, some);
    cursor = pagination.nextCursor ?? undefined;
    if (!cursor) return { contacts, all: true };
  }
  return { contacts, all: false };
}

export const candidate = ({ id, full_name, first_name, last_name }: Contact): Candidate => ({
  id,
  name: full_name || [first_name, last_name].filter(Boolean).join(' '),
});
