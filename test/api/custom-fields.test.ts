import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, type Json, makeContact, namesWhere, patchContact } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import type { User } from '../support/service.ts';

const { service } = await serviceForFile();
let ada: User;
beforeEach(async () => {
  ada = await service.user();
});

const makeField = async (field_type: string, name = field_type, categories?: object[]): Promise<Json> =>
  dataOf(await ada.post('/v1/custom-fields', { custom_field: { name, field_type, categories } })).custom_field;
const fields = async (): Promise<Json[]> => dataOf(await ada.get('/v2/custom-fields')).custom_fields;
const names = (list: Json[]) => list.map(({ name }) => name);
const setValues = async (...custom_fields: object[]): Promise<Json> =>
  dataOf(await ada.post('/v2/custom-fields/contacts/values', { custom_fields }));
const reorder = (updates: object[]) => ada.call('PUT', '/v2/custom-fields/reorder', { updates });

/** The contact's values by field name. */
async function valuesOf(contactId: string): Promise<Record<string, unknown>> {
  const { contacts_custom_fields } = await getContact(ada, contactId);
  return Object.fromEntries(
    contacts_custom_fields.map((value: Json) => [
      value.custom_fields.name,
      value.text_value ?? value.date_value ?? value.array_value,
    ]),
  );
}

test('creates a field at the end of the list, without an Idempotency-Key, and returns it in full', async () => {
  const body = { name: ' Pets ', field_type: 'autocomplete', categories: [{ category: 'cat' }, { category: 'dog' }] };
  const made = await ada.post('/v1/custom-fields/', { custom_field: body }, { key: null });
  expect(made.status).toBe(200);
  const { custom_field } = made.body.data;
  expect(made.body).toEqual({ error: false, data: { custom_field } });
  expect(custom_field).toEqual({
    id: expect.any(String),
    user_id: ada.id,
    name: 'Pets',
    field_type: 'autocomplete',
    categories: ['cat', 'dog'],
    ranking: 1,
  });
  const second = await makeField('input');
  expect(second).toMatchObject({ ranking: 2, categories: [] });
  expect(await fields()).toEqual([custom_field, second]);
});

test('updates the name and the categories, never the type', async () => {
  const field = await makeField('autocomplete', 'Pets', [{ category: 'cat' }]);
  const at = `/v2/custom-fields/${field.id}`;
  const renamed = await ada.call('PATCH', at, { custom_field: { name: 'Animals' } });
  expect(dataOf(renamed).custom_field).toEqual({ ...field, name: 'Animals' });
  const emptied = await ada.call('PATCH', at, { custom_field: { categories: [] } });
  expect(dataOf(emptied).custom_field).toEqual({ ...field, name: 'Animals', categories: [] });
  expect(fieldsOf(await ada.call('PATCH', at, { custom_field: { field_type: 'input' } }))).toHaveProperty(
    'custom_field.field_type',
  );
  expect((await ada.call('PATCH', at, { custom_field: { name: '  ' } })).status).toBe(400);
});

test('deletes a field with its values', async () => {
  const field = await makeField('input');
  const { id } = await makeContact(ada, { custom_fields: [{ id: field.id, text_value: 'x' }] });
  const gone = await ada.call('DELETE', `/v2/custom-fields/${field.id}`);
  expect(gone.body).toEqual({ data: { affected: 1, ids: [field.id] } });
  expect(await valuesOf(id)).toEqual({});
  expect((await ada.call('DELETE', `/v2/custom-fields/${field.id}`)).status).toBe(404);
});

test('reorders named fields first, skips stale ids, and numbers all from 1', async () => {
  const made: Record<string, Json> = {};
  for (const name of ['a', 'b', 'c', 'd']) made[name] = await makeField('input', name);
  const ranked = (name: string, ranking: number) => ({ customFieldId: made[name].id, ranking });
  const answer = dataOf(await reorder([ranked('d', 10), ranked('c', 2), { customFieldId: randomUUID(), ranking: 1 }]));
  expect(names(answer.custom_fields)).toEqual(['c', 'd', 'a', 'b']);
  expect(answer.custom_fields.map(({ ranking }: Json) => ranking)).toEqual([1, 2, 3, 4]);
  expect(await fields()).toEqual(answer.custom_fields);
  const many = Array.from({ length: 101 }, (_, ranking) => ({ customFieldId: randomUUID(), ranking }));
  expect((await reorder(many)).status).toBe(400);
  expect((await reorder(many.slice(1))).status).toBe(200);
});

