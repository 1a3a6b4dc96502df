import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import {
  dataOf,
  fieldsOf,
  getContact,
  type Json,
  makeContact,
  makeContacts,
  makeNote,
  makeTag,
} from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import type { User } from '../support/service.ts';

const { service, database } = await serviceForFile();
let ada: User;
beforeEach(async () => {
  ada = await service.user();
});

const trash = async (query = ''): Promise<Json> => dataOf(await ada.get(`/v2/trash${query}`));
const restore = async (...ids: string[]): Promise<Json> =>
  dataOf(await ada.post('/v2/trash/restore', { ids }, { key: null }));
const remove = async (path: string) => dataOf(await ada.call('DELETE', path));
const names = async (query = '') => (await trash(query)).items.map(({ name }: Json) => name);

test('lists a deleted contact by its own id, and restores it with its notes and links', async () => {
  const tag = await makeTag(ada, 'Rowing');
  const ann = await makeContact(ada, {
    full_name: 'Ann Lee',
    contact_emails: [{ email: 'ann@x.example' }],
    tags_contacts: [{ tag_id: tag.id }],
  });
  const note = await makeNote(ada, { note: 'met at the fair', timeline_items_contacts: [{ contact_id: ann.id }] });
  const before = await getContact(ada, ann.id);
  await remove(`/v2/contacts/${ann.id}`);

  const { items, pagination } = await trash();
  expect(pagination).toEqual({ nextCursor: null, count: 1 });
  expect(items).toEqual([
    { id: ann.id, kind: 'contact', name: 'Ann Lee', deleted_at: expect.any(String), expires_at: expect.any(String) },
  ]);
  expect(Date.parse(items[0].expires_at) - Date.parse(items[0].deleted_at)).toBe(30 * 86_400_000);

  expect(await restore(ann.id)).toEqual({ restored: [{ id: ann.id, kind: 'contact' }], failed: [] });
  expect(await getContact(ada, ann.id)).toEqual(before);
  expect((await ada.get(`/v2/timeline/notes/${note.id}`)).status).toBe(200);
  expect((await trash()).items).toEqual([]);
});

