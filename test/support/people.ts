import type { Answer, Api } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire brought.
export type Json = any;

/** The `data` of a successful response. Throws with the whole response otherwise. */
export function dataOf({ status, body }: Answer): Json {
  if (status !== 200 && status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** The `details.fields` of an error, or an empty object. */
export const fieldsOf = ({ body }: Answer): Record<string, string> => body?.error?.details?.fields ?? {};

export const makeContact = async (api: Api, fields: object = {}): Promise<Json> =>
  dataOf(await api.post('/v2/contacts', fields)).contact;

/** Creates one contact per list entry, in order. */
export async function makeContacts(api: Api, contacts: object[]): Promise<Json[]> {
  const made: Json[] = [];
  for (let start = 0; start < contacts.length; start += 500) {
    const answer = await api.post('/v2/contacts/batch', { contacts: contacts.slice(start, start + 500) });
    made.push(...dataOf(answer).contacts);
  }
  return made;
}

/** Creates contacts with only a name. Returns their ids. */
export async function createPeople(api: Api, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => ({ full_name: `Person ${index}` }));
  return (await makeContacts(api, people)).map(({ id }) => id);
}

export const makeNote = async (api: Api, fields: object): Promise<Json> =>
  dataOf(await api.post('/v2/timeline/notes', { note: fields })).note;

export const makeTag = async (api: Api, name: string): Promise<Json> =>
  dataOf(await api.post('/v2/tags', { tag: { name } })).tag;

export const getContact = async (api: Api, id: string): Promise<Json> =>
  dataOf(await api.get(`/v2/contacts/${id}`)).contact;

export const patchContact = async (api: Api, id: string, fields: object): Promise<Json> =>
  dataOf(await api.call('PATCH', `/v2/contacts/${id}`, fields)).contact;

/** Names found by a filter, sorted. */
export async function namesWhere(api: Api, where: object, more: object = {}): Promise<string[]> {
  const { contacts } = dataOf(await api.post('/v2/contacts/filter', { where, take: 200, ...more }));
  return contacts.map(({ full_name }: Json) => full_name).sort();
}

/** Names found by a contact search, sorted. */
export async function namesFound(api: Api, searchQuery: string): Promise<string[]> {
  const { contacts } = dataOf(await api.get(`/v2/contacts?searchQuery=${encodeURIComponent(searchQuery)}&take=500`));
  return contacts.map(({ full_name }: Json) => full_name).sort();
}

/** Note texts found by a search, in order. */
export async function notesFound(api: Api, searchQuery: string, more = ''): Promise<string[]> {
  const query = `searchQuery=${encodeURIComponent(searchQuery)}${more}`;
  return dataOf(await api.get(`/v2/timeline/notes/search?${query}`)).notes.map(({ note }: Json) => note);
}

/** Deletes all of a user's contacts and their notes, so that one user can serve many runs of a property. */
export async function wipe(api: Api): Promise<void> {
  for (const archived of [false, true]) {
    for (;;) {
      const { contacts } = dataOf(await api.get(`/v2/contacts?take=500&select[id]=true&archived=${archived}`));
      if (contacts.length === 0) break;
      const contactIds = contacts.map(({ id }: Json) => id);
      dataOf(await api.post('/v2/contacts/batch-delete', { contactIds }));
    }
  }
}
