import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { type RunningService, startService } from '../support/service.ts';

// The same server with a remote service: base URL and key in place of the data folder.

let service: RunningService;
let apiKey: string;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  ({ apiKey } = await service.user());
  client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: apiKey } });
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

test('sends objects, lists, and wrappers in the wire format over HTTP', async () => {
  const { contact } = (await client.call('create_contact', { full_name: 'Remote Person' })).structuredContent;
  const link = [{ contact_id: contact.id }];
  await client.call('create_note', { note: 'met at the fair', timeline_items_contacts: link });
  const found = await client.call('search_notes', { searchQuery: 'fair', includeContactDetails: true });
  expect(found.structuredContent.notes[0].timeline_items_contacts[0].contacts.full_name).toBe('Remote Person');
  const counted = await client.call('count_contacts', { where: { has_notes: true, or: [{ name: 'person' }] } });
  expect(counted.structuredContent).toEqual({ count: 1 });
  const listed = await client.call('list_contacts', { include: { contact_emails: true }, select: { full_name: true } });
  expect(Object.keys(listed.structuredContent.contacts[0]).sort()).toEqual(['full_name', 'id']);
  const updates = [{ contactId: contact.id, data: { starred: true } }];
  expect((await client.call('bulk_update_contacts', { updates })).structuredContent).toMatchObject({
    count: 1,
    contacts: [{ id: contact.id, starred: true }],
  });
  expect((await client.call('check_service')).structuredContent.greeting).toContain('kith');
});

test('explains a wrong key, and a port with another service, without showing the key', async () => {
  const wrong = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: 'kith_wrong' } });
  const refused = await wrong.call('list_contacts');
  expect(refused.isError).toBe(true);
  expect(refused.content[0]!.text).toContain('Unauthorized');
  await wrong.close();
  const withTls = service.baseUrl.replace('http:', 'https:');
  const nowhere = await connectModern({ env: { KITH_BASE_URL: withTls, KITH_API_KEY: apiKey } });
  const lost = await nowhere.call('list_contacts');
  expect(lost.content[0]!.text).toContain('does not speak TLS');
  expect(lost.content[0]!.text).not.toContain(apiKey);
  await nowhere.close();
});

test('reports a missing key at the first call, not at start', async () => {
  const keyless = await connectModern({ env: { KITH_BASE_URL: service.baseUrl } });
  expect((await keyless.listTools()).tools.length).toBeGreaterThan(10);
  const refused = await keyless.call('list_contacts');
  expect(refused.isError).toBe(true);
  expect(refused.content[0]!.text).toContain('KITH_API_KEY');
  await keyless.close();
});