test('lists and restores every kind of deletable record', async () => {
  const ann = await makeContact(ada, {
    full_name: 'Ann',
    contact_emails: [{ email: 'ann@x.example' }],
    contact_phone_numbers: [{ phone_number: '+12125550100' }],
    legacy_contact_addresses: [{ formatted: '1 Main Street' }],
  });
  const note = await makeNote(ada, { note: 'A note', timeline_items_contacts: [{ contact_id: ann.id }] });
  const tag = await makeTag(ada, 'Tag');
  const group = await addGroup(ada, 'Group');
  const shared = dataOf(await ada.post(`/v2/groups/${group}/share-links`, { share_link: {} })).share_link;
  const reminder = dataOf(await ada.post('/v2/reminders', { reminder: { text: 'Call', due_at_date: '2026-12-01' } }));
  const view = dataOf(await ada.post('/v2/views', { view: { name: 'View', filters: {} } })).view;
  const favorite = dataOf(await ada.post('/v2/favorites/batch', { favorites: [{ contact_id: ann.id }] })).favorites[0];
  const field = dataOf(await ada.post('/v1/custom-fields', { custom_field: { name: 'Field', field_type: 'input' } }));
  const deletions: [kind: string, id: string, path: string, name: string][] = [
    ['email', ann.contact_emails[0].id, `/v2/contact-emails/${ann.id}/${ann.contact_emails[0].id}`, 'ann@x.example'],
    [
      'phone',
      ann.contact_phone_numbers[0].id,
      `/v2/contact-phone-numbers/${ann.id}/${ann.contact_phone_numbers[0].id}`,
      '+12125550100',
    ],
    [
      'address',
      ann.legacy_contact_addresses[0].id,
      `/v2/contact-legacy-addresses/${ann.id}/${ann.legacy_contact_addresses[0].id}`,
      '1 Main Street',
    ],
    ['note', note.id, `/v2/timeline/notes/${note.id}`, 'A note'],
    ['tag', tag.id, `/v2/tags/${tag.id}`, 'Tag'],
    ['share_link', shared.id, `/v2/groups/${group}/share-links/${shared.id}`, 'Group'],
    ['reminder', reminder.reminder.id, `/v2/reminders/${reminder.reminder.id}`, 'Call'],
    ['view', view.id, `/v2/views/${view.id}`, 'View'],
    ['favorite', favorite.id, `/v2/favorites/${favorite.id}`, 'Ann'],
    ['custom_field', field.custom_field.id, `/v2/custom-fields/${field.custom_field.id}`, 'Field'],
    ['group', group, `/v2/groups/${group}`, 'Group'],
  ];
  const before = database.rowsOf(ada.id);
  for (const [kind, id, path, name] of deletions) {
    await remove(path);
    expect((await trash(`?kind=${kind}`)).items).toMatchObject([{ id, kind, name }]);
    expect(await restore(id)).toEqual({ restored: [{ id, kind }], failed: [] });
  }
  expect((await trash()).items).toEqual([]);
  const rows = (text: string) => [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
  for (const id of rows(before)) expect(database.rowsOf(ada.id)).toContain(id);
});

test('fails only for ids that are not in the trash, and a repeated restore does no harm', async () => {
  const [ann, ben] = await makeContacts(ada, [{ full_name: 'Ann' }, { full_name: 'Ben' }]);
  await remove(`/v2/contacts/${ann.id}`);
  const stranger = randomUUID();
  const reason = expect.stringContaining('list_trash');
  expect(await restore(stranger, ann.id, ann.id, ben.id)).toEqual({
    restored: [{ id: ann.id, kind: 'contact' }],
    failed: [
      { id: stranger, reason },
      { id: ben.id, reason },
    ],
  });
  const state = database.rowsOf(ada.id);
  expect(await restore(ann.id)).toEqual({ restored: [], failed: [{ id: ann.id, reason }] });
  expect(database.rowsOf(ada.id)).toEqual(state);
});

test('restores the latest state of a record deleted twice', async () => {
  const id = randomUUID();
  for (const full_name of ['First', 'Second']) {
    dataOf(await ada.post('/v2/contacts', { id, full_name }));
    await remove(`/v2/contacts/${id}`);
  }
  expect(await names()).toEqual(['Second', 'First']);
  await restore(id);
  expect((await getContact(ada, id)).full_name).toBe('Second');
  expect(await names()).toEqual(['First']);
});

describe('the list', () => {
  test('is latest first, and pages continue despite restores in between', async () => {
    const made = await makeContacts(
      ada,
      Array.from({ length: 7 }, (_, index) => ({ full_name: `Person ${index}` })),
    );
    for (const { id } of made) await remove(`/v2/contacts/${id}`);
    const first = await trash('?take=3');
    expect(first.items.map(({ name }: Json) => name)).toEqual(['Person 6', 'Person 5', 'Person 4']);
    await restore(made[4]!.id);
    const second = await trash(`?take=3&cursor=${first.pagination.nextCursor}`);
    expect(second.items.map(({ name }: Json) => name)).toEqual(['Person 3', 'Person 2', 'Person 1']);
    const last = await trash(`?take=3&cursor=${second.pagination.nextCursor}`);
    expect([last.items.length, last.pagination.nextCursor]).toEqual([1, null]);
    const elsewhere = await ada.get(`/v2/trash?kind=tag&take=3&cursor=${first.pagination.nextCursor}`);
    expect([elsewhere.status, Object.keys(fieldsOf(elsewhere))]).toEqual([400, ['cursor']]);
  });

  test('is searched by words in names, across more entries than are opened at once', async () => {
    const others = Array.from({ length: 250 }, (_, index) => ({ full_name: `Other ${index}` }));
    const made = await makeContacts(ada, [{ full_name: 'Zoë  Ångström-Lee' }, ...others, { full_name: 'Zoe Last' }]);
    dataOf(await ada.post('/v2/contacts/batch-delete', { contactIds: made.map(({ id }) => id) }));
    expect(await names('?searchQuery=zoe')).toEqual(['Zoe Last', 'Zoë Ångström-Lee'].sort(byTime(made)));
    expect(await names('?searchQuery=lee%20ang')).toEqual(['Zoë Ångström-Lee']);
    expect(await names('?searchQuery=%22lee%20ang%22')).toEqual([]);
    expect(await names('?searchQuery=nobody')).toEqual([]);
    const first = await trash('?searchQuery=other&take=200');
    const second = await trash(`?searchQuery=other&take=200&cursor=${first.pagination.nextCursor}`);
    const found = [...first.items, ...second.items].map(({ name }: Json) => name);
    expect([found.length, new Set(found).size, second.pagination.nextCursor]).toEqual([250, 250, null]);
  });

  /** Deleted at the same moment, they keep the order in which their entries were created. */
  const byTime = (made: Json[]) => (a: string, b: string) =>
    made.findIndex(({ full_name }) => spaced(full_name) === b) -
    made.findIndex(({ full_name }) => spaced(full_name) === a);
  const spaced = (name: string) => name.replace(/\s+/g, ' ');

  test('omits expired entries', async () => {
    const ann = await makeContact(ada, { full_name: 'Ann' });
    await remove(`/v2/contacts/${ann.id}`);
    database.all("update bin set deleted_at = '2020-01-01T00:00:00.000Z' where user_id = ?", ada.id);
    expect((await trash()).items).toEqual([]);
    expect((await restore(ann.id)).failed).toHaveLength(1);
  });
});

test('accepts 1 to 500 ids', async () => {
  for (const ids of [[], Array.from({ length: 501 }, () => randomUUID())]) {
    const answer = await ada.post('/v2/trash/restore', { ids });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['ids']]);
  }
});

test('keeps a record in the trash if its id was reused, without affecting the new record', async () => {
  const id = randomUUID();
  await makeContact(ada, { id, full_name: 'Old', contact_emails: [{ email: 'old@x.example' }] });
  await remove(`/v2/contacts/${id}`);
  await makeContact(ada, { id, full_name: 'New' });
  expect(await restore(id)).toEqual({
    restored: [],
    failed: [{ id, reason: `Another contact now has the id ${id}. To restore this one, delete the other one first.` }],
  });
  expect(await getContact(ada, id)).toMatchObject({ full_name: 'New', contact_emails: [] });
  expect(await names()).toEqual(['Old']);

  await remove(`/v2/contacts/${id}`);
  // The latest state is restored if a record was deleted more than once.
  await restore(id);
  expect((await getContact(ada, id)).full_name).toBe('New');
});

test('does not report part of a record in the trash as restored before the record itself', async () => {
  const ann = await makeContact(ada, { full_name: 'Ann', contact_emails: [{ email: 'ann@x.example' }] });
  const email = ann.contact_emails[0];
  await remove(`/v2/contact-emails/${ann.id}/${email.id}`);
  await remove(`/v2/contacts/${ann.id}`);
  expect(await restore(email.id)).toEqual({
    restored: [],
    failed: [{ id: email.id, reason: expect.stringContaining('is in the trash too') }],
  });
  expect(await restore(ann.id)).toEqual({ restored: [{ id: ann.id, kind: 'contact' }], failed: [] });
  expect((await getContact(ada, ann.id)).contact_emails).toMatchObject([{ email: 'ann@x.example' }]);
});
