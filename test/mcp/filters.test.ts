import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const CATALOGUE = ['search_operations', 'read_operation', 'write_operation'];

/** A server with these filters in its environment. */
const withFilters = (filters: Record<string, string>) =>
  connectModern({ env: { KITH_DATA_DIR: folder.path, ...filters } });
const names = async (client: TestClient) => (await client.listTools()).tools.map(({ name }) => name);
const error = (reply: { content: { text: string }[] }) => JSON.parse(reply.content[0]!.text).error;

describe('read-only', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await withFilters({ KITH_READ_ONLY: '1', KITH_TOOLS: 'list_contacts,create_contact,get_contact' });
  });
  afterAll(() => client.close());

  test('offers and runs no write, even a named one', async () => {
    expect(await names(client)).toEqual(['list_contacts', 'get_contact']);
    await expect(client.call('create_contact', { full_name: 'No' })).rejects.toThrow(
      'create_contact is not offered here',
    );
    expect((await client.call('list_contacts')).structuredContent.contacts).toEqual([]);
  });
});

describe('core', () => {
  test('lists the everyday tools and three that reach all others', async () => {
    const client = await withFilters({ KITH_TOOLSETS: 'core', KITH_EXCLUDE_TOOLS: 'create_group' });
    const listed = await names(client);
    expect(listed).toEqual(expect.arrayContaining(['list_contacts', ...CATALOGUE]));
    expect(listed.length).toBeLessThanOrEqual(26);
    const { contact } = (await client.call('create_contact', { full_name: 'Core Tester' })).structuredContent;
    const found = await client.call('search_operations', { operations: ['create_tag', 'update_contact'] });
    const [tag, update] = found.structuredContent.operations;
    expect([tag.operation, update.operation]).toEqual(['create_tag', 'update_contact']);
    expect(update.arguments.properties).toHaveProperty('tiktok');
    await client.call('write_operation', { operation: 'create_tag', arguments: { name: 'climbing' } });
    const { tags } = (await client.call('read_operation', { operation: 'list_tags' })).structuredContent;
    expect(tags).toMatchObject([{ name: 'climbing' }]);
    const more = { contactId: contact.id, tiktok: 'core-tester' };
    await client.call('write_operation', { operation: 'update_contact', arguments: more });
    const read = await client.call('get_contact', { contactId: contact.id });
    expect(read.structuredContent.contact.tiktok).toBe('core-tester');
    await expect(client.call('list_tags')).rejects.toThrow(
      'list_tags is called through read_operation here: {"operation": "list_tags", "arguments": {…}}.',
    );
    await expect(client.call('create_group', { name: 'No' })).rejects.toThrow('create_group is not offered here');
    const excluded = await client.call('write_operation', { operation: 'create_group', arguments: { name: 'No' } });
    expect(error(excluded).message).toContain('there is no operation create_group');
    await client.close();
  });

  test.each([
    ['KITH_CATALOGUE=false', { KITH_CATALOGUE: 'false' }, []],
    ['--no-catalogue', {}, ['--no-catalogue']],
    ['stdio --no-catalogue', {}, ['stdio', '--no-catalogue']],
  ])('lists no catalogue tools with %s', async (_switch, variables, args) => {
    const client = await connectModern({
      env: { KITH_DATA_DIR: folder.path, KITH_TOOLSETS: 'core', ...variables },
      args,
    });
    const listed = await names(client);
    expect(listed).toContain('list_contacts');
    expect(listed.filter((name) => CATALOGUE.includes(name))).toEqual([]);
    await client.close();
  });
});

describe('catalog mode', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await withFilters({ KITH_CATALOGUE: 'true' });
  });
  afterAll(() => client.close());

  test('has three tools, two of them truly read-only', async () => {
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, annotations }) => [name, (annotations as { readOnlyHint: boolean }).readOnlyHint]),
    ).toEqual([
      ['search_operations', true],
      ['read_operation', true],
      ['write_operation', false],
    ]);
    await expect(client.call('create_contact', {})).rejects.toThrow('called through write_operation');
  });

  test('searches, writes, and reads', async () => {
    const found = await client.call('search_operations', { query: 'add a new contact, a person I met' });
    const { operations } = found.structuredContent;
    const create = operations.find(({ operation }: { operation: string }) => operation === 'create_contact');
    expect(create).toMatchObject({ run_with: 'write_operation', arguments: { type: 'object' } });
    const made = await client.call('write_operation', {
      operation: 'create_contact',
      arguments: '{"full_name":"Cata Logue"}',
    });
    const { id } = made.structuredContent.contact;
    expect(made._meta).toHaveProperty('kith/idempotencyKey');
    const read = await client.call('read_operation', { operation: 'get_contact', arguments: { contactId: id } });
    expect(read.structuredContent.contact.full_name).toBe('Cata Logue');
    const all = await client.call('search_operations', { query: '' });
    expect(all.structuredContent.operations.length).toBeGreaterThan(80);
  });

  test('rejects a write as a read, and names the problem', async () => {
    const tricked = await client.call('read_operation', { operation: 'delete_contact', arguments: {} });
    expect(error(tricked)).toMatchObject({ code: 'BadRequest', hint: 'Run it with write_operation.' });
    const unknown = await client.call('write_operation', { operation: 'create_contct' });
    expect(error(unknown).message).toContain('did you mean create_contact?');
    expect(error(await client.call('read_operation', {})).details.fields).toEqual({ operation: 'required' });
    const stray = await client.call('read_operation', { operation: 'get_contact', contactId: 'x' });
    expect(error(stray).details.fields).toEqual({ contactId: 'unknown argument' });
    const text = await client.call('read_operation', { operation: 'get_contact', arguments: '[]' });
    expect(error(text).details.fields).toEqual({ arguments: 'must be an object' });
    const searched = await client.call('search_operations', { text: 'call' });
    expect(error(searched).details.fields).toEqual({ text: 'unknown argument' });
    await expect(client.call('list_tags')).rejects.toThrow('list_tags is called through read_operation here');
  });

  test('keeps the two reading tools in read-only mode', async () => {
    const reading = await withFilters({ KITH_CATALOGUE: '1', KITH_READ_ONLY: '1' });
    expect(await names(reading)).toEqual(['search_operations', 'read_operation']);
    const refused = await reading.call('read_operation', { operation: 'create_contact', arguments: {} });
    expect(error(refused).message).toContain('there is no operation create_contact');
    await reading.close();
  });
});
