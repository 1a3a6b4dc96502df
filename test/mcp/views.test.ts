import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import toolList from '../../src/mcp/generated/tools.json' with { type: 'json' };
import { type ConnectOptions, connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { type RunningHttp, startHttp, temporaryFolder } from '../support/service.ts';

// Views beside results (MCP Apps): which clients get them, and which data is only for them.

const VIEW = 'ui://kith/view.html';
const VIEWED = ['get_contact', 'find_duplicate_contacts', 'list_timeline', 'get_briefing', 'list_calendar_events'];

const folder = temporaryFolder();
const env = { KITH_DATA_DIR: folder.path };
let http: RunningHttp;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(async () => {
  await http.stop();
  folder.remove();
});

const legacy = (options: ConnectOptions) => connectLegacy(options);
const of2025 = (options: ConnectOptions) => connectModern(options, 'legacy');
const of2026 = (options: ConnectOptions) => connectModern(options);

const CONNECTIONS: [string, (views: boolean) => Promise<TestClient>][] = (
  [
    ['SDK 1.x', legacy],
    ['SDK 2.x in 2025', of2025],
    ['SDK 2.x in 2026', of2026],
  ] as const
).flatMap(([name, connect]): [string, (views: boolean) => Promise<TestClient>][] => [
  [`${name} over stdio`, (views) => connect({ env, views })],
  [`${name} over HTTP`, (views) => connect({ url: http.url, views })],
]);

const reminderOf = async (client: TestClient) =>
  (await client.call('create_reminder', { text: 'Call', due_at_time: '2026-03-28T09:00:00Z' })).structuredContent
    .reminder;

describe.each(CONNECTIONS)('%s', (_, connect) => {
  test('shows a client without views the same tools, and no view', async () => {
    const client = await connect(false);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools)).toBe(JSON.stringify(toolList));
    expect(await client.listResources()).not.toContain(VIEW);
    await expect(client.read(VIEW)).rejects.toThrow('Resource not found');
    await reminderOf(client);
    const { _meta = {} } = await client.call('get_briefing');
    expect(_meta['kith/view']).toBeUndefined();
    await client.close();
  });

  test('offers a client with views one for five tools, under both keys', async () => {
    const client = await connect(true);
    const { tools } = await client.listTools();
    expect(
      tools
        .filter(({ _meta }) => _meta)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...VIEWED].sort());
    for (const { name, _meta } of tools)
      if (VIEWED.includes(name)) expect(_meta).toEqual({ ui: { resourceUri: VIEW }, 'ui/resourceUri': VIEW });
    expect(tools.map(({ _meta, ...tool }) => tool)).toEqual(toolList);
    expect(await client.listResources()).toContain(VIEW);
    const { id } = await reminderOf(client);
    const { _meta = {} } = await client.call('get_briefing');
    const { moves } = _meta['kith/view'] as { moves: Record<string, { due_at_time: string }[]> };
    expect(moves[id]!.map(({ due_at_time }) => due_at_time.slice(10))).toEqual(['T09:00:00.000Z', 'T09:00:00.000Z']);
    await client.close();
  });
});

test('is a single page, at most 32 KB, that makes no network requests', async () => {
  const client = await connectModern({ env, views: true });
  const page = await client.read(VIEW);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(32_000);
  expect(page).not.toMatch(/<link|<script src|\burl\(|@import|\bfetch\(|XMLHttpRequest|WebSocket/);
  await expect(client.read('ui://kith/other.html')).rejects.toThrow('Resource not found');
  await client.close();
});

test('sends the latest notes and the address of the web app only to the view', async () => {
  const client = await connectModern({ env: { ...env, KITH_PUBLIC_URL: 'https://kith.example/' }, views: true });
  const contactId = (await client.call('create_contact', { full_name: 'Noted' })).structuredContent.contact.id;
  for (const note of ['one', 'two', 'three', 'four\u202e'])
    await client.call('create_note', { note, timeline_items_contacts: [{ contact_id: contactId }] });
  const { structuredContent, _meta = {} } = await client.call('get_contact', { contactId });
  const { notes, web } = _meta['kith/view'] as { notes: { items: { note: { note: string } }[] }; web: string };
  expect(notes.items.map(({ note }) => note.note)).toEqual(['four', 'three', 'two']);
  expect(web).toBe('https://kith.example');
  expect(structuredContent.notes).toBeUndefined();
  await client.close();
});

test('sends small photos only to the view, and their URI to the model', async () => {
  const client = await connectModern({ env, views: true });
  const small = `data:image/png;base64,${PNG}`;
  const { structuredContent } = await client.call('create_contact', { full_name: 'Pictured', image_url: small });
  const { content, _meta = {} } = await client.call('get_contact', { contactId: structuredContent.contact.id });
  const address = structuredContent.contact.image_url;
  expect((_meta['kith/view'] as { photos: object }).photos).toEqual({ [address]: small });
  expect(JSON.stringify(content)).not.toContain(PNG);
  await client.close();
});

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
