import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, type Json, makeContact, namesWhere } from '../support/people.ts';
import type { User } from '../support/service.ts';

// Bulk creation of people who almost certainly exist already.

const { service } = await serviceForFile();
let ada: User;
beforeEach(async () => {
  ada = await service.user();
});

const ANN = { full_name: 'Annabel Winterbottom', contact_emails: [{ email: 'annabel@winterbottom.example' }] };
const AGAIN = { ...ANN, job_title: 'Baker', contact_phone_numbers: [{ phone_number: '+12125550177' }] };
const BEN = { full_name: 'Benedict Okonjo', contact_emails: [{ email: 'ben@okonjo.example' }] };
const send = async (contacts: object[], onDuplicate?: string, more: object = {}): Promise<Json> =>
  dataOf(await ada.post('/v2/contacts/batch', { contacts, ...(onDuplicate && { onDuplicate }), ...more }));
const all = async () => (await namesWhere(ada, {})).sort();

test('creates and reports them by default', async () => {
  const known = await makeContact(ada, ANN);
  for (const onDuplicate of [undefined, 'create']) {
    const { batch, contacts, duplicates } = await send([AGAIN], onDuplicate);
    expect(batch).toMatchObject({ committed: 1, failedRows: [] });
    expect(duplicates.map(({ contactIds }: Json) => contactIds)).toContainEqual([known.id, contacts[0].id]);
  }
});

test("skip omits them, and names each row's match", async () => {
  const known = await makeContact(ada, ANN);
  const { batch, contacts, duplicates } = await send([BEN, AGAIN], 'skip');
  expect(contacts.map(({ full_name }: Json) => full_name)).toEqual([BEN.full_name]);
  expect(batch).toMatchObject({ requested: 2, committed: 1, committedThrough: 1, failedRows: [] });
  expect(duplicates).toMatchObject([{ index: 1, contactIds: [known.id], confidence: 'certain' }]);
  expect(duplicates[0].reasons).toContain('same_email');
  expect(await all()).toEqual([ANN.full_name, BEN.full_name]);
});

test('report lists them as failed rows, whatever happens to invalid rows', async () => {
  const known = await makeContact(ada, ANN);
  for (const continueOnError of [false, true]) {
    const { batch, duplicates } = await send([AGAIN, { full_name: `New ${continueOnError}` }], 'report', {
      continueOnError,
    });
    expect(batch).toMatchObject({ committed: 1, committedThrough: -1 });
    expect(batch.failedRows).toEqual([
      { index: 0, error: { code: 'Conflict', message: expect.stringContaining(known.id) } },
    ]);
    expect(duplicates).toMatchObject([{ index: 0, contactIds: [known.id] }]);
  }
  expect(await all()).toEqual([ANN.full_name, 'New false', 'New true']);
});

test('keeps the first within the request, even across chunks', async () => {
  const strangers = Array.from({ length: 100 }, (_, index) => ({ full_name: `Stranger ${index} Of${index}` }));
  const { batch, contacts, duplicates } = await send([ANN, AGAIN, ...strangers, AGAIN, BEN], 'skip');
  expect(batch).toMatchObject({ requested: 104, committed: 102, failedRows: [] });
  const [first] = contacts;
  expect(duplicates.map(({ index, contactIds }: Json) => [index, contactIds])).toEqual([
    [1, [first.id]],
    [102, [first.id]],
  ]);
  expect((await all()).filter((name: string) => name === ANN.full_name)).toHaveLength(1);
});

test('resolves a relation to an omitted row to the existing person, even across chunks', async () => {
  const known = await makeContact(ada, ANN);
  const id = randomUUID();
  const friendOf = (full_name: string) => ({ full_name, related_contacts: [{ destination: id.toUpperCase() }] });
  const strangers = Array.from({ length: 100 }, (_, index) => ({ full_name: `Stranger ${index} Of${index}` }));
  const { batch, contacts } = await send(
    [friendOf('Ida Quist'), { ...AGAIN, id }, ...strangers, friendOf('Oda Rask')],
    'skip',
  );
  expect(batch).toMatchObject({ committed: 102, failedRows: [] });
  const contact = await getContact(ada, known.id);
  const related = contact.contact_relations_contact_relations_destinationTocontacts.map(({ source }: Json) => source);
  const ids = contacts.filter(({ full_name }: Json) => /Quist|Rask/.test(full_name)).map((one: Json) => one.id);
  expect(related.sort()).toEqual(ids.sort());
});

test('counts three alike as one', async () => {
  const { batch, contacts } = await send([ANN, AGAIN, ANN], 'skip');
  expect([batch.committed, contacts.length]).toEqual([1, 1]);
});

test('creates a row whose match could not be created', async () => {
  const bad = { ...ANN, tags_contacts: [{ tag_id: randomUUID() }] };
  const { batch, contacts } = await send([bad, AGAIN], 'skip', { continueOnError: true });
  expect(batch).toMatchObject({ committed: 1, failedRows: [{ index: 0, error: { code: 'NotFound' } }] });
  expect(contacts[0].job_title).toBe('Baker');
});

test('creates people who are only possible matches', async () => {
  await makeContact(ada, { full_name: 'Jan Maier', contact_phone_numbers: [{ phone_number: '+493012345678' }] });
  const wife = { full_name: 'Petra Maier', contact_phone_numbers: [{ phone_number: '+493012345678' }] };
  const { batch } = await send([wife, { full_name: 'Jan Maier' }], 'skip');
  expect(batch.committed).toBe(2);
});

test('returns the same for a repeat with the key, and treats another mode as another request', async () => {
  await makeContact(ada, ANN);
  const key = randomUUID();
  const body = { contacts: [AGAIN, BEN], onDuplicate: 'skip' };
  const first = await ada.post('/v2/contacts/batch', body, { key });
  const again = await ada.post('/v2/contacts/batch', body, { key });
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  expect((await ada.post('/v2/contacts/batch', { ...body, onDuplicate: 'create' }, { key })).status).toBe(409);
  const unknown = await ada.post('/v2/contacts/batch', { contacts: [BEN], onDuplicate: 'ask' });
  expect([unknown.status, Object.keys(fieldsOf(unknown))]).toEqual([400, ['onDuplicate']]);
});

test('lists the omitted rows in a dry run, and keeps nothing', async () => {
  await makeContact(ada, ANN);
  const { body } = await ada.post('/v2/contacts/batch?dryRun=true', { contacts: [AGAIN, BEN], onDuplicate: 'skip' });
  expect([body.data.batch.committed, body.data.duplicates.length]).toEqual([1, 1]);
  expect(await all()).toEqual([ANN.full_name]);
});
