import type { Client } from '../../client/client.ts';
import { append } from '../../shared/lists.ts';
import { NAMES, readContacts } from './changes.ts';
import { type FoundContact, findPeople } from './find.ts';
import { paramsOf, pathOf, readSearch, type Search } from './search.ts';

/** As many as are changed from one form; more are changed in several turns. */
export const MOST_SELECTED = 5_000;
const AT_ONCE = 200;

/** Who is to be changed: some people by their ids, or all whom a search finds. */
export interface Selection {
  ids: string[];
  everyone: boolean;
  search: Search;
}

export interface Selected {
  contacts: FoundContact[];
  /** Whether a search finds more people than are changed from one form. */
  hasMore: boolean;
}

const ID = /^[0-9a-f-]{36}$/i;

/** The selection in a form; undefined if nobody is selected. */
export function readSelection(fields: URLSearchParams): Selection | undefined {
  const search = readSearch(fields);
  const everyone = fields.get('everyone') === 'yes';
  const ids = idsOf([...fields.getAll('id'), fields.get('ids') ?? ''].join());
  if (!search || (ids.length === 0 && !everyone)) return undefined;
  return { ids: ids.slice(0, MOST_SELECTED), everyone, search };
}

export const idsOf = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((id) => ID.test(id))),
];

/** The same as fields of a form. */
export function fieldsOf({ ids, everyone, search }: Selection): [string, string][] {
  return [...paramsOf(search), everyone ? ['everyone', 'yes'] : ['ids', ids.join()]];
}

/** The list that it was made in. */
export const backTo = ({ search }: Selection): string => pathOf(search);

export async function readSelected(
  client: Client,
  { ids, everyone, search }: Selection,
  reads: Record<string, boolean>,
): Promise<Selected> {
  if (!everyone) return { contacts: await readContacts(client, ids, reads), hasMore: false };
  const contacts: FoundContact[] = [];
  let cursor: string | undefined;
  do {
    const page = await findPeople(client, search, { cursor, take: AT_ONCE, select: { ...NAMES, ...reads } });
    append(contacts, page.contacts);
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor && contacts.length < MOST_SELECTED);
  return { contacts, hasMore: cursor !== undefined };
}
