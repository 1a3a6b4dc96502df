import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation, toolNames } from '../../src/contract/operations.ts';
import { argumentPlaces } from '../../src/contract/schema/arguments.ts';
import { coerceArguments } from '../../src/contract/schema/coerce.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// In model providers' strict modes, a model sends every argument, and null for those it does not need.

let service: RunningService;
let ada: User;
let client: TestClient;
let catalogue: TestClient;
beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  const env = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey };
  client = await connectModern({ env });
  catalogue = await connectModern({ env: { ...env, KITH_CATALOGUE: '1' } });
});
afterAll(async () => {
  await Promise.all([client.close(), catalogue.close()]);
  await service.stop();
});

async function reply(name: string, args: object) {
  const { isError, content, structuredContent } = await client.call(name, args as Record<string, unknown>);
  expect(isError ? content[0]!.text : undefined, name).toBeUndefined();
  return structuredContent;
}

test('treats null in every argument of a read as absent', async () => {
  const { tools } = await client.listTools();
  const reads = tools.filter(
    ({ inputSchema, annotations }) =>
      (annotations as { readOnlyHint: boolean }).readOnlyHint && !('required' in inputSchema),
  );
  expect(reads.length).toBeGreaterThan(15);
  for (const { name, inputSchema } of reads) {
    const { properties } = inputSchema as { properties: object };
    const nulls = Object.fromEntries(Object.keys(properties).map((argument) => [argument, null]));
    expect((await client.call(name, nulls)).content[0]!.text, name).not.toContain('"code":"BadRequest"');
  }
});

test('treats null at any depth as absent', async () => {
  const { contact } = await reply('create_contact', {
    full_name: 'Ada Lovelace',
    starred: null,
    contact_emails: [{ email: 'ada@example.com', label: null, ranking: null }],
    idempotency_key: null,
    dry_run: null,
  });
  expect(contact.contact_emails).toMatchObject([{ email: 'ada@example.com' }]);
  const where = { name: 'ada', company: null, tags: { any: null, none: null }, birthday: null, or: null };
  const { contacts } = await reply('filter_contacts', { where, near: null, include: { contact_emails: null } });
  expect(contacts).toMatchObject([{ id: contact.id }]);
});

test('keeps null where it has a meaning', async () => {
  const { contact } = await reply('create_contact', { full_name: 'Never Met', company: 'Acme' });
  await reply('create_contact', { full_name: 'Met', last_seen_at: '2026-01-01T00:00:00Z' });
  const never = await reply('filter_contacts', { where: { name: 'met', last_seen_at: null } });
  expect(never.contacts).toMatchObject([{ full_name: 'Never Met' }]);
  const cleared = await reply('update_contact', { contactId: contact.id, company: null, add_emails: null });
  expect(cleared.contact.full_name).toBe('Never Met');
  expect(cleared.contact).not.toHaveProperty('company');
});

test('reports null for a required argument as missing', async () => {
  const refused = await client.call('get_contact', { contactId: null });
  expect(JSON.parse(refused.content[0]!.text).error.details.fields).toEqual({ contactId: 'required' });
});

test('accepts null in catalog tools too', async () => {
  const call = { operation: 'list_contacts', arguments: null };
  expect((await catalogue.call('read_operation', call)).structuredContent).toHaveProperty('contacts');
  const found = await catalogue.call('search_operations', { query: 'add a note', operations: null });
  expect(found.structuredContent.operations).not.toEqual([]);
});

test('rejects null in the REST API', async () => {
  expect((await ada.post('/v2/contacts', { full_name: 'Strict', starred: null })).status).toBe(400);
});

test.each(toolNames)('%s reads null as absent, or as a meaningful value', (name) => {
  const one = operation(name);
  const nulls = Object.fromEntries([...argumentPlaces(one).keys()].map((argument) => [argument, null]));
  for (const value of Object.values(coerceArguments(one, nulls))) expect(value).toBeNull();
  expect(coerceArguments(one, {})).toEqual({});
});
