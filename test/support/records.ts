import { expect } from 'vitest';
import { dataOf, fieldsOf, type Json, makeContacts } from './people.ts';
import type { Answer, Api } from './service.ts';

// Initial records for tests about groups, views, links, and favorites.

/** Ids of new contacts with these names, in order. */
export async function addContacts(api: Api, ...names: string[]): Promise<string[]> {
  const contacts = await makeContacts(
    api,
    names.map((full_name) => ({ full_name })),
  );
  return contacts.map(({ id }) => id);
}

export async function addGroup(api: Api, name: string, fields: object = {}): Promise<string> {
  return dataOf(await api.post('/v2/groups', { group: { name, ...fields } })).group.id;
}

export async function addView(api: Api, name: string, fields: object = {}): Promise<string> {
  return dataOf(await api.post('/v2/views', { view: { name, ...fields } })).view.id;
}

export async function addShareLink(api: Api, groupId: string, fields: object = {}) {
  return dataOf(await api.post(`/v2/groups/${groupId}/share-links`, { share_link: fields })).share_link;
}

export async function addFavorites(api: Api, ...favorites: object[]): Promise<string[]> {
  const data = dataOf(await api.post('/v2/favorites/batch', { favorites }));
  return data.favorites.map(({ id }: Json) => id);
}

/** Names of the fields in an error. */
export const refusedFields = (answer: Answer): string[] => Object.keys(fieldsOf(answer));

/** Ids of a list's rows across all its pages of `take`. */
export async function allIds(api: Api, path: string, list: string, take: number, more = ''): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const data = dataOf(await api.get(`${path}?take=${take}${more}${next}`));
    expect(data.pagination.count).toBe(data[list].length);
    expect(data[list].length).toBeLessThanOrEqual(take);
    ids.push(...data[list].map(({ id }: Json) => id));
    cursor = data.pagination.nextCursor;
  } while (cursor !== null);
  return ids;
}