test('accepts the right kind of value for each kind of field', async () => {
  const [text, date, list] = [await makeField('input'), await makeField('datepicker'), await makeField('autocomplete')];
  const { id: contact_id, updated_at } = await makeContact(ada);
  const answer = await setValues(
    { contact_id, custom_field_id: text.id, text_value: 'tea' },
    { contact_id, custom_field_id: date.id, date_value: '2026-11-01' },
    { contact_id, custom_field_id: list.id, array_value: ['cat', 'dog', 'cat'] },
  );
  expect(answer).toEqual({ affected: 3, ids: [contact_id, contact_id, contact_id], failed: [] });
  expect(await valuesOf(contact_id)).toEqual({
    input: 'tea',
    datepicker: '2026-11-01',
    autocomplete: ['cat', 'dog'],
  });
  expect((await getContact(ada, contact_id)).updated_at > updated_at).toBe(true);
  await setValues(
    { contact_id, custom_field_id: text.id, text_value: null },
    { contact_id, custom_field_id: date.id, date_value: null },
    { contact_id, custom_field_id: list.id, array_value: [] },
  );
  expect(await valuesOf(contact_id)).toEqual({});
});

test('joins text with the separator, drops duplicates in lists, and replaces dates', async () => {
  const [text, date, list] = [await makeField('input'), await makeField('datepicker'), await makeField('autocomplete')];
  const { id: contact_id } = await makeContact(ada);
  const row = (field: Json, value: object) => ({ contact_id, custom_field_id: field.id, ...value });
  await setValues(
    row(text, { text_value: 'b', mode: 'append' }),
    row(text, { text_value: 'c', mode: 'append' }),
    row(text, { text_value: 'a', mode: 'prepend', separator: ', ' }),
    row(list, { array_value: ['cat'], mode: 'prepend' }),
    row(list, { array_value: ['dog', 'cat'], mode: 'append' }),
    row(list, { array_value: ['eel', 'dog'], mode: 'prepend' }),
    row(date, { date_value: '2026-11-01' }),
  );
  const now = { input: 'a, b\nc', datepicker: '2026-11-01', autocomplete: ['eel', 'dog', 'cat'] };
  expect(await valuesOf(contact_id)).toEqual(now);
  const { failed } = await setValues(row(date, { date_value: '2026-11-02', mode: 'append' }));
  expect(failed).toMatchObject([{ id: contact_id, error: { code: 'BadRequest' } }]);
  expect(await valuesOf(contact_id)).toEqual(now);
});

test('rejects invalid rows individually in v2, and the whole request in v1', async () => {
  const [text, date] = [await makeField('input'), await makeField('datepicker')];
  const { id: contact_id } = await makeContact(ada);
  const good = { contact_id, custom_field_id: text.id, text_value: 'x' };
  const bad: [object, number, string][] = [
    [{ contact_id, custom_field_id: text.id, date_value: '2026-11-01' }, 400, 'date_value'],
    [{ contact_id, custom_field_id: date.id, text_value: '2026-11-01' }, 400, 'text_value'],
    [{ contact_id, custom_field_id: date.id, date_value: '2026-02-30' }, 400, 'date_value'],
    [{ contact_id, custom_field_id: date.id }, 400, 'date_value'],
    [{ ...good, text_value: 'y'.repeat(9_999), mode: 'append' }, 400, 'text_value'],
    [{ ...good, contact_id: randomUUID() }, 404, 'contact_id'],
    [{ ...good, custom_field_id: randomUUID() }, 404, 'custom_field_id'],
  ];
  const answer = await setValues(good, ...bad.map(([row]) => row));
  expect(answer).toMatchObject({ affected: 1, ids: [contact_id] });
  expect(answer.failed.map(({ error }: Json) => error.message.split(':')[0])).toEqual(
    bad.map((_, index) => `custom_fields[${index + 1}]`),
  );
  const v1 = '/v1/custom-fields/batch-update-contacts';
  for (const [row, status, field] of bad) {
    const refused = await ada.post(v1, { custom_fields: [{ ...good, text_value: 'kept out' }, row] });
    expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([status, [`custom_fields[1].${field}`]]);
    expect(await valuesOf(contact_id)).toEqual({ input: 'x' });
  }
  expect((await ada.post(v1, { custom_fields: [good, good] })).body).toEqual({ error: false, data: { count: 2 } });
});

