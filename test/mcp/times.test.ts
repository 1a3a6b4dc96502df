import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { operation } from '../../src/contract/operations.ts';
import { inAccountZone } from '../../src/mcp/replies/account-zone.ts';
import { withBareDays } from '../../src/mcp/tools/bare-days.ts';
import { dayAfter, dayIn, startOfDay } from '../../src/shared/zones.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Tools and resources show times in the account's time zone, and a time copied from a reply into an argument has the
// same meaning. The API's wire format stays UTC.

const ZONE = 'Europe/Berlin';
let service: RunningService;
let ada: User;
let clients: TestClient[];
beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, ZONE);
  clients = await Promise.all([
    connectModern({ url: `${service.baseUrl}/mcp`, headers: { authorization: `Bearer ${ada.apiKey}` } }),
    connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey } }),
  ]);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.stop();
});

const ask = async (client: TestClient, name: string, args: object): Promise<Json> => {
  const { isError, structuredContent, content } = await client.call(name, args as Record<string, unknown>);
  expect(isError, content[0]!.text).toBeFalsy();
  return structuredContent;
};

test.each([
  ['in one process', 0],
  ['elsewhere', 1],
])('with the service %s, shows a note at its local time, which can be sent back', async (_, at) => {
  const client = clients[at]!;
  const { id } = await makeContact(ada, { full_name: `Tea ${at}` });
  const about = { timeline_items_contacts: [{ contact_id: id }] };
  const event_time = '2024-11-27T09:30:00.000Z';
  const { note } = await ask(client, 'create_note', { note: 'Tea', event_time, ...about });
  expect(note.event_time).toBe('2024-11-27T10:30:00+01:00');
  expect(note.created_at).toMatch(/T\d\d:\d\d:\d\d(?:\.\d+)?\+01:00$|\+02:00$/);
  expect(dataOf(await ada.get(`/v2/timeline/notes/${note.id}`)).note.event_time).toBe(event_time);

  const range = { contactId: id, startDate: note.event_time, endDate: note.event_time };
  expect((await ask(client, 'search_notes', range)).notes).toMatchObject([{ id: note.id }]);
  await ask(client, 'update_note', { noteId: note.id, event_time: note.event_time });
  expect(dataOf(await ada.get(`/v2/timeline/notes/${note.id}`)).note.event_time).toBe(event_time);

  const page = await client.read(`kith://contacts/${id}/timeline?format=md`);
  expect(page).toContain('- 2024-11-27 10:30 CET, note: Tea');
  expect(await client.read(`kith://contacts/${id}/timeline`)).toContain('"2024-11-27T10:30:00+01:00"');
});

test.each([
  ['in one process', 0],
  ['elsewhere', 1],
])("with the service %s, reads a note's bare date as local noon, and today as now", async (_, at) => {
  const client = clients[at]!;
  const noteOn = async (event_time: string) => (await ask(client, 'create_note', { note: 'Tea', event_time })).note;
  const past = await noteOn('2024-07-01');
  expect(past.event_time).toBe('2024-07-01T12:00:00+02:00');
  const before = Date.now();
  const today = await noteOn(dayIn(ZONE, new Date().toISOString()));
  expect(Date.parse(today.event_time)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(today.event_time)).toBeLessThanOrEqual(Date.now());
  const { note } = await ask(client, 'update_note', { noteId: past.id, event_time: '2024-12-01' });
  expect(note.event_time).toBe('2024-12-01T12:00:00+01:00');
  const { notes } = await ask(client, 'bulk_create_notes', { notes: [{ note: 'x', event_time: '2024-07-02' }] });
  expect(notes[0].event_time).toBe('2024-07-02T12:00:00+02:00');
  for (const event_time of ['2024-02-30', '2024-7-1', 'yesterday'])
    expect((await client.call('create_note', { note: 'x', event_time })).isError).toBe(true);
});

test('shows the date of a search result as a local time or a day', async () => {
  const [client] = clients as [TestClient];
  await ask(client, 'create_note', { note: 'Zanzibar by boat', event_time: '2024-11-27T09:30:00.000Z' });
  await ask(client, 'create_reminder', { text: 'Book Zanzibar', due_at_date: '2099-05-01' });
  const { results } = await ask(client, 'search', { query: 'Zanzibar' });
  expect(new Map(results.map(({ kind, date }: Json) => [kind, date]))).toEqual(
    new Map([
      ['note', '2024-11-27T10:30:00+01:00'],
      ['reminder', '2099-05-01'],
    ]),
  );
});

test('searches free time from the start of one day to the end of another', async () => {
  const days = { start: '2026-10-24', end: '2026-10-25', duration_minutes: 30 };
  expect(await withBareDays(operation('find_free_time'), days, async () => ZONE)).toEqual({
    start: '2026-10-23T22:00:00.000Z',
    // Clocks go back on the second day.
    end: '2026-10-25T23:00:00.000Z',
    duration_minutes: 30,
  });
  const { free } = await ask(clients[0]!, 'find_free_time', days);
  expect(free).toEqual([]);
});

