import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { clockedServiceForFile } from '../support/clocked.ts';
import {
  dataOf,
  getContact,
  type Json,
  makeContact,
  makeNote,
  makeTag,
  namesFound,
  patchContact,
} from '../support/people.ts';
import type { Api } from '../support/service.ts';
import { readable, stateOf } from '../support/state.ts';

const DAY = 86_400_000;

const { service, database } = await clockedServiceForFile();
let ada: Api & { id: string };
beforeEach(async () => {
  service.now = new Date('2026-11-01T10:00:00Z');
  ada = await service.user();
});

/** The clock advances between calls, so that a wrong timestamp shows. */
const later = (ms = 1_000) => {
  service.now = new Date(service.now.getTime() + ms);
};
const aged = async (fields: object): Promise<Json> => {
  later();
  return makeContact(ada, fields);
};
const merge = async (...contactIds: string[]): Promise<void> => {
  later();
  const answer = dataOf(await ada.post('/v2/contacts/merge', { contactIds: [contactIds] }));
  expect(answer.failed).toEqual([]);
};
const undo = async (id: string, options?: { key: string }) => {
  later();
  return ada.post(`/v2/contacts/${id}/undo-merge`, undefined, options);
};
const state = () => readable(stateOf(database, ada.id));

test('restores all contacts, and returns them in full, the survivor first', async () => {
  const a = await aged({ full_name: 'Grace', company: 'Navy', contact_emails: [{ email: 'g@x.example' }] });
  const b = await aged({
    full_name: 'Amazing Grace',
    job_title: 'Admiral',
    contact_emails: [{ email: 'G@X.example', label: 'work' }],
  });
  const before = state();
  await merge(a.id, b.id);
  expect(state()).not.toEqual(before);
  const answer = await undo(a.id);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data: { contacts: [await getContact(ada, a.id), await getContact(ada, b.id)] } });
  expect(state()).toEqual(before);
  expect(await namesFound(ada, 'amazing')).toEqual(['Amazing Grace']);
});

test('keeps later additions with the survivor', async () => {
  const [a, b] = [await aged({ full_name: 'Ann' }), await aged({ full_name: 'Anna' })];
  const tag = await makeTag(ada, 'since');
  await merge(a.id, b.id);
  await ada.post(`/v2/contact-emails/${a.id}`, { email: 'new@x.example' });
  await ada.post('/v2/tags/contacts/add', { contactIds: [a.id], tagIds: [tag.id] });
  const note = await makeNote(ada, { note: 'tea', timeline_items_contacts: [{ contact_id: a.id }] });
  dataOf(await undo(a.id));
  expect(await getContact(ada, a.id)).toMatchObject({
    full_name: 'Ann',
    contact_emails: [{ email: 'new@x.example' }],
    tags_contacts: [{ tag_id: tag.id }],
    timeline_items_contacts: [{ timeline_item_id: note.id }],
  });
  expect(await getContact(ada, b.id)).toMatchObject({
    contact_emails: [],
    tags_contacts: [],
    timeline_items_contacts: [],
  });
});

test('restores a row that was edited or removed since', async () => {
  const a = await aged({ full_name: 'Ann', contact_emails: [{ email: 'a@x.example' }] });
  const b = await aged({ full_name: 'Anna', contact_emails: [{ email: 'b@x.example', label: 'home' }] });
  const before = state();
  await merge(a.id, b.id);
  const [, moved] = (await getContact(ada, a.id)).contact_emails;
  await ada.call('PATCH', `/v2/contact-emails/${a.id}/${moved.id}`, { email: 'c@x.example', label: 'work' });
  await ada.call('DELETE', `/v2/contact-emails/${a.id}/${a.contact_emails[0].id}`);
  await ada.post(`/v2/contact-emails/${a.id}`, { email: 'A@X.example', label: 'in the way' });
  await patchContact(ada, a.id, { company: 'edited' });
  dataOf(await undo(a.id));
  expect(state()).toEqual(before);
});

