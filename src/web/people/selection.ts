import type { Client } from '../../client/client.ts';
import { append } from '../../shared/lists.ts';
import { NAMES, readContacts } from './changes.ts';
import { type FoundContact, findPeople } from './find.ts';
import { paramsOf, pathOf, readSearch, type Search } from './search.ts';

/** The most people that one form changes. */
export const MOST_SELECTED = 5_000;
const AT_ONCE = 200;

/** The people to change: some by their ids, or all that a search finds. */
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
  const ids = idsIn(fields);
  if (!search || (ids.length === 0 && !everyone)) return undefined;
  return { ids: ids.slice(0, MOST_SELECTED), everyone, search };
}

export const idsOf = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((id) => ID.test(id))),
];

/** Ids in a form that is short enough for a URL. */
export const packed = (ids: readonly string[]): string =>
  Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex').toString('base64url');

const ID_BYTES = 16;

export function unpacked(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url');
  const count = Math.floor(bytes.length / ID_BYTES);
  return Array.from({ length: count }, (_, index) =>
    bytes.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES).replace(UUID_PARTS, '$1-$2-$3-$4-$5'),
  );
}

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The same as fields of a form. */
export function fieldsOf({ ids, everyone, search }: Selection): [string, string][] {
  return [...paramsOf(search), everyone ? ['everyone', 'yes'] : ['packed', packed(ids)]];
}

/** Servers and proxies refuse longer URLs. */
const MAX_URL = 7_000;

/** A page's URL with these fields, its ids packed; undefined if it is too long for some server. */
export function shortUrl(path: string, fields: readonly (readonly [string, string])[]): string | undefined {
  const params = fields.map(([name, value]) => (name === 'ids' ? ['packed', packed(idsOf(value))] : [name, value]));
  const url = `${path}?${new URLSearchParams(params as [string, string][])}`;
  return url.length > MAX_URL ? undefined : url;
}

/** The ids in fields of a form or a URL. */
export const idsIn = (fields: URLSearchParams): string[] => [
  ...new Set([
    ...idsOf([...fields.getAll('id'), fields.get('ids') ?? ''].join()),
    ...unpacked(fields.get('packed') ?? ''),
  ]),
];

/** The list in which the selection was made. */
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
