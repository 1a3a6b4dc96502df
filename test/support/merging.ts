import { expect } from 'vitest';
import { dataOf, type Json, makeContact } from './people.ts';
import type { Answer, Api } from './service.ts';

/** Merges of one user's contacts, as tests request them. */
export function mergingFor(user: Api) {
  const merge = (groups: unknown, api = user): Promise<Answer> =>
    api.post('/v2/contacts/merge', { contactIds: groups });
  /** Contacts of different ages, oldest first. */
  async function aged(...people: object[]): Promise<Json[]> {
    const made: Json[] = [];
    for (const fields of people) made.push(await makeContact(user, fields));
    return made;
  }
  async function mergedOf(...people: object[]): Promise<Json> {
    const made = await aged(...people);
    const { merged, failed } = dataOf(await merge([made.map(({ id }) => id)]));
    expect(failed).toEqual([]);
    return merged[0];
  }
  return { merge, aged, mergedOf };
}