test('accepts 1 to 500 rows', async () => {
  const field = await makeField('input');
  const { id: contact_id } = await makeContact(ada);
  const row = { contact_id, custom_field_id: field.id, text_value: 'x' };
  const at = '/v2/custom-fields/contacts/values';
  expect((await ada.post(at, { custom_fields: [] })).status).toBe(400);
  expect((await ada.post(at, { custom_fields: Array(501).fill(row) })).status).toBe(400);
  const all = await setValues(...Array(500).fill({ ...row, mode: 'append', separator: '' }));
  expect(all.affected).toBe(500);
  expect(await valuesOf(contact_id)).toEqual({ input: 'x'.repeat(500) });
});

test('filters follow every way of setting a value', async () => {
  const [text, date, list] = [await makeField('input'), await makeField('datepicker'), await makeField('autocomplete')];
  const { id: contact_id } = await makeContact(ada, {
    full_name: 'Ada',
    custom_fields: [{ id: text.id, text_value: 'Thé' }],
  });
  const finds = (field: Json, operator: string, value?: unknown) =>
    namesWhere(ada, { custom_fields: [{ id: field.id, operator, value }] });
  expect(await finds(text, 'eq', 'the')).toEqual(['Ada']);
  await setValues(
    { contact_id, custom_field_id: text.id, text_value: 'Noir', mode: 'append', separator: ' ' },
    { contact_id, custom_field_id: date.id, date_value: '2026-11-01T00:00:00.000Z' },
    { contact_id, custom_field_id: list.id, array_value: ['Été'] },
    { contact_id, custom_field_id: list.id, array_value: ['Hiver'], mode: 'append' },
  );
  expect(await finds(text, 'eq', 'THE NOIR')).toEqual(['Ada']);
  expect(await finds(date, 'lte', '2026-11-01')).toEqual(['Ada']);
  expect(await finds(list, 'in', ['ete', 'x'])).toEqual(['Ada']);
  expect(await finds(list, 'eq', 'hiver')).toEqual(['Ada']);
  expect(await finds(list, 'eq', 'ete hiver')).toEqual([]);
  await patchContact(ada, contact_id, { custom_fields: [{ id: text.id, text_value: null }] });
  expect(await finds(text, 'absent')).toEqual(['Ada']);
});

test('any sequence of rows has the same result as plain joining', async () => {
  const [text, list] = [await makeField('input'), await makeField('autocomplete')];
  const mode = fc.constantFrom('replace', 'prepend', 'append');
  const word = fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }).filter((one) => !one.includes('\0'));
  const rows = fc.array(
    fc.oneof(
      fc.record({ text_value: word, mode, separator: fc.constantFrom(' ', '', ' · ') }),
      fc.record({ array_value: fc.array(word, { maxLength: 4 }), mode }),
    ),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(rows, async (sent) => {
      const { id: contact_id } = await makeContact(ada);
      let [words, entries] = ['', [] as string[]];
      for (const row of sent) {
        if ('text_value' in row) {
          const both = row.mode === 'prepend' ? [row.text_value, words] : [words, row.text_value];
          words = row.mode === 'replace' || !words ? row.text_value : both.join(row.separator);
        } else {
          const kept = row.mode === 'replace' ? [] : entries;
          entries = [
            ...new Set(row.mode === 'prepend' ? [...row.array_value, ...kept] : [...kept, ...row.array_value]),
          ];
        }
      }
      await setValues(
        ...sent.map((row) => ({ contact_id, custom_field_id: 'text_value' in row ? text.id : list.id, ...row })),
      );
      expect(await valuesOf(contact_id)).toEqual({
        ...(words && { input: words }),
        ...(entries.length > 0 && { autocomplete: entries }),
      });
    }),
    { numRuns: rounds(12) },
  );
});
