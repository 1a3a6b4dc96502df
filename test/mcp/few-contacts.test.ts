import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/index.ts';
import { callTool } from '../../src/mcp/tools/call-tool.ts';
import { KithError } from '../../src/shared/error.ts';
import { serviceForFile } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { type Json, makeContacts, makeNote } from '../support/people.ts';

// The rows of a short list carry what questions are about, so that no call per person follows.

const { service, ada } = await serviceForFile();
let client: TestClient;
let id: string;
beforeAll(async () => {
  const [bob] = await makeContacts(ada, [
    {
      full_name: 'Bob Ray',
      company: 'Acme',
      birthday: '1990-04-01',
      description: 'x'.repeat(2_000),
      contact_emails: [{ email: 'bob@acme.example' }],
      contact_phone_numbers: [{ phone_number: '+12125550100', label: 'work' }],
      legacy_contact_addresses: [{ street: 'Main St 1', city: 'Oslo' }],
    },
    { full_name: 'Cy Ray', company: 'Acme' },
    ...Array.from({ length: 6 }, (_, index) => ({
      full_name: `Member ${index}`,
      company: 'Crowd',
      contact_emails: [{ email: `${index}@crowd.example` }],
    })),
  ]);
  id = bob.id;
  client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey } });
  const names = Array.from({ length: 12 }, (_, index) => `tag ${index}`);
  await client.call('bulk_create_tags', { names });
  await client.call('tag_contacts', { contactIds: [id], tagIds: names });
  await client.call('create_group', { name: 'Choir', groups_contacts: [id] });
  await client.call('create_custom_field', { name: 'Shoe size', field_type: 'input' });
  await client.call('update_contact', { contactId: id, custom_fields: [{ id: 'Shoe size', text_value: '43' }] });
  await makeNote(ada, { note: 'Met at the fair', timeline_items_contacts: [{ contact_id: id }] });
});
afterAll(() => client.close());

const rowOf = async (name: string, args: Json) =>
  (await client.call(name, args)).structuredContent.contacts.find((one: Json) => one.full_name === 'Bob Ray');

test.each<[string, Json]>([
  ['list_contacts', { searchQuery: 'ray' }],
  ['filter_contacts', { where: { company: 'Acme' } }],
  ['list_group_contacts', { groupId: 'Choir' }],
  ['find_contacts_by_email', { emails: ['bob@acme.example'] }],
])('%s shows few people with contact details, tags, groups, custom fields, and the last note', async (name, args) => {
  const row = await rowOf(name, args);
  expect(row).toMatchObject({
    id,
    company: 'Acme',
    birthday: '1990-04-01',
    contact_emails: [{ email: 'bob@acme.example' }],
    contact_phone_numbers: [{ phone_number: '+12125550100', label: 'work' }],
    legacy_contact_addresses: [{ street: 'Main St 1', city: 'Oslo' }],
    tags_contacts: Array.from({ length: 10 }, () => ({ tags: { name: expect.any(String) } })),
    tags_contacts_left_out: 2,
    groups_contacts: [{ groups: { name: 'Choir' } }],
    contacts_custom_fields: [{ text_value: '43', custom_fields: { name: 'Shoe size' } }],
    last_note: { preview: 'Met at the fair' },
  });
  expect(row.description).toMatch(/^x{300}… \[cut; 2000 characters in all\]$/);
});

test.each<[string, Json]>([
  ['more people', { where: { or: [{ company: 'Acme' }, { company: 'Crowd' }] } }],
  ['parts are named', { where: { company: 'Acme' }, include: ['last_note'] }],
  ['fields are named', { where: { company: 'Acme' }, select: ['full_name'] }],
])('shows no details if there are %s', async (_, args) => {
  const { contacts } = (await client.call('filter_contacts', args)).structuredContent;
  expect(contacts.map((one: Json) => one.full_name)).toContain('Bob Ray');
  for (const part of ['contact_emails', 'tags_contacts', 'description'])
    expect(contacts.some((one: Json) => part in one)).toBe(false);
});

test('stays small for five people', async () => {
  const args = { where: { or: [{ name: 'Ray' }, { name: 'Member 1' }, { name: 'Member 2' }, { name: 'Member 3' }] } };
  const { content, structuredContent } = await client.call('filter_contacts', args);
  expect(structuredContent.contacts).toHaveLength(5);
  expect(structuredContent.contacts[0].contact_emails).toHaveLength(1);
  expect(Buffer.byteLength(content[0]!.text)).toBeLessThan(6_000);
});

test('shows the list without details if reading them fails', async () => {
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: ada.apiKey });
  let details = 0;
  const call: Client['call'] = (name, ...rest) => {
    if (name !== 'filter_contacts') return remote.call(name, ...rest);
    details++;
    throw new KithError('ServiceUnavailable', 'busy');
  };
  const args = { searchQuery: 'ray' };
  const { structuredContent } = await callTool(async () => ({ ...remote, call }), { name: 'list_contacts', args });
  expect(details).toBe(1);
  expect(structuredContent!.contacts).toHaveLength(2);
  await remote.close();
});
