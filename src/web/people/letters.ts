import type { Client } from '../../client/client.ts';
import { findPeople } from './find.ts';
import { pathOf, type Search } from './search.ts';

// Places in a list that is sorted by name, by the first letter of the name.

export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A shorter list needs no letters. */
export const MIN_FOR_LETTERS = 50;

const AT_ONCE = 200;
/** Maximum pages that are read to find a place. In a longer list, the last letters lead to the last page read. */
const MAX_PAGES = 50;

export const letterPath = (search: Search, letter: string): string => {
  const path = pathOf(search);
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ letter })}`;
};

export const isByName = ({ sort, isReversed }: Search): boolean => sort === 'full_name' && !isReversed;

/** The cursor of the first person whose name starts with a letter or one after it. Undefined for the start of the list. */
export async function cursorOfLetter(client: Client, search: Search, letter: string): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const select = { full_name: true };
    const { contacts, pagination } = await findPeople(client, search, { cursor, take: AT_ONCE, select });
    const before = contacts.findIndex(({ full_name }) => initialOf(full_name) >= letter);
    if (before === 0) return cursor;
    if (before > 0) {
      const { pagination: exact } = await findPeople(client, search, { cursor, take: before, select: { id: true } });
      return exact.nextCursor ?? cursor;
    }
    if (!pagination.nextCursor) return cursor;
    cursor = pagination.nextCursor;
  }
  return cursor;
}

/** Without its accent. People without a name come first or last, so they are at no letter. */
const initialOf = (name: string | null | undefined): string =>
  [...(name ?? '').trim().normalize('NFKD')][0]?.toLocaleUpperCase('en') ?? '';