test('shows all-day values as dates: due, recurring, birthdays', async () => {
  const [client] = clients as [TestClient];
  const today = dayIn(ZONE, new Date().toISOString());
  const due = { text: 'Water the plants', due_at_date: today, recurrence: '7 days' };
  const { reminder } = await ask(client, 'create_reminder', due);
  expect(reminder.due_at_date).toBe(today);
  const done = await ask(client, 'update_reminder', { reminderId: reminder.id, is_complete: true });
  const next = dayAfter(today, 7);
  expect(done.reminder.next_occurrence_at).toBe(next);
  const stored = async () => dataOf(await ada.get(`/v2/reminders/${reminder.id}`)).reminder.next_occurrence_at;
  expect(await stored()).toBe(startOfDay(ZONE, next));
  // Sent back as shown, it has the same meaning.
  await ask(client, 'update_reminder', { reminderId: reminder.id, next_occurrence_at: next });
  expect(await stored()).toBe(startOfDay(ZONE, next));

  const at = { ...due, due_at_date: null, due_at_time: startOfDay(ZONE, today) };
  const timed = (await ask(client, 'create_reminder', at)).reminder;
  const again = await ask(client, 'update_reminder', { reminderId: timed.id, is_complete: true });
  expect(again.reminder.next_occurrence_at).toMatch(new RegExp(`^${next}T00:00:00\\+0[12]:00$`));

  const { contact } = await ask(client, 'create_contact', { full_name: 'Nia', birthday: '--12-10' });
  expect(contact.birthday).toBe('--12-10');
  const kept = await ask(client, 'update_contact', { contactId: contact.id, birthday: contact.birthday });
  expect(kept.contact).toMatchObject({ birthday: '--12-10' });
  expect(dataOf(await ada.get(`/v2/contacts/${contact.id}`)).contact.birthday).toBe('1604-12-10T00:00:00.000Z');
  expect(await client.read(`kith://contacts/${contact.id}?format=md`)).toContain('- Birthday: 12-10');
});

test("shows a saved search's filters like any time", async () => {
  const [client] = clients as [TestClient];
  const filters = { last_seen_at: { gte: '2024-07-01', lte: '2024-07-31T22:00:00Z' } };
  const { view } = await ask(client, 'create_view', { name: 'July', filters });
  expect(view.filters.last_seen_at).toEqual({ gte: '2024-07-01', lte: '2024-08-01T00:00:00+02:00' });
});

test("suggests days from the account's current day on", async () => {
  const [client] = clients as [TestClient];
  const days = await client.complete('kith://agenda/{date}', 'date', '');
  expect(days.slice(0, 3)).toEqual(['today', 'week', dayIn(ZONE, new Date().toISOString())]);
});

/** A service that only answers these operations. */
function answering(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const client = {
    async call(name: string) {
      asked.push(name);
      if (!(name in answers)) throw new Error('not known here');
      return { data: answers[name] };
    },
  } as unknown as Client;
  return { asked, told: inAccountZone(client) };
}

const note = (event_time: unknown) => ({ note: { id: 'n', event_time, new_field: '2024-01-01T00:00:00Z' } });

test('requests the zone once, and only if there is a moment', async () => {
  const user = { user: { time_zone: 'Asia/Tokyo' } };
  const { asked, told } = answering({ get_current_user: user, get_note: note('2024-11-27T09:30:00Z'), list_tags: {} });
  await told.call('list_tags', {});
  expect(asked).toEqual(['list_tags']);
  for (const _ of [1, 2]) {
    const { data } = await told.call('get_note', { noteId: 'n' });
    expect(data.note).toMatchObject({ event_time: '2024-11-27T18:30:00+09:00', new_field: '2024-01-01T00:00:00Z' });
  }
  expect(asked.filter((name) => name === 'get_current_user')).toHaveLength(1);
});

test.each([{}, { get_current_user: { user: { time_zone: 'Mars/Olympus' } } }, { get_current_user: null }])(
  'shows times in UTC without a zone, as in %j',
  async (answers) => {
    const { told } = answering({ ...answers, get_note: note('2024-11-27T09:30:00Z') });
    expect((await told.call('get_note', { noteId: 'n' })).data.note.event_time).toBe('2024-11-27T09:30:00+00:00');
  },
);

test.each([null, 5, 'soon', '2024-13-40T00:00:00Z', ['2024-11-27T09:30:00Z']])('shows %j unchanged', async (value) => {
  const { told } = answering({ get_note: note(value) });
  expect((await told.call('get_note', { noteId: 'n' })).data.note.event_time).toEqual(value);
});
