import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteClient } from '../../src/client/remote.ts';
import { dataOf, type Json } from '../support/people.ts';
import { type RunningService, startService } from '../support/service.ts';

// A client splits many rows into parts. Its result must equal the service's result for all rows at once.

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Outcomes of the rows, without the differences between two accounts. */
const told = ({ batch, duplicates = [], ...rows }: Json) => ({
  batch: JSON.parse(JSON.stringify(batch).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')),
  duplicates: duplicates.map(({ index, confidence }: Json) => [index, confidence]),
  names: (rows.contacts ?? rows.notes).map(({ full_name, note }: Json) => full_name ?? note),
  count: rows.pagination.count,
});

async function bothWays(name: 'bulk_create_contacts' | 'bulk_create_notes', path: string, body: object) {
  const [here, there] = [await service.user(), await service.user()];
  const client = remoteClient({ baseUrl: service.baseUrl, apiKey: here.apiKey });
  const { data } = await client.call(name, body as never);
  await client.close();
  const whole = dataOf(await there.post(path, body));
  expect(told(data)).toEqual(told(whole));
  return told(whole);
}

test('splits notes, with and without bad rows', async () => {
  const notes: object[] = Array.from({ length: 250 }, (_, index) => ({ note: `Note ${index}` }));
  notes[7] = { event_time: 'soon' };
  notes[230] = { note: 'x', timeline_items_contacts: [{ contact_id: randomUUID() }] };
  const { batch } = await bothWays('bulk_create_notes', '/v2/timeline/notes/batch', { notes, continueOnError: true });
  expect(batch.failedRows.map(({ index }: Json) => index)).toEqual([7, 230]);
  notes[7] = { note: 'good' };
  const stopped = await bothWays('bulk_create_notes', '/v2/timeline/notes/batch', { notes });
  expect(stopped.batch.failedRows[0].error.message).toContain('notes[230]');
});

test('splits contacts, some of them duplicates', async () => {
  const contacts = Array.from({ length: 250 }, (_, index) => ({
    full_name: `Somebody Number${index % 240}`,
    contact_emails: [{ email: `number${index % 240}@example.com` }],
  }));
  for (const onDuplicate of ['skip', 'report']) {
    const { batch, duplicates } = await bothWays('bulk_create_contacts', '/v2/contacts/batch', {
      contacts,
      onDuplicate,
    });
    expect(batch.committed).toBe(240);
    expect(duplicates).toEqual(Array.from({ length: 10 }, (_, index) => [240 + index, 'certain']));
  }
});
