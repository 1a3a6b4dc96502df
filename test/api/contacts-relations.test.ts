import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import {
  fieldsOf,
  getContact,
  type Json,
  makeContact,
  makeContacts,
  makeTag,
  patchContact,
} from '../support/people.ts';

const { database, ada } = await serviceForFile();
const refused = async (fields: object) => {
  const answer = await ada.post('/v2/contacts', fields);
  return [answer.status, Object.keys(fieldsOf(answer))];
};

const TIME = '2026-01-02T03:04:05.678Z';

describe('coordinates', () => {
  const at = (latitude: unknown, longitude: unknown) => ({
    coordinates: { operation: 'set', data: { latitude, longitude } },
  });

  test('are set and deleted', async () => {
    const { id } = await makeContact(ada, at(51.5, -0.12));
    expect(await getContact(ada, id)).toMatchObject({ latitude: 51.5, longitude: -0.12 });
    expect(await patchContact(ada, id, { company: 'x' })).toMatchObject({ latitude: 51.5, longitude: -0.12 });
    expect(await patchContact(ada, id, { coordinates: { operation: 'delete' } })).toMatchObject({
      latitude: null,
      longitude: null,
    });
  });

  test('have bounds', async () => {
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
      [0, 0],
    ]) {
      expect(await makeContact(ada, at(latitude, longitude))).toMatchObject({ latitude, longitude });
    }
    expect(await refused(at(90.0001, 0))).toEqual([400, ['coordinates.data.latitude']]);
    expect(await refused(at(0, -180.0001))).toEqual([400, ['coordinates.data.longitude']]);
    expect(await refused({ coordinates: { operation: 'set' } })).toEqual([400, ['coordinates.data']]);
    expect(
      (await ada.post('/v2/contacts', '{"coordinates":{"operation":"set","data":{"latitude":1e999,"longitude":0}}}'))
        .status,
    ).toBe(400);
  });
});

describe('emails and phones through actions', () => {
  test('skips existing values when adding, and removes by value', async () => {
    const { id } = await makeContact(ada, {
      contact_emails: [{ email: 'Keep@example.com', label: 'home' }],
      contact_phone_numbers: [{ phone_number: '+1 212 555 0101' }],
    });
    const added = await patchContact(ada, id, {
      add_emails: [
        { email: 'keep@EXAMPLE.com', label: 'ignored' },
        { email: 'new@example.com', label: 'work' },
        { email: 'NEW@example.com' },
      ],
      add_phones: [{ phone_number: '(212) 555-0101' }, { phone_number: '020 7946 0958', country_code: 'GB' }],
    });
    expect(added.contact_emails).toMatchObject([
      { email: 'Keep@example.com', label: 'home' },
      { email: 'new@example.com', label: 'work' },
    ]);
    expect(added.contact_phone_numbers).toMatchObject([
      { phone_number_sanitized: '+12125550101' },
      { phone_number_sanitized: '+442079460958' },
    ]);
    const removed = await patchContact(ada, id, {
      remove_emails: ['KEEP@example.com', 'absent@example.com'],
      remove_phones: ['+1 (212) 555 0101', '020 7946 0958'],
    });
    expect(removed.contact_emails).toMatchObject([{ email: 'new@example.com' }]);
    expect(removed.contact_phone_numbers).toEqual([]);
  });
});

