import { beforeAll, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContact, makeNote } from '../support/people.ts';

const { service, ada } = await serviceForFile();
let grace: Json;
let notes: Json[];
beforeAll(async () => {
  grace = await makeContact(ada, { full_name: 'Grace Hopper' });
  notes = [];
  for (const [text, event_time, linked] of [
    ['Café in Paris', '2026-01-01T10:00:00.000Z', true],
    ['Alone', '2026-02-01T10:00:00.000Z', false],
    ['Lunch', '2026-03-01T10:00:00.000Z', true],
  ] as const) {
    const timeline_items_contacts = linked ? [{ contact_id: grace.id }] : [];
    notes.unshift(await makeNote(ada, { note: text, event_time, timeline_items_contacts }));
  }
});

const timeline = async (query = ''): Promise<Json> => dataOf(await ada.get(`/v2/timeline${query}`));
const texts = ({ items }: Json): string[] => items.map(({ note }: Json) => note.note);

test('lists notes newest first, each with its type, as in a single read', async () => {
  const { items, pagination, warnings } = await timeline();
  expect(items).toEqual(notes.map((note) => ({ type: 'note', date: note.event_time, note })));
  expect(pagination).toEqual({ nextCursor: null, count: 3 });
  expect(warnings).toEqual(expect.any(Array));
});

test.each([
  ['of one contact', () => `?contactId=${grace.id}`, ['Lunch', 'Café in Paris']],
  ['between days, the last included', () => '?startDate=2026-02-01&endDate=2026-03-01', ['Lunch', 'Alone']],
  ['by words', () => '?searchQuery=cafe%20hopper', ['Café in Paris']],
  ['of one source', () => '?sources=notes', ['Lunch', 'Alone', 'Café in Paris']],
  ['of other sources', () => '?sources=emails,events', []],
])('%s', async (_, query, expected) => {
  expect(texts(await timeline(query()))).toEqual(expected);
});

test('includes contact details in each link on request', async () => {
  const { items } = await timeline('?includeContactDetails=true&take=1');
  expect(items[0].note.timeline_items_contacts[0].contacts.full_name).toBe('Grace Hopper');
});

test.each([
  ['sources=letters', 'sources'],
  ['startDate=2026-03-02&endDate=2026-03-01', 'endDate'],
  ['take=201', 'take'],
  ['cursor=made-up', 'cursor'],
  ['contactId=grace', 'contactId'],
  ['color=red', 'color'],
])('rejects ?%s by name', async (query, field) => {
  const { status, body } = await ada.get(`/v2/timeline?${query}`);
  expect(status).toBe(400);
  expect(Object.keys(body.error.details.fields).join()).toContain(field);
});

test("returns 404 for a missing contact, and rejects another list's cursor", async () => {
  expect((await ada.get(`/v2/timeline?contactId=${notes[0].id}`)).status).toBe(404);
  const { nextCursor } = (await timeline('?take=1')).pagination;
  const cursor = encodeURIComponent(nextCursor);
  expect(texts(await timeline(`?take=1&cursor=${cursor}`))).toEqual(['Alone']);
  expect((await ada.get(`/v2/timeline?take=1&sources=notes&cursor=${cursor}`)).status).toBe(400);
  const bob = await service.user();
  expect((await bob.get(`/v2/timeline?take=1&cursor=${cursor}`)).status).toBe(400);
});
