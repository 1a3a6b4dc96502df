import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { append } from '../../shared/lists.ts';
import { idsIn } from './pairs.ts';
import { chosen, orderOf, queryOf, type Search } from './search.ts';

export type Found = DataOf<Operations['list_contacts']>;
export type FoundContact = Found['contacts'][number];
export type View = DataOf<Operations['list_views']>['views'][number];

export const PEOPLE_AT_ONCE = 50;

/**
 * Fields of a contact for a row. Email addresses and numbers are read only for contacts without a name: each takes as
 * long as all other fields.
 */
const ROW = {
  full_name: true,
  company: true,
  job_title: true,
  last_seen_at: true,
  next_reminder_at: true,
  starred: true,
  image_url: true,
  legacy_contact_addresses: true,
  tags_contacts: true,
} as const;

/** Search results, in pages. */
export async function findPeople(
  client: Client,
  search: Search,
  page: { cursor?: string | undefined; take?: number; select?: Record<string, boolean> } = {},
): Promise<Found> {
  const { cursor, take = PEOPLE_AT_ONCE, select = ROW } = page;
  const query = queryOf(search);
  const { sort } = search;
  const how = { sort, order: orderOf(search), take, select, ...(cursor && { cursor }) };
  const { data } = query.filter
    ? await client.call('filter_contacts', { where: query.filter, ...how })
    : await client.call('list_contacts', {
        ...(query.words !== '' && { searchQuery: query.words }),
        archived: search.archived,
        ...how,
      });
  return { ...data, contacts: await withDetails(client, data.contacts) };
}

const MAX_AT_ONCE = 200;
/** Maximum rows of a page. More are loaded while the user scrolls. */
const MAX_ROWS = 2_000;

/** The first rows of a search, as many as the list had when the user left it. */
export async function findRows(client: Client, search: Search, rows: number): Promise<Found> {
  const wanted = Math.min(Math.max(rows, PEOPLE_AT_ONCE), MAX_ROWS);
  let found = await findPeople(client, search, { take: Math.min(wanted, MAX_AT_ONCE) });
  const { contacts } = found;
  while (found.pagination.nextCursor && contacts.length < wanted) {
    const take = Math.min(wanted - contacts.length, MAX_AT_ONCE);
    found = await findPeople(client, search, { cursor: found.pagination.nextCursor, take });
    append(contacts, found.contacts);
  }
  return { ...found, contacts };
}

/** The number of results. Undefined for words without filters, which no operation counts. */
export async function countPeople(client: Client, search: Search): Promise<number | undefined> {
  const query = queryOf(search);
  if (!query.filter && query.words !== '') return undefined;
  const filter = query.filter ?? (search.archived ? { is_archived: true } : undefined);
  return (await client.call('count_contacts', filter ? { where: filter } : {})).data.count;
}

const IN_NOTES = 5;
export type NoteMatch = DataOf<Operations['search']>['results'][number];

/** Notes, reminders, and tags that match the search words well. */
export async function findInNotes(client: Client, words: string): Promise<NoteMatch[]> {
  const query = words.trim();
  if (query.length < 2) return [];
  const { data } = await client.call('search', { query, kinds: ['note', 'reminder', 'tag'], take: IN_NOTES });
  return data.warnings.includes('weak_match') ? [] : data.results.filter(({ trashed }) => !trashed);
}

async function withDetails(client: Client, contacts: FoundContact[]): Promise<FoundContact[]> {
  const nameless = contacts.filter(({ full_name }) => !full_name).map(({ id }) => id);
  if (nameless.length === 0) return contacts;
  const { data } = await client.call('filter_contacts', {
    where: { in: nameless, or: [{ is_archived: false }, { is_archived: true }] },
    take: 200,
    select: { contact_emails: true, contact_phone_numbers: true },
  });
  const details = new Map(data.contacts.map((contact) => [contact.id, contact]));
  return contacts.map((contact) => ({ ...details.get(contact.id), ...contact }));
}

/** Maximum names that one call returns. */
const MAX_NAMES = 500;

/** Names of the tags, groups, and custom fields in a search. */
export async function namesIn(client: Client, search: Search): Promise<Map<string, string>> {
  const filter = chosen(search);
  const ids = idsIn(filter);
  if (ids.length === 0) return new Map();
  const { tags, groups } = (await client.call('list_label_names', { ids: ids.slice(0, MAX_NAMES) })).data;
  const names = new Map([...tags, ...groups].map(({ id, name }) => [id, name]));
  if (ids.every((id) => names.has(id))) return names;
  const { data } = await client.call('list_custom_fields', {});
  return new Map([...names, ...data.custom_fields.map(({ id, name }): [string, string] => [id, name])]);
}