test("omits a link to a record deleted since, and keeps a note's current time", async () => {
  const field = dataOf(
    await ada.post('/v1/custom-fields', { custom_field: { name: 'f', field_type: 'input' } }),
  ).custom_field;
  const [gone, kept] = [await makeTag(ada, 'gone'), await makeTag(ada, 'kept')];
  const friend = await aged({ full_name: 'Friend' });
  const a = await aged({ full_name: 'Ann' });
  const b = await aged({
    full_name: 'Anna',
    tags_contacts: [{ tag_id: gone.id }, { tag_id: kept.id }],
    custom_fields: [{ id: field.id, text_value: 'x' }],
    related_contacts: [{ destination: friend.id }],
  });
  const links = { timeline_items_contacts: [{ contact_id: b.id }] };
  const [lost, moved] = [
    await makeNote(ada, { note: 'lost', ...links }),
    await makeNote(ada, { note: 'moved', ...links }),
  ];
  const remind = { text: 'x', due_at_date: '2026-11-02', reminders_contacts: [{ contact_id: b.id }] };
  const reminder = dataOf(await ada.post('/v2/reminders', { reminder: remind })).reminder;
  await merge(a.id, b.id);
  for (const path of [
    `/v2/tags/${gone.id}`,
    `/v2/custom-fields/${field.id}`,
    `/v2/timeline/notes/${lost.id}`,
    `/v2/reminders/${reminder.id}`,
    `/v2/contacts/${friend.id}`,
  ]) {
    expect((await ada.call('DELETE', path)).status).toBe(200);
  }
  const event_time = '2026-01-01T00:00:00.000Z';
  await ada.call('PUT', `/v1/timeline/${moved.id}`, { note: { event_time } });
  dataOf(await undo(a.id));
  const back = await getContact(ada, b.id);
  expect(back.tags_contacts).toMatchObject([{ tag_id: kept.id }]);
  expect(back).toMatchObject({
    contacts_custom_fields: [],
    reminders_contacts: [],
    contact_relations_contact_relations_sourceTocontacts: [],
    timeline_items_contacts: [{ timeline_item_id: moved.id }],
    last_note: { event_time },
  });
  expect(database.all('pragma foreign_key_check')).toEqual([]);
  const held = database.all('select event_time from timeline_items_contacts where timeline_item_id = ?', moved.id);
  expect(held).toEqual([{ event_time }]);
});

test('undoes two merges one by one, latest first, until none is left', async () => {
  const [a, b, c] = [await aged({ full_name: 'A' }), await aged({ full_name: 'B' }), await aged({ full_name: 'C' })];
  const first = state();
  await merge(a.id, b.id);
  const second = state();
  await merge(a.id, c.id);
  dataOf(await undo(a.id));
  expect(state()).toEqual(second);
  dataOf(await undo(a.id));
  expect(state()).toEqual(first);
  const over = await undo(a.id);
  expect([over.status, over.body.error.code]).toEqual([409, 'Conflict']);
});

test("follows a relation's other end to its survivor, and back when that merge is undone too", async () => {
  const [ann, bob] = [await aged({ full_name: 'Ann' }), await aged({ full_name: 'Bob' })];
  const bobby = await aged({ full_name: 'Bobby' });
  const anna = await aged({ full_name: 'Anna', related_contacts: [{ destination: bobby.id, source_contact: 'wife' }] });
  const before = state();
  await merge(ann.id, anna.id);
  await merge(bob.id, bobby.id);
  dataOf(await undo(ann.id));
  const relations = (await getContact(ada, anna.id)).contact_relations_contact_relations_sourceTocontacts;
  expect(relations).toMatchObject([{ destination: bob.id, source_contact: 'wife' }]);
  dataOf(await undo(bob.id));
  expect(state()).toEqual(before);
});

test("returns a later survivor's relation to the contact that was merged before", async () => {
  const [ann, bob] = [await aged({ full_name: 'Ann' }), await aged({ full_name: 'Bob' })];
  const cid = await aged({ full_name: 'Cid', related_contacts: [{ destination: bob.id }] });
  const dee = await aged({ full_name: 'Dee' });
  const before = state();
  await merge(ann.id, bob.id);
  await merge(cid.id, dee.id);
  dataOf(await undo(ann.id));
  dataOf(await undo(cid.id));
  expect(state()).toEqual(before);
});

