import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { dataOf, type Json } from '../support/people.ts';
import { addressOf, asData, picture } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Resources that can be attached to a conversation: read as JSON and as Markdown, found by completion.

let service: RunningService;
let user: User;
let client: TestClient;
let legacy: TestClient;
let ada: Json;
let group: Json;
beforeAll(async () => {
  service = await startService();
  user = await service.user();
  const options = { url: `${service.baseUrl}/mcp`, headers: { authorization: `Bearer ${user.apiKey}` } };
  [client, legacy] = [await connectModern(options, { pin: '2026-07-28' }), await connectLegacy(options)];
  ada = await make('/v2/contacts', 'contact', { full_name: 'Ada *Bold* Lovelace', company: 'Engines' });
  group = await make('/v2/groups', 'group', {
    group: { name: 'Chess Club', groups_contacts: [{ contact_id: ada.id }] },
  });
});
afterAll(async () => {
  await Promise.all([client.close(), legacy.close()]);
  await service.stop();
});

const make = async (path: string, name: string, body: object): Promise<Json> =>
  dataOf(await user.post(path, body))[name];
const json = async (uri: string): Promise<Json> => JSON.parse(await client.read(uri));

test('reads every listed resource as JSON and as Markdown', async () => {
  const uris = await client.listResources();
  expect(uris).toEqual([
    'kith://overview',
    'kith://contacts',
    'kith://favorites',
    'kith://reminders/due',
    'kith://agenda/today',
    'kith://agenda/week',
    'kith://emails/recent',
  ]);
  expect(await client.listTemplates()).toEqual([
    'kith://contacts/{contact}',
    'kith://contacts/{contact}/timeline',
    'kith://groups/{group}/contacts',
    'kith://agenda/{date}',
    'kith://photos/{photo}',
  ]);
  for (const uri of [...uris, 'kith://agenda/2026-11-21', `kith://contacts/${ada.id}/timeline`]) {
    expect(await json(uri)).toBeTypeOf('object');
    expect(await client.read(`${uri}?format=md`)).toMatch(/^# /);
  }
});

test('reads a contact by id and by readable URI, and escapes Markdown', async () => {
  expect((await json(`kith://contacts/${ada.id}`)).contact).toMatchObject({ id: ada.id, company: 'Engines' });
  const [form] = await client.complete('kith://contacts/{contact}', 'contact', 'lovelace ad');
  expect(form).toBe(`ada-bold-lovelace.${ada.id}`);
  expect(await client.read(`kith://contacts/${form}?format=md`)).toContain('# Ada \\*Bold\\* Lovelace');
  // A completed value is completed again as the user types on.
  expect(await client.complete('kith://contacts/{contact}/timeline', 'contact', form!)).toEqual([form]);
});

test("reads a group's members, found by any word of its name", async () => {
  const [form] = await client.complete('kith://groups/{group}/contacts', 'group', 'clu');
  expect(form).toBe(`chess-club.${group.id}`);
  const read = await json(`kith://groups/${form}/contacts`);
  expect(read).toMatchObject({ group: { name: 'Chess Club' }, contacts: [{ id: ada.id }] });
  expect(await client.read(`kith://groups/${group.id}/contacts?format=md`)).toMatch(/^# Chess Club\n\n- \*\*Ada/);
  expect(await client.complete('kith://groups/{group}/contacts', 'group', 'nothing')).toEqual([]);
  const tag = await make('/v2/tags', 'tag', { tag: { name: 'Old School' } });
  expect(await client.complete('kith://contacts/{contact}', 'tag', 'schoo')).toEqual([`old-school.${tag.id}`]);
});

test('completes with 20 values, and reports whether there are more', async () => {
  const complete = (name: string, value: string) => client.completion('kith://contacts/{contact}', name, value);
  const names = Array.from({ length: 21 }, (_, index) => `Crowd ${index}`);
  await user.post('/v2/contacts/batch', { contacts: names.map((full_name) => ({ full_name })) });
  for (const name of names) await make('/v2/tags', 'tag', { tag: { name } });
  for (const name of ['contact', 'tag']) {
    const some = await complete(name, 'crowd');
    expect([some.values.length, some.hasMore]).toEqual([20, true]);
    const one = await complete(name, 'crowd-20');
    expect([one.values.length, one.hasMore]).toEqual([1, false]);
  }
});

test('names the targets of favorites', async () => {
  const favorites = [{ contact_id: ada.id }, { group_id: group.id }];
  await make('/v2/favorites/batch', 'favorites', { favorites });
  expect((await json('kith://favorites')).favorites).toMatchObject([
    { contacts: { id: ada.id, full_name: 'Ada *Bold* Lovelace' } },
    { groups: { id: group.id, name: 'Chess Club' } },
  ]);
  expect(await client.read('kith://favorites?format=md')).toContain(`Chess Club (group) \`${group.id}\``);
});

test("reads a contact's timeline, newest first", async () => {
  const timeline_items_contacts = [{ contact_id: ada.id }];
  for (const [note, event_time] of [
    ['Tea *together*', '2024-05-01T10:00:00Z'],
    ['A call', '2024-06-01T10:00:00Z'],
  ]) {
    await make('/v2/timeline/notes', 'note', { note: { note, event_time, timeline_items_contacts } });
  }
  const { items } = await json(`kith://contacts/${ada.id}/timeline`);
  expect(items.map(({ note }: Json) => note.note)).toEqual(['A call', 'Tea *together*']);
  const page = await client.read(`kith://contacts/ada.${ada.id}/timeline?format=md`);
  expect(page).toContain('- 2024-05-01 10:00 UTC, note: Tea \\*together\\*');
});

test('returns an empty agenda without an account, and explains why', async () => {
  for (const uri of ['kith://agenda/today', 'kith://agenda/week', 'kith://agenda/2026-11-21']) {
    const read = await json(uri);
    expect(read).toMatchObject({ calendar_events: [], warnings: [expect.any(String)] });
    expect(Date.parse(read.to) - Date.parse(read.from)).toBe(uri.endsWith('week') ? 6 * 86_400_000 : 0);
    expect(await client.read(`${uri}?format=md`)).toContain(`No events.\n\n> `);
  }
  expect(await json('kith://emails/recent')).toMatchObject({ email_messages: [], warnings: [expect.any(String)] });
  expect(await client.complete('kith://agenda/{date}', 'date', 'to')).toEqual(['today']);
});

test("reads a photo at the URI in a tool's reply, which never contains the image itself", async () => {
  const bytes = picture('face', 'image/webp', 20_000);
  const made = await client.call('create_contact', { full_name: 'Face', image_url: asData(bytes) });
  expect(made.structuredContent).toMatchObject({ contact: { image_url: addressOf(bytes) } });
  expect(JSON.stringify(made)).not.toContain(bytes.toString('base64').slice(0, 40));
  for (const era of [client, legacy])
    expect(await era.readBytes(addressOf(bytes))).toEqual({ mimeType: 'image/webp', bytes });
});

test('lists due reminders and their people', async () => {
  const reminders_contacts = [{ contact_id: ada.id }];
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const due = [-2, 3].map((ahead) =>
    make('/v2/reminders', 'reminder', {
      reminder: { text: `In ${ahead} days`, due_at_date: day(ahead), reminders_contacts },
    }),
  );
  const [overdue] = await Promise.all(due);
  expect((await json('kith://reminders/due')).reminders).toMatchObject([
    { id: overdue.id, is_overdue: true, reminders_contacts: [{ contacts: { full_name: 'Ada *Bold* Lovelace' } }] },
  ]);
  expect(await client.read('kith://reminders/due?format=md')).toContain(', overdue: In -2 days (Ada');
});

describe('a missing resource', () => {
  const ABSENT = [
    'kith://contacts/nobody',
    `kith://contacts/${randomUUID()}`,
    `kith://contacts/${randomUUID()}/timeline`,
    `kith://groups/${randomUUID()}/contacts`,
    'kith://contacts/%E0%A4%A',
    'kith://contacts?format=html',
    'kith://agenda/2026-02-30',
    'kith://agenda/yesterday',
    `kith://photos/${'0'.repeat(64)}`,
    'kith://photos/..%2fsecret',
    'kith://secrets',
    'file:///etc/passwd',
  ];

  test.each(ABSENT)("%s is not found, in each era's terms", async (uri) => {
    await expect(client.read(uri)).rejects.toMatchObject({ code: -32602 });
    await expect(legacy.read(uri)).rejects.toMatchObject({ code: -32002 });
  });

  test("hides another user's resources", async () => {
    const other = await service.user();
    const bytes = picture('theirs');
    const body = { full_name: 'Theirs', image_url: asData(bytes) };
    const theirs = dataOf(await other.post('/v2/contacts', body)).contact;
    await expect(client.read(addressOf(bytes))).rejects.toMatchObject({ code: -32602 });
    await expect(client.read(`kith://contacts/${theirs.id}`)).rejects.toMatchObject({ code: -32602 });
    expect(await client.complete('kith://contacts/{contact}', 'contact', 'theirs')).toEqual([]);
  });
});

test('stays within the reply budget, and says how to continue', async () => {
  const contacts = Array.from({ length: 300 }, (_, index) => ({ full_name: `Many ${index}`, company: 'c'.repeat(90) }));
  await user.post('/v2/contacts/batch', { contacts });
  const text = await client.read('kith://contacts');
  expect(text.length).toBeLessThanOrEqual(20_000);
  const { contacts: rows, pagination } = JSON.parse(text);
  expect(rows.length).toBeGreaterThan(50);
  const next = await user.get(`/v2/contacts?take=1&cursor=${encodeURIComponent(pagination.nextCursor)}`);
  expect(dataOf(next).contacts[0].full_name).toBe(`Many ${299 - rows.length}`);
});
