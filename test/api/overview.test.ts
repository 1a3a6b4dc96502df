import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContact, makeContacts, makeNote, makeTag, patchContact } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import type { User } from '../support/service.ts';

const { service } = await serviceForFile();

let ada: User;
beforeAll(async () => {
  ada = await service.user(undefined, 'Asia/Tokyo');
});

const overviewOf = async (user: User): Promise<Json> => dataOf(await user.get('/v2/overview'));
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const dayOf = (timeZone: string): string => new Intl.DateTimeFormat('sv', { timeZone }).format();

const remind = async (user: User, reminder: object): Promise<string> =>
  dataOf(await user.post('/v2/reminders', { reminder })).reminder.id;

describe('overview', () => {
  test('is complete for an empty account', async () => {
    const user = await service.user(undefined, 'America/Lima');
    const before = dayOf('America/Lima');
    const data = await overviewOf(user);
    expect([before, dayOf('America/Lima')]).toContain(data.today);
    expect(data).toEqual({
      user: dataOf(await user.get('/v2/users/me')).user,
      today: data.today,
      time_zone: 'America/Lima',
      counts: {
        ...{ contacts: 0, archived: 0, notes: 0, reminders_open: 0, reminders_overdue: 0, groups: 0, tags: 0 },
      },
      ...{ groups: [], tags: [], custom_fields: [], due: [], recent_people: [], accounts: [] },
      notes: { first: null, last: null },
    });
  });

  test('counts records and describes them', async () => {
    const [ben, cleo, dora, gone] = await makeContacts(ada, [
      { full_name: 'Ben', last_seen_at: ago(3) },
      { full_name: 'Cleo', last_seen_at: ago(1) },
      { full_name: 'Dora', last_seen_at: ago(-9) },
      { full_name: 'Gone', last_seen_at: ago(0.5) },
    ]);
    const group = await addGroup(ada, 'Chess', { groups_contacts: [{ contact_id: ben.id }, { contact_id: gone.id }] });
    const empty = await addGroup(ada, 'Archery');
    const [vip, old] = [await makeTag(ada, 'vip'), await makeTag(ada, 'old')];
    dataOf(await ada.post('/v2/tags/contacts/add', { contactIds: [ben.id, cleo.id], tagIds: [vip.id] }));
    dataOf(await ada.post('/v2/tags/contacts/add', { contactIds: [dora.id], tagIds: [old.id] }));
    await patchContact(ada, gone.id, { is_archived: true });
    for (const event_time of ['2020-05-01T08:00:00Z', '2001-02-03T04:05:06Z', '2024-07-08T09:00:00Z'])
      await makeNote(ada, { note: 'Tea', event_time });
    const field = { name: 'Size', field_type: 'autocomplete', categories: [{ category: 'S' }, { category: 'M' }] };
    const sizes = dataOf(await ada.post('/v1/custom-fields', { custom_field: field })).custom_field.id;
    const plain = { name: 'Motto', field_type: 'input' };
    const motto = dataOf(await ada.post('/v1/custom-fields', { custom_field: plain })).custom_field.id;
    const reminders_contacts = [{ contact_id: ben.id }];
    const late = await remind(ada, { text: 'Late', due_at_date: '2020-01-01', reminders_contacts });
    await remind(ada, { text: 'Later', due_at_date: '2999-01-01' });
    await remind(ada, { text: 'Done', due_at_date: '2020-01-01', is_complete: true });

    const data = await overviewOf(ada);
    expect(data.counts).toEqual({
      ...{ contacts: 3, archived: 1, notes: 3, reminders_open: 2, reminders_overdue: 1, groups: 2, tags: 2 },
    });
    expect(data.groups).toEqual([
      { id: group, name: 'Chess', count: 1 },
      { id: empty, name: 'Archery', count: 0 },
    ]);
    expect(data.tags).toEqual([
      { id: vip.id, name: 'vip', count: 2 },
      { id: old.id, name: 'old', count: 1 },
    ]);
    expect(data.custom_fields).toEqual([
      { id: sizes, name: 'Size', field_type: 'autocomplete', categories: ['S', 'M'] },
      { id: motto, name: 'Motto', field_type: 'input' },
    ]);
    expect(data.due).toEqual([
      {
        id: late,
        text: 'Late',
        due_at_date: '2020-01-01T00:00:00.000Z',
        due_at_time: null,
        contacts: [{ id: ben.id, full_name: 'Ben' }],
      },
    ]);
    expect(data.recent_people.map(({ full_name }: Json) => full_name)).toEqual(['Cleo', 'Ben']);
    expect(data.notes).toEqual({ first: '2001-02-03T04:05:06.000Z', last: '2024-07-08T09:00:00.000Z' });
  });

  test('lists 30 of 40 groups and tags: the largest, then by name', async () => {
    const user = await service.user();
    const { id } = await makeContact(user, { full_name: 'Member' });
    const names = Array.from({ length: 40 }, (_, index) => `L${String(index).padStart(2, '0')}`);
    for (const name of names) await addGroup(user, name, name > 'L37' ? { groups_contacts: [{ contact_id: id }] } : {});
    const { tags } = dataOf(await user.post('/v2/tags/batch', { names }));
    const used = tags.filter(({ name }: Json) => name > 'L37').map((tag: Json) => tag.id);
    dataOf(await user.post('/v2/tags/contacts/add', { contactIds: [id], tagIds: used }));
    const data = await overviewOf(user);
    expect(data.counts).toMatchObject({ groups: 40, tags: 40 });
    for (const list of [data.groups, data.tags])
      expect(list.map(({ name }: Json) => name)).toEqual(['L38', 'L39', ...names.slice(0, 28)]);
  });

  test('lists at most five reminders and people, and three contacts of a reminder', async () => {
    const user = await service.user();
    const people = await makeContacts(
      user,
      Array.from({ length: 7 }, (_, index) => ({ full_name: `P${index}`, last_seen_at: ago(index + 1) })),
    );
    const reminders_contacts = people.map(({ id }) => ({ contact_id: id }));
    for (let day = 7; day >= 1; day--)
      await remind(user, { text: `R${day}`, due_at_date: `2020-01-0${day}`, reminders_contacts });
    const { due, recent_people, counts } = await overviewOf(user);
    expect(due.map(({ text }: Json) => text)).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
    expect(due[0].contacts).toHaveLength(3);
    expect(recent_people.map(({ full_name }: Json) => full_name)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4']);
    expect(counts).toMatchObject({ reminders_open: 7, reminders_overdue: 7 });
  });

  // These zones are 25 hours apart, so they never share a date.
  test("uses the date in the user's time zone", async () => {
    const zones = ['Pacific/Niue', 'Pacific/Kiritimati'] as const;
    const [west, east] = await Promise.all(zones.map((zone) => service.user(undefined, zone)));
    const [earlier, later] = [await overviewOf(west!), await overviewOf(east!)];
    expect(earlier.today < later.today).toBe(true);
    for (const user of [west!, east!]) {
      await remind(user, { text: 'West', due_at_date: earlier.today });
      await remind(user, { text: 'East', due_at_date: later.today });
    }
    const shown = async (user: User) => {
      const { due, counts } = await overviewOf(user);
      return [due.map(({ text }: Json) => text), counts.reminders_open, counts.reminders_overdue];
    };
    expect(await shown(west!)).toEqual([['West'], 2, 0]);
    expect(await shown(east!)).toEqual([['West', 'East'], 2, 1]);
  });

  test('lists connected accounts', async () => {
    const user = await service.user();
    await user.connect?.('Zanzibar');
    const { accounts } = dataOf(await user.get('/v2/agenda/accounts'));
    expect((await overviewOf(user)).accounts).toEqual(
      accounts.map(({ id, provider, email, status }: Json) => ({ id, provider, email, status })),
    );
  });
});
