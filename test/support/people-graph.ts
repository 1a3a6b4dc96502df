import fc from 'fast-check';
import { dataOf, type Json, makeContact, makeNote, makeTag, patchContact } from './people.ts';
import { addFavorites, addGroup } from './records.ts';
import type { Api } from './service.ts';

// Random people with all kinds of related records, shared among them as in real life.

export type Owner = Api & { id: string };

const AT = '2026-01-01T00:00:00.000Z';
const word = fc.constantFrom('red', 'green', 'blue', 'Élan');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const among = (count: number) => fc.subarray(Array.from({ length: count }, (_, index) => index));

export const person = fc.record({
  fields: fc.record({
    first_name: maybe(word),
    last_name: maybe(word),
    full_name: maybe(word),
    company: maybe(word),
    description: maybe(word),
    website: maybe(word),
    birthday: maybe(fc.constantFrom('1990-05-17', '--02-29', '2000-02-29')),
    frequency: maybe(fc.constantFrom('7 days', '1 mon')),
    last_seen_at: maybe(fc.constantFrom('2025-01-31T00:00:00.000Z', '2026-10-31T00:00:00.000Z')),
    priority_tier: maybe(fc.integer({ min: 0, max: 3 })),
    coordinates: maybe(
      fc.record({ latitude: fc.double({ min: -90, max: 90, noNaN: true }), longitude: fc.constant(0.1) }),
    ),
    starred: fc.boolean(),
    is_archived: fc.boolean(),
  }),
  emails: fc.subarray(['a@x.com', 'A@X.COM', 'b@x.com', 'c@x.com']),
  phones: fc
    .tuple(
      fc.subarray(['+1 212 555 0101', '(212) 555-0101', '12-34']),
      fc.constantFrom([], ['+48 600 123 456'], ['0048 600 123 456']),
    )
    .map(([some, spelling]) => [...some, ...spelling]),
  cities: fc.subarray(['Ghent', 'GHENT', 'Bruges']),
  tags: among(3),
  groups: among(3),
  texts: fc.dictionary(fc.constantFrom('0', '1'), word),
  list: maybe(fc.array(word, { minLength: 1, maxLength: 3 })),
  notes: among(4),
  reminders: among(3),
  related: fc.array(fc.tuple(fc.nat(5), maybe(word)), { maxLength: 4 }),
  favorite: fc.boolean(),
});
type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

/** Data that people can share. */
export interface Shared {
  tags: string[];
  groups: string[];
  textFields: string[];
  listField: string;
  notes: string[];
  reminders: string[];
}

const field = async (owner: Owner, name: string, field_type: string): Promise<string> =>
  dataOf(await owner.post('/v1/custom-fields', { custom_field: { name, field_type } })).custom_field.id;

export const makeReminder = async (owner: Owner, contactIds: string[]): Promise<string> => {
  const reminders_contacts = contactIds.map((contact_id) => ({ contact_id }));
  const reminder = { text: 'Call', due_at_date: '2026-11-02', recurrence: '1 mon', reminders_contacts };
  return dataOf(await owner.post('/v2/reminders', { reminder })).reminder.id;
};

/** Creates people in the given order. `related` and shared data connect them. Returns their ids. */
export async function makeGraph(owner: Owner, people: Person[]): Promise<Shared & { ids: string[] }> {
  const tags: string[] = [];
  for (const name of ['t1', 't2', 't3']) tags.push((await makeTag(owner, name)).id);
  const groups = await Promise.all([0, 1, 2].map(() => addGroup(owner, 'Group')));
  const textFields = [await field(owner, 'text 0', 'input'), await field(owner, 'text 1', 'input')];
  const listField = await field(owner, 'list', 'autocomplete');
  const ids: string[] = [];
  for (const one of people) ids.push(await makePerson(owner, one, { tags, groups, textFields }));
  const holders = (at: number, of: 'notes' | 'reminders') => ids.filter((_, index) => people[index]![of].includes(at));
  const notes: string[] = [];
  for (const at of [0, 1, 2, 3]) {
    const links = holders(at, 'notes').map((contact_id, index) => ({ contact_id, is_origin: index === 0 }));
    notes.push((await makeNote(owner, { note: `note ${at}`, event_time: AT, timeline_items_contacts: links })).id);
  }
  const reminders: string[] = [];
  for (const at of [0, 1, 2]) reminders.push(await makeReminder(owner, holders(at, 'reminders')));
  for (const [index, { related, list, favorite }] of people.entries()) {
    const id = ids[index]!;
    const append = related
      .map(([at, label]) => ({ destination: ids[at % ids.length]!, source_contact: label ?? null }))
      .filter(({ destination }) => destination !== id);
    if (append.length > 0) await patchContact(owner, id, { related_contacts: { append } });
    if (list) await setList(owner, id, listField, list);
    if (favorite) await addFavorites(owner, { contact_id: id });
  }
  return { tags, groups, textFields, listField, notes, reminders, ids };
}

export const setList = async (owner: Owner, contact_id: string, custom_field_id: string, array_value: string[]) =>
  dataOf(
    await owner.post('/v2/custom-fields/contacts/values', {
      custom_fields: [{ contact_id, custom_field_id, array_value, mode: 'append' }],
    }),
  );

async function makePerson(
  owner: Owner,
  one: Person,
  shared: Pick<Shared, 'tags' | 'groups' | 'textFields'>,
): Promise<string> {
  const { coordinates, ...fields } = one.fields;
  const made: Json = await makeContact(owner, {
    ...fields,
    ...(coordinates && { coordinates: { operation: 'set', data: coordinates } }),
    contact_emails: one.emails.map((email, index) => ({ email, label: `label ${index}` })),
    contact_phone_numbers: one.phones.map((phone_number) => ({ phone_number })),
    legacy_contact_addresses: one.cities.map((city) => ({ city })),
    tags_contacts: one.tags.map((at) => ({ tag_id: shared.tags[at] })),
    groups_contacts: one.groups.map((at) => ({ group_id: shared.groups[at] })),
    custom_fields: Object.entries(one.texts).map(([at, text_value]) => ({
      id: shared.textFields[Number(at)],
      text_value,
    })),
  });
  return made.id;
}
