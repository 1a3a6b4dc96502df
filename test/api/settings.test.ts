import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, makeContact, makeTag } from '../support/people.ts';
import { addGroup } from '../support/records.ts';

// The account's settings, and the names of labels.

const { service } = await serviceForFile();

const ME = '/v2/users/me';

test('changes the name, the time zone, and the country', async () => {
  const [ada, bob] = [await service.user(undefined, 'Europe/Berlin'), await service.user(undefined, 'Europe/Berlin')];
  const before = dataOf(await ada.get(ME)).user;
  const { id } = await makeContact(ada, { contact_phone_numbers: [{ phone_number: '030 5550177' }] });
  const changes = { name: 'Ada', time_zone: 'america/new_york', country: 'us' };
  const changed = dataOf(await ada.call('PATCH', ME, changes));
  const after = { ...before, name: 'Ada', time_zone: 'America/New_York', country: 'US' };
  expect(changed).toEqual({ user: after, phone_numbers_changed: 1 });
  expect(dataOf(await ada.get(ME)).user).toEqual(after);
  expect(dataOf(await ada.get(`/v2/contacts/${id}`)).contact.contact_phone_numbers).toHaveLength(1);
  expect(dataOf(await ada.call('PATCH', ME, { name: null })).user).toEqual({ ...after, name: null });
  expect(dataOf(await bob.get(ME)).user).toMatchObject({ name: null, time_zone: 'Europe/Berlin' });
});

test('names every bad setting, and changes none', async () => {
  const ada = await service.user();
  const before = dataOf(await ada.get(ME)).user;
  const refused = await ada.call('PATCH', ME, { name: 'x'.repeat(201), time_zone: '+01:00', country: 'XX' });
  expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, ['name', 'time_zone', 'country']]);
  expect(dataOf(await ada.get(ME)).user).toEqual(before);
});

test('lists the names of tags and groups', async () => {
  const [ada, bob] = [await service.user(), await service.user()];
  const [red, blue] = [await makeTag(ada, 'red'), await makeTag(ada, 'blue')];
  const club = await addGroup(ada, 'Club');
  const [tags, groups] = [[blue, red].map(({ id, name }) => ({ id, name })), [{ id: club, name: 'Club' }]];
  expect(dataOf(await ada.get('/v2/labels'))).toEqual({ tags, groups });
  expect(dataOf(await ada.get('/v2/labels?take=1'))).toEqual({ tags: tags.slice(0, 1), groups });
  const ids = `ids[0]=${red.id}&ids[1]=${club}`;
  expect(dataOf(await ada.get(`/v2/labels?${ids}`))).toEqual({ tags: tags.slice(1), groups });
  expect(dataOf(await bob.get(`/v2/labels?${ids}`))).toEqual({ tags: [], groups: [] });
});
