import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { idsIn } from './pairs.ts';
import { chosen, queryOf, type Search, SORTS } from './search.ts';

export type Found = DataOf<Operations['list_contacts']>;
export type FoundContact = Found['contacts'][number];
export type View = DataOf<Operations['list_views']>['views'][number];

export const PEOPLE_AT_ONCE = 50;

/** What a row shows of a contact. E-mails and numbers are read only for those without a name: each takes as long as the rest. */
const ROW = { full_name: true, company: true, job_title: true, last_seen_at: true, starred: true } as const;

/** A page of the people of a search. */
export async function findPeople(
  client: Client,
  search: Search,
  page: { cursor?: string | undefined; take?: number; select?: Record<string, boolean> } = {},
): Promise<Found> {
  const { cursor, take = PEOPLE_AT_ONCE, select = ROW } = page;
  const query = queryOf(search);
  const { sort } = search;
  const how = { sort, order: SORTS[sort], take, select, ...(cursor && { cursor }) };
  const { data } = query.filter
    ? await client.call('filter_contacts', { where: query.filter, ...how })
    : await client.call('list_contacts', {
        ...(query.words !== '' && { searchQuery: query.words }),
        archived: search.archived,
        ...how,
      });
  return { ...data, contacts: await withDetails(client, data.contacts) };
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

/** The most names that one call returns. */
const MAX_NAMES = 500;

/** What a search names by id: tags, groups and fields of one's own. */
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