describe('tags and relations', () => {
  const tagsOf = (contact: Json) => contact.tags_contacts.map(({ tags }: Json) => tags.name).join(' ');

  test('appends, removes, and replaces tags', async () => {
    const [a, b, c] = await Promise.all(['ta', 'tb', 'tc'].map((name) => makeTag(ada, name)));
    const links = (...tags: Json[]) => tags.map(({ id }) => ({ tag_id: id }));
    const { id } = await makeContact(ada, { tags_contacts: links(a) });
    const patch = async (tags_contacts: object) => tagsOf(await patchContact(ada, id, { tags_contacts }));
    expect(await patch({ append: links(b, a) })).toBe('ta tb');
    expect(await patch({ remove: links(a) })).toBe('tb');
    expect(await patch({ remove: links(a) })).toBe('tb');
    expect(await patch({ remove: [{ tag_id: b.id, contact_id: id }] })).toBe('');
    expect(await patch({ replace: links(c) })).toBe('tc');
    expect(await patch({ replace: [], append: links(a) })).toBe('ta');
    expect(await patch({ append: links(b), remove: links(a) })).toBe('tb');
    expect(await patch({})).toBe('tb');
    expect(await patch({ replace: [] })).toBe('');
    const other = await makeContact(ada);
    const wrong = await ada.call('PATCH', `/v2/contacts/${id}`, {
      tags_contacts: { remove: [{ tag_id: a.id, contact_id: other.id }] },
    });
    expect([wrong.status, Object.keys(fieldsOf(wrong))]).toEqual([400, ['tags_contacts.remove[0].contact_id']]);
  });

  test('appends, removes, and replaces relations', async () => {
    const [me, b, c] = await makeContacts(ada, [{}, { full_name: 'B' }, { full_name: 'C' }]);
    const out = 'contact_relations_contact_relations_sourceTocontacts';
    const patch = async (related_contacts: object, id = me.id) =>
      (await patchContact(ada, id, { related_contacts }))[out].map((row: Json) => [
        row.destination,
        row.source_contact,
        row.destination_contact,
      ]);
    expect(
      await patch({ append: [{ destination: b.id, source_contact: 'boss', destination_contact: 'report' }] }),
    ).toEqual([[b.id, 'boss', 'report']]);
    expect(await patch({ append: [{ destination: b.id, source_contact: 'friend' }] })).toEqual([
      [b.id, 'friend', null],
    ]);
    expect(await patch({ append: [{ destination: c.id }] })).toHaveLength(2);
    expect(await patch({ replace: [{ destination: c.id, source_contact: 'x' }] })).toEqual([[c.id, 'x', null]]);
    expect(await patch({ remove: [{ source: me.id, destination: c.id }] }, c.id)).toEqual([]);
    expect((await getContact(ada, me.id))[out]).toEqual([]);
    expect(await patch({ append: [{ destination: b.id }] })).toHaveLength(1);
    expect(await patch({ remove: [{ destination: b.id }] })).toEqual([]);
  });

  test('rejects a relation to oneself with 400', async () => {
    const { id } = await makeContact(ada);
    for (const list of ['append', 'replace']) {
      const answer = await ada.call('PATCH', `/v2/contacts/${id}`, {
        related_contacts: { [list]: [{ destination: id }] },
      });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([
        400,
        [`related_contacts.${list}[0].destination`],
      ]);
    }
    const own = randomUUID();
    expect(await refused({ id: own, related_contacts: [{ destination: own }] })).toEqual([
      400,
      ['related_contacts[0].destination'],
    ]);
  });

  test('upserts custom fields by field', async () => {
    const [one, two, list] = [randomUUID(), randomUUID(), randomUUID()];
    const at = { created_at: TIME, updated_at: TIME };
    for (const [id, field_type] of [
      [one, 'input'],
      [two, 'input'],
      [list, 'autocomplete'],
    ] as const) {
      database.insert('custom_fields', { user_id: ada.id, id, name: id, field_type, categories: '[]', ...at });
    }
    const values = (contact: Json) =>
      Object.fromEntries(contact.contacts_custom_fields.map((row: Json) => [row.custom_field_id, row.text_value]));
    const made = await makeContact(ada, {
      custom_fields: [{ id: one, type: 'input', text_value: 'a', custom_field: { any: 1 } }],
    });
    const row = made.contacts_custom_fields[0].id;
    const patched = await patchContact(ada, made.id, { custom_fields: [{ id: two, text_value: 'b' }] });
    expect(values(patched)).toEqual({ [one]: 'a', [two]: 'b' });
    const changed = await patchContact(ada, made.id, { custom_fields: [{ id: one, text_value: 'c' }] });
    expect(changed.contacts_custom_fields.find((value: Json) => value.custom_field_id === one)).toMatchObject({
      id: row,
      text_value: 'c',
    });
    expect(values(await patchContact(ada, made.id, { custom_fields: [{ id: two, text_value: null }] }))).toEqual({
      [one]: 'c',
    });
    expect(values(await patchContact(ada, made.id, { custom_fields: [] }))).toEqual({ [one]: 'c' });
    expect(await refused({ custom_fields: [{ id: list, text_value: 'x' }] })).toEqual([
      400,
      ['custom_fields[0].text_value'],
    ]);
  });

  test('replaces groups as a list', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    for (const id of [a, b])
      database.insert('groups', { user_id: ada.id, id, name: id, created_at: TIME, updated_at: TIME });
    const { id } = await makeContact(ada, { groups_contacts: [{ group_id: a }] });
    const patched = await patchContact(ada, id, { groups_contacts: [{ group_id: b }, { group_id: b }] });
    expect(patched.groups_contacts.map((row: Json) => row.group_id)).toEqual([b]);
    expect((await patchContact(ada, id, { groups_contacts: [] })).groups_contacts).toEqual([]);
  });
});
