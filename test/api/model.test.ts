import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import type { Api } from '../support/service.ts';

// Random sequences of operations, after each of which the service must agree with a few maps in memory.

interface Person {
  full_name: string;
  company: string | null;
  starred: boolean;
  tags: Set<string>;
}

/** Expected content of the account. Keys are ids, and a note has its people's ids. */
interface Model {
  people: Map<string, Person>;
  tags: Map<string, string>;
  notes: Map<string, { note: string; people: Set<string> }>;
}

const { service } = await serviceForFile();

type Step = (model: Model, api: Api, pick: Pick) => Promise<void>;
/** A list element, chosen by the step's next random number. */
type Pick = <T>(list: Iterable<T>) => T | undefined;

const WORDS = ['ada', 'Bö', 'chen', 'Dmitri'];

const STEPS: Record<string, Step> = {
  async create({ people }, api, pick) {
    const full_name = `${pick(WORDS)} ${people.size}`;
    const { contact } = dataOf(await api.post('/v2/contacts', { full_name }));
    people.set(contact.id, { full_name, company: null, starred: false, tags: new Set() });
  },
  async change({ people }, api, pick) {
    const id = pick(people.keys());
    if (!id) return;
    const change = { company: pick(['Acme', 'Umbra', null]) ?? null, starred: pick([true, false])! };
    Object.assign(people.get(id)!, change);
    dataOf(await api.call('PATCH', `/v2/contacts/${id}`, change));
  },
  async remove({ people, notes }, api, pick) {
    const id = pick(people.keys());
    if (!id) return;
    expect(dataOf(await api.call('DELETE', `/v2/contacts/${id}`)).affected).toBe(1);
    people.delete(id);
    for (const [noteId, note] of notes) if (note.people.delete(id) && note.people.size === 0) notes.delete(noteId);
  },
  async tag({ people, tags }, api, pick) {
    const [id, name] = [pick(people.keys()), pick(WORDS)!];
    const { tag } = dataOf(await api.post('/v2/tags', { tag: { name } }));
    expect(tags.get(name) ?? tag.id).toBe(tag.id);
    tags.set(name, tag.id);
    if (!id) return;
    dataOf(await api.post('/v2/tags/contacts/add', { contactIds: [id], tagIds: [tag.id] }));
    people.get(id)!.tags.add(tag.id);
  },
  async untag({ people, tags }, api, pick) {
    const [id, tagId] = [pick(people.keys()), pick(tags.values())];
    if (!id || !tagId) return;
    dataOf(await api.post('/v2/tags/contacts/remove', { contactIds: [id], tagIds: [tagId] }));
    people.get(id)!.tags.delete(tagId);
  },
  async forgetTag({ people, tags }, api, pick) {
    const name = pick(tags.keys());
    if (!name) return;
    const id = tags.get(name)!;
    expect(dataOf(await api.call('DELETE', `/v2/tags/${id}`)).affected).toBe(1);
    tags.delete(name);
    for (const person of people.values()) person.tags.delete(id);
  },
  async write({ people, notes }, api, pick) {
    const about = new Set([pick(people.keys()), pick(people.keys())].flatMap((id) => id ?? []));
    if (about.size === 0) return;
    const note = `spoke of ${pick(WORDS)} and topic${notes.size}`;
    const timeline_items_contacts = [...about].map((contact_id) => ({ contact_id }));
    const written = dataOf(await api.post('/v2/timeline/notes', { note: { note, timeline_items_contacts } })).note;
    notes.set(written.id, { note, people: about });
  },
  async strike({ notes }, api, pick) {
    const id = pick(notes.keys());
    if (!id) return;
    expect(dataOf(await api.call('DELETE', `/v2/timeline/notes/${id}`)).affected).toBe(1);
    notes.delete(id);
  },
  async merge({ people, notes }, api, pick) {
    const [first, second] = [pick(people.keys()), pick(people.keys())];
    if (!first || !second || first === second) return;
    // Ids increase over time: the smaller one is the older contact, and survives.
    const [survivor, other] = [first, second].sort() as [string, string];
    const { merged, failed } = dataOf(await api.post('/v2/contacts/merge', { contactIds: [[first, second]] }));
    expect([merged.map(({ id }: Json) => id), failed]).toEqual([[survivor], []]);
    const [kept, gone] = [people.get(survivor)!, people.get(other)!];
    kept.company ??= gone.company;
    kept.starred ||= gone.starred;
    for (const tag of gone.tags) kept.tags.add(tag);
    people.delete(other);
    for (const note of notes.values()) if (note.people.delete(other)) note.people.add(survivor);
  },
};

test('matches the model after any sequence of operations', async () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('create', 'create', 'change', ...Object.keys(STEPS)),
      fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    ),
    {
      minLength: 20,
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const api = await service.user();
      const model: Model = { people: new Map(), tags: new Map(), notes: new Map() };
      for (const [name, numbers] of sequence) {
        let used = 0;
        const pick: Pick = (list) => {
          const all = [...list];
          return all[numbers[used++ % numbers.length]! % all.length];
        };
        await STEPS[name]!(model, api, pick);
      }
      await expectAgreement(api, model);
    }),
    { numRuns: rounds(5) },
  );
});

async function expectAgreement(api: Api, { people, tags, notes }: Model): Promise<void> {
  const listed = await every(api, '/v2/contacts?take=3&include[tags_contacts]=true', 'contacts');
  const shown = listed.map(({ id, full_name, company, starred, tags_contacts }) => [
    id,
    { full_name, company, starred, tags: new Set(tags_contacts.map(({ tag_id }: Json) => tag_id)) },
  ]);
  expect(new Map(shown as [string, Person][])).toEqual(people);
  expect(listed).toHaveLength(people.size);
  const counts = (await every(api, '/v2/tags?take=3', 'tags')).map(({ id, name, _count }) => [
    name,
    id,
    _count.tags_contacts,
  ]);
  const tagged = (id: string) => [...people.values()].filter((person) => person.tags.has(id)).length;
  expect(new Set(counts)).toEqual(new Set([...tags].map(([name, id]) => [name, id, tagged(id)])));
  const written = await every(api, '/v2/timeline/notes?take=3', 'notes');
  const links = written.map(({ id, note, timeline_items_contacts }) => [
    id,
    { note, people: new Set(timeline_items_contacts.map(({ contact_id }: Json) => contact_id)) },
  ]);
  expect(new Map(links as [string, { note: string; people: Set<string> }][])).toEqual(notes);
  for (const [id, { note }] of notes) {
    const found = await every(api, `/v2/timeline/notes/search?take=3&searchQuery=${note.split(' ').at(-1)}`, 'notes');
    expect(found.map((one) => one.id)).toContain(id);
  }
  const starred = JSON.stringify({ starred: true });
  const { count } = dataOf(await api.get(`/v2/contacts/count?where=${encodeURIComponent(starred)}`));
  expect(count).toBe([...people.values()].filter((person) => person.starred).length);
}

/** All rows of a list, page by page. */
async function every(api: Api, path: string, name: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const data: Json = dataOf(await api.get(cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path));
    rows.push(...data[name]);
    cursor = data.pagination.nextCursor;
  }
  return rows;
}
