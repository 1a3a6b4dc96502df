import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineSettings } from '../support/engine.ts';
import { type ConnectOptions, connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { temporaryFolder } from '../support/service.ts';

const generations: [string, (options: ConnectOptions) => Promise<TestClient>][] = [
  ['the 1.x client', connectLegacy],
  ['the 2.x client', connectModern],
  ['the 2.x client on 2026-07-28', (options) => connectModern(options, { pin: '2026-07-28' })],
];

describe.each(generations)('over stdio with %s', (_name, connect) => {
  const folder = temporaryFolder();
  let env: Record<string, string>;
  let client: TestClient;
  beforeAll(async () => {
    env = { KITH_DATA_DIR: folder.path, ...(await engineSettings(folder.path)) };
    client = await connect({ env });
  });
  afterAll(async () => {
    await client.close();
    folder.remove();
  });

  const add = async (fields: Record<string, unknown>): Promise<string> =>
    (await client.call('create_contact', fields)).structuredContent.contact.id;

  test('lists every tool with its annotations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_notes');
    expect(tools.find(({ name }) => name === 'delete_contact')!.annotations).toMatchObject({
      destructiveHint: true,
      readOnlyHint: false,
    });
    expect(tools.find(({ name }) => name === 'filter_contacts')!.annotations).toMatchObject({
      readOnlyHint: true,
      openWorldHint: false,
    });
  });

  test('writes, finds, and reads a contact, with equal text and structured content', async () => {
    const id = await add({
      full_name: 'Grace Hopper',
      company: 'Navy',
      contact_emails: [{ email: 'grace@example.com' }],
    });
    const found = await client.call('list_contacts', { searchQuery: 'hop nav' });
    expect(found.structuredContent.contacts).toMatchObject([{ id, full_name: 'Grace Hopper' }]);
    expect(JSON.parse(found.content[0]!.text)).toEqual(found.structuredContent);
    const read = await client.call('get_contact', { contactId: id });
    expect(read.structuredContent.contact.contact_emails[0].email).toBe('grace@example.com');
    expect(read.content[0]!.text).not.toContain('null');
  });

  test('coerces arguments and names unknown ones', async () => {
    const coerced = await client.call('filter_contacts', { take: '1', where: '{"name":"hopper","starred":"false"}' });
    expect(coerced.structuredContent.contacts).toHaveLength(1);
    const refused = await client.call('list_contacts', { serchQuery: 'x' });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]!.text).toContain('did you mean searchQuery');
    expect(refused.structuredContent).toBeUndefined();
  });

  test("returns an error as a result with the next step, in the tool's own names", async () => {
    const missing = await client.call('get_contact', { contactId: randomUUID() });
    expect(JSON.parse(missing.content[0]!.text).error.code).toBe('NotFound');
    const bad = await client.call('create_note', { note: 5, event_time: 'yesterday' });
    expect(Object.keys(JSON.parse(bad.content[0]!.text).error.details.fields)).toEqual(['note', 'event_time']);
  });

  test('returns a protocol error for an unknown tool, with the nearest name', async () => {
    await expect(client.call('list_contact')).rejects.toThrow('did you mean list_contacts');
  });

  test('applies the same idempotency key once, and reports it', async () => {
    const args = { full_name: 'Only Once', idempotency_key: randomUUID() };
    const first = await client.call('create_contact', args);
    const second = await client.call('create_contact', args);
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(first._meta).toMatchObject({ 'kith/idempotencyKey': args.idempotency_key, 'kith/replayed': false });
    expect(second._meta).toMatchObject({ 'kith/replayed': true });
    const other = await client.call('create_contact', { ...args, full_name: 'Another' });
    expect(JSON.parse(other.content[0]!.text).error.code).toBe('Conflict');
  });

  test('shows the effect of a dry run and keeps nothing', async () => {
    const dry = await client.call('create_contact', { full_name: 'Never There', dry_run: true });
    expect(dry.structuredContent).toMatchObject({ dry_run: true, contact: { full_name: 'Never There' } });
    expect((await client.call('list_contacts', { searchQuery: 'never there' })).structuredContent.contacts).toEqual([]);
  });

  test('returns a dry run for a merge without consent, and merges with confirm', async () => {
    const [kept, gone] = [
      await add({ full_name: 'Kept', first_met_at: '2020-01-01T00:00:00Z' }),
      await add({ full_name: 'Gone', company: 'Acme' }),
    ];
    const asked = await client.call('merge_contacts', { contactIds: [[kept, gone]] });
    expect(asked.structuredContent.dry_run).toBe(true);
    expect(asked.content[0]!.text).toContain('confirm: true');
    expect((await client.call('get_contact', { contactId: gone })).isError).toBeFalsy();
    const done = await client.call('merge_contacts', { contactIds: [[kept, gone]], confirm: true });
    expect(done.structuredContent.merged).toMatchObject([{ id: kept, company: 'Acme' }]);
    const lost = await client.call('get_contact', { contactId: gone });
    expect(JSON.parse(lost.content[0]!.text).error.details).toEqual({ merged_into: kept });
  });

  test('serves resources: the list, one contact by id or readable name, completion, Markdown', async () => {
    const id = await add({ full_name: 'Márta Örkény', job_title: 'Geologist' });
    expect(await client.listResources()).toContain('kith://contacts');
    const [template] = await client.listTemplates();
    expect(template).toBe('kith://contacts/{contact}');
    expect(JSON.parse(await client.read('kith://contacts')).contacts.map((row: { id: string }) => row.id)).toContain(
      id,
    );
    const [value] = await client.complete(template!, 'contact', 'marta');
    expect(value).toBe(`márta-örkény.${id}`);
    expect(JSON.parse(await client.read(`kith://contacts/${encodeURIComponent(value!)}`)).contact.job_title).toBe(
      'Geologist',
    );
    expect(await client.read(`kith://contacts/${id}?format=md`)).toContain('# Márta Örkény');
    await expect(client.read(`kith://contacts/${randomUUID()}`)).rejects.toThrow(/not found/i);
  });

  test('truncates a large page at a row, and resumes exactly there', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Row ${String(index).padStart(2, '0')}`);
    await client.call('bulk_create_contacts', {
      contacts: names.map((full_name) => ({ full_name, description: 'x'.repeat(900) })),
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.call('list_contacts', {
        searchQuery: 'row',
        take: 50,
        sort: 'full_name',
        order: 'asc',
        ...(cursor && { cursor }),
      });
      expect(page.content[0]!.text.length).toBeLessThanOrEqual(20_000);
      seen.push(...page.structuredContent.contacts.map((row: { full_name: string }) => row.full_name));
      cursor = page.structuredContent.pagination.nextCursor;
    } while (cursor);
    expect(seen).toEqual(names);
  });

  test('asks the person if the client can, and follows the answer', async () => {
    const answers = [{ action: 'decline' as const }, { action: 'accept' as const, content: { confirm: true } }];
    const questions: string[] = [];
    const asking = await connect({
      env,
      onQuestion(message) {
        questions.push(message);
        return answers.shift()!;
      },
    });
    const id = await add({ full_name: 'To Go' });
    const refused = await asking.call('bulk_delete_contacts', { contactIds: [id] });
    expect(refused.isError).toBe(true);
    expect((await asking.call('get_contact', { contactId: id })).isError).toBeFalsy();
    const done = await asking.call('bulk_delete_contacts', { contactIds: [id] });
    expect(done.structuredContent).toMatchObject({ affected: 1, ids: [id] });
    expect(questions).toHaveLength(2);
    await asking.close();
  });
});
