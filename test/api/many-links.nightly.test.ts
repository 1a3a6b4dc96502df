import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../support/database.ts';
import { insertNotes } from '../support/many-notes.ts';
import { createPeople } from '../support/people.ts';
import { type RunningService, startService } from '../support/service.ts';

// Lists of more than 120,000 rows, which overflow the stack when they are spread into a call's arguments.

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

test('deletes and restores people with many shared notes', async () => {
  const ada = await service.user();
  const people = await createPeople(ada, 101);
  insertNotes(service.dataDir, ada.id, 1_300);
  const [kept, ...deleted] = people;
  const { status, body } = await ada.post('/v2/contacts/batch-delete', { contactIds: deleted });
  expect(status, JSON.stringify(body).slice(0, 200)).toBe(200);
  expect(body.data).toEqual({ affected: 100, ids: deleted, failed: [] });
  const left = (await ada.get(`/v2/contacts/${kept}`)).body.data.contact;
  expect(left.timeline_items_contacts).toHaveLength(1_300);
  const { items } = (await ada.get('/v2/trash?take=200')).body.data;
  expect(items).toHaveLength(100);
  // Notes are found by the names of people who are still linked.
  const found = async (name: string) =>
    (await ada.get(`/v2/timeline/notes/search?searchQuery=${name}&take=1`)).body.data.notes.length;
  expect([await found('"Person 0"'), await found('"Person 55"')]).toEqual([1, 0]);
  const restored = await ada.post('/v2/trash/restore', { ids: [deleted[0]] });
  expect(restored.body.data.restored).toHaveLength(1);
  const back = (await ada.get(`/v2/contacts/${deleted[0]}`)).body.data.contact;
  expect(back.timeline_items_contacts).toHaveLength(1_300);
});

test('changes nothing in a dry run of such a deletion', async () => {
  const ada = await service.user();
  const people = await createPeople(ada, 30);
  insertNotes(service.dataDir, ada.id, 1_500);
  const database = openDatabase(service.dataDir);
  const before = database.rowsOf(ada.id);
  const { body } = await ada.post('/v2/contacts/batch-delete?dryRun=true', { contactIds: people });
  expect(body).toMatchObject({ dry_run: true, data: { affected: 30 } });
  expect(database.rowsOf(ada.id)).toBe(before);
  database.close();
});

test('deletes the same people once if the call is repeated with its key', async () => {
  const ada = await service.user();
  const people = await createPeople(ada, 30);
  insertNotes(service.dataDir, ada.id, 1_500);
  const key = 'b4f0c1de-1111-4222-8333-444455556666';
  const missing = 'b4f0c1de-1111-4222-8333-444455557777';
  const send = () => ada.post('/v2/contacts/batch-delete', { contactIds: [...people, missing] }, { key });
  const first = await send();
  expect(first.body.data).toMatchObject({ affected: 30, failed: [{ id: missing }] });
  const again = await send();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect((await ada.get('/v2/timeline/notes')).body.data.notes).toEqual([]);
});

test('lists recurring reminders of many people', async () => {
  const ada = await service.user();
  await createPeople(ada, 500);
  for (let done = 0; done < 300; done++) {
    const reminder = { text: `Water ${done}`, due_at_date: '2026-12-01', recurrence: '7 days' };
    expect((await ada.post('/v2/reminders', { reminder })).status).toBe(201);
  }
  const database = openDatabase(service.dataDir);
  database.all(`insert into reminders_contacts (user_id, reminder_id, contact_id)
    select reminders.user_id, reminders.id, contacts.id from reminders, contacts
    where reminders.user_id = '${ada.id}' and contacts.user_id = '${ada.id}' returning 1`);
  database.close();
  const ids = new Set<string>();
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const { status, body } = await ada.get(
      `/v2/reminders/recurring${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
    );
    expect(status).toBe(200);
    for (const { id } of body.data.reminders) ids.add(id);
    cursor = body.data.pagination.nextCursor;
    if (cursor) expect(body.data.warnings.join()).toContain('nextCursor');
  }
  expect(ids.size).toBe(300);
  expect(pages).toBeGreaterThan(1);
});