test('replaces a relation that was recreated with the original one', async () => {
  const friend = await aged({ full_name: 'Friend' });
  const a = await aged({ full_name: 'Ann', related_contacts: [{ destination: friend.id, source_contact: 'then' }] });
  const b = await aged({ full_name: 'Anna' });
  const before = state();
  await merge(a.id, b.id);
  const related = { destination: friend.id, source_contact: 'now' };
  await patchContact(ada, a.id, { related_contacts: { replace: [] } });
  await patchContact(ada, a.id, { related_contacts: { append: [related] } });
  dataOf(await undo(a.id));
  expect(state()).toEqual(before);
});

test('lets each survivor in a chain undo its own merge', async () => {
  const [a, b, c] = [await aged({ full_name: 'A' }), await aged({ full_name: 'B' }), await aged({ full_name: 'C' })];
  const before = state();
  await merge(b.id, c.id);
  const between = state();
  await merge(a.id, b.id);
  const away = await undo(b.id);
  expect([away.status, away.body.error.details]).toEqual([404, { merged_into: a.id }]);
  dataOf(await undo(a.id));
  expect(state()).toEqual(between);
  expect((await ada.get(`/v2/contacts/${c.id}`)).body.error.details).toEqual({ merged_into: b.id });
  dataOf(await undo(b.id));
  expect(state()).toEqual(before);
});

describe('refusals', () => {
  test('an unknown survivor is 404, one without a merge 409, a call without a key 400', async () => {
    expect((await undo(randomUUID())).status).toBe(404);
    const { id } = await aged({});
    expect((await undo(id)).status).toBe(409);
    expect((await ada.post(`/v2/contacts/${id}/undo-merge`, undefined, { key: null })).status).toBe(400);
  });

  test('undo works on day 30 but not on day 31, when the next write purges the record', async () => {
    const [a, b, c, d] = [await aged({}), await aged({}), await aged({}), await aged({})];
    await merge(a.id, b.id);
    await merge(c.id, d.id);
    const merges = () => database.all('select survivor_id from merges where user_id = ?', ada.id).length;
    later(30 * DAY - 2_000);
    expect((await undo(a.id)).status).toBe(200);
    later(4_000);
    expect((await undo(c.id)).status).toBe(409);
    expect(merges()).toBe(1);
    await aged({});
    expect(merges()).toBe(0);
  });

  test('permanently deleting a contact also deletes its merge records', async () => {
    const [a, b, c] = [await aged({}), await aged({}), await aged({})];
    await merge(b.id, c.id);
    await merge(a.id, b.id);
    await ada.call('DELETE', `/v2/contacts/${a.id}`);
    expect(database.all('select id from merges where user_id = ?', ada.id)).toEqual([]);
    expect((await undo(a.id)).status).toBe(404);
  });
});

test('undoes only one merge for the same key, and none in a dry run', async () => {
  const [a, b, c] = [await aged({}), await aged({}), await aged({})];
  await merge(a.id, b.id);
  await merge(a.id, c.id);
  const merged = state();
  const preview = await ada.post(`/v2/contacts/${a.id}/undo-merge?dryRun=true`);
  expect(preview.body).toMatchObject({ dry_run: true, data: { contacts: [{ id: a.id }, { id: c.id }] } });
  expect(state()).toEqual(merged);
  const key = randomUUID();
  const first = await undo(a.id, { key });
  const again = await undo(a.id, { key });
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  expect((await ada.get(`/v2/contacts/${b.id}`)).status).toBe(404);
});

test('runs an undo and a concurrent merge one after the other', async () => {
  const [a, b, c] = [await aged({ full_name: 'A' }), await aged({ full_name: 'B' }), await aged({ full_name: 'C' })];
  const before = state();
  await merge(a.id, b.id);
  await Promise.all([undo(a.id), merge(a.id, c.id)]);
  const left = database.all('select id from merges where user_id = ?', ada.id).length;
  for (let turn = 0; turn < left; turn++) dataOf(await undo(a.id));
  expect(state()).toEqual(before);
});
