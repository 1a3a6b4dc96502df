import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('smoke', async () => {
  const ada = await service.user();
  const made = await ada.post('/v2/contacts', { full_name: 'Ada' });
  expect(made.status).toBe(201);
  const batch = await ada.post('/v2/contacts/batch', {
    contacts: [{ full_name: 'B' }, { full_name: 'C', contact_emails: [{ email: 'c@x.com' }] }],
  });
  expect(batch.body.data.batch.committed).toBe(2);
  const merged = await ada.post('/v2/contacts/merge', {
    contactIds: [[made.body.data.contact.id, batch.body.data.contacts[1].id]],
  });
  expect(merged.body).toMatchObject({ data: { failed: [] } });
  const note = await ada.post('/v2/timeline/notes', {
    note: { note: 'Coffee with Ada about bees', timeline_items_contacts: [{ contact_id: made.body.data.contact.id }] },
  });
  expect(note.status).toBe(201);
  const found = await ada.get('/v2/timeline/notes/search?searchQuery=ada%20bee');
  expect(found.body.data.notes).toHaveLength(1);
  expect((await ada.get('/v2/contacts/count?where[has_email]=true')).body).toEqual({ data: { count: 1 } });
  expect((await ada.call('DELETE', '/v2/tags')).headers.get('allow')).toBe('GET, POST');
});
