import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf } from '../support/people.ts';
import { addContacts, addGroup, allIds, refusedFields } from '../support/records.ts';

const { service, ada } = await serviceForFile();

const membersOf = (id: string) => allIds(ada, `/v2/groups/${id}/contacts`, 'contacts', 200);

test('adds and removes contacts once, and reports missing ones', async () => {
  const [bo, cy, di] = await addContacts(ada, 'Bo', 'Cy', 'Di');
  const id = await addGroup(ada, 'Choir', { groups_contacts: [{ contact_id: bo }] });
  const unknown = randomUUID();
  const change = (method: string, contactIds: (string | undefined)[]) =>
    ada.call(method, `/v2/groups/${id}/contacts`, { contactIds });
  expect(dataOf(await change('PUT', [bo, cy, cy, unknown]))).toEqual({
    affected: 1,
    ids: [cy],
    failed: [{ id: unknown, error: { code: 'NotFound', message: expect.any(String) } }],
  });
  expect(dataOf(await change('DELETE', [cy, di, unknown]))).toMatchObject({
    affected: 1,
    ids: [cy],
    failed: [{ id: unknown }],
  });
  expect(await membersOf(id)).toEqual([bo]);
  expect((await change('PUT', [])).status).toBe(400);
  expect((await change('PUT', ['x'])).status).toBe(400);
  expect((await ada.call('DELETE', `/v2/groups/${id}/contacts`)).status).toBe(400);
});

test('pages members by contact id, from any contact id, and includes relations on request', async () => {
  const ids = (await addContacts(ada, ...'abcdefg')).sort();
  const [outside] = await addContacts(ada, 'Outside');
  const id = await addGroup(ada, 'Paged', { groups_contacts: ids.map((contact_id) => ({ contact_id })) });
  const path = `/v2/groups/${id}/contacts`;
  for (const take of [1, 3, 7, 200]) expect(await allIds(ada, path, 'contacts', take)).toEqual(ids);
  const first = dataOf(await ada.get(`${path}?take=3`));
  expect(first.pagination).toEqual({ nextCursor: ids[2], count: 3 });
  expect(first.contacts[0]).not.toHaveProperty('contact_emails');
  expect(dataOf(await ada.get(`${path}?cursor=${outside}`))).toEqual({
    contacts: [],
    pagination: { nextCursor: null, count: 0 },
  });
  await ada.call('DELETE', `/v2/contacts/${ids[2]}`);
  expect(dataOf(await ada.get(`${path}?cursor=${ids[2]}`)).contacts).toHaveLength(4);

  await ada.post(`/v2/contact-emails/${ids[0]}`, { email: 'a@example.com' });
  const whole = dataOf(await ada.get(`${path}?take=1&include[contact_emails]=true`));
  expect(whole.contacts[0].contact_emails).toMatchObject([{ email: 'a@example.com' }]);
  expect(whole.contacts[0]).not.toHaveProperty('contact_phone_numbers');
  for (const query of ['take=0', 'take=201', 'cursor=abc', 'select[id]=true']) {
    expect((await ada.get(`${path}?${query}`)).status, query).toBe(400);
  }
});

test('counts the requested groups, or all', async () => {
  const mo = await service.user();
  const [bo, cy] = await addContacts(mo, 'Bo', 'Cy');
  const two = await addGroup(mo, 'Two', { groups_contacts: [{ contact_id: bo }, { contact_id: cy }] });
  const one = await addGroup(mo, 'One', { groups_contacts: [{ contact_id: bo }] });
  const none = await addGroup(mo, 'None');
  const counts = async (query: string) => dataOf(await mo.get(`/v2/groups/contact-counts${query}`)).counts;
  expect(await counts('')).toEqual([
    { group_id: none, count: 0 },
    { group_id: one, count: 1 },
    { group_id: two, count: 2 },
  ]);
  expect(await counts(`?groupIds=${two},${none}`)).toEqual([
    { group_id: two, count: 2 },
    { group_id: none, count: 0 },
  ]);
  expect(await counts(`?groupIds=${one}&groupIds=${one}`)).toEqual([{ group_id: one, count: 1 }]);
  expect((await mo.get('/v2/groups/contact-counts?groupIds=')).status).toBe(400);
  const stray = await mo.get(`/v2/groups/contact-counts?groupIds=${one},${randomUUID()}`);
  expect([stray.status, refusedFields(stray)]).toEqual([404, ['groupIds[1]']]);
});

test('includes each member of a branch once with subgroups', async () => {
  const mo = await service.user();
  const [bo, cy, di, ed] = await addContacts(mo, 'Bo', 'Cy', 'Di', 'Ed');
  const of = (...ids: (string | undefined)[]) => ({ groups_contacts: ids.map((contact_id) => ({ contact_id })) });
  const top = await addGroup(mo, 'A top', of(bo));
  const middle = await addGroup(mo, 'B middle', { parent_id: top, ...of(bo, cy) });
  const low = await addGroup(mo, 'C low', { parent_id: middle, ...of(cy, di) });
  const other = await addGroup(mo, 'D other', of(ed));
  const counted = async (query: string) =>
    dataOf(await mo.get(`/v2/groups/contact-counts${query}`)).counts.map((one: { count: number }) => one.count);
  const sizes = async (query: string) =>
    dataOf(await mo.get(`/v2/groups${query}`)).groups.map(
      (group: { _count: { groups_contacts: number } }) => group._count.groups_contacts,
    );
  for (const asked of [counted, sizes]) {
    expect(await asked('')).toEqual([1, 2, 2, 1]);
    expect(await asked('?includeSubgroups=false')).toEqual([1, 2, 2, 1]);
    expect(await asked('?includeSubgroups=true')).toEqual([3, 3, 2, 1]);
  }
  expect(await counted(`?includeSubgroups=true&groupIds=${low},${other},${top}`)).toEqual([2, 1, 3]);
  const members = (id: string, more: string) => allIds(mo, `/v2/groups/${id}/contacts`, 'contacts', 200, more);
  expect(await members(top, '')).toEqual([bo]);
  for (const take of [1, 2, 200]) {
    expect(await allIds(mo, `/v2/groups/${top}/contacts`, 'contacts', take, '&includeSubgroups=true')).toEqual(
      [bo, cy, di].sort(),
    );
  }
  expect(await members(middle, '&includeSubgroups=true')).toEqual([bo, cy, di].sort());
  expect(await members(other, '&includeSubgroups=true')).toEqual([ed]);
  const wrong = await mo.get('/v2/groups?includeSubgroups=maybe');
  expect([wrong.status, refusedFields(wrong)]).toEqual([400, ['includeSubgroups']]);
});
