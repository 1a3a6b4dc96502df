import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineSettings } from '../support/engine.ts';
import { type ConnectOptions, connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { type RunningHttp, type RunningService, startHttp, startService, temporaryFolder } from '../support/service.ts';

// One scenario with every client generation over every transport, with the same result.

const GENERATIONS: [string, (options: ConnectOptions) => Promise<TestClient>][] = [
  ['the 1.x client', connectLegacy],
  ['the 2.x client, 2025-11-25', (options) => connectModern(options, 'legacy')],
  ['the 2.x client, 2026-07-28', (options) => connectModern(options, { pin: '2026-07-28' })],
];

let http: RunningHttp;
let service: RunningService;
const folders: ReturnType<typeof temporaryFolder>[] = [];
beforeAll(async () => {
  [http, service] = await Promise.all([startHttp(), startService()]);
});
afterAll(async () => {
  await Promise.all([http.stop(), service.stop()]);
  for (const folder of folders) folder.remove();
});

const WAYS_IN: [string, () => Promise<ConnectOptions>][] = [
  [
    'stdio',
    async () => {
      const folder = temporaryFolder();
      folders.push(folder);
      return { env: { KITH_DATA_DIR: folder.path, ...(await engineSettings(folder.path)) } };
    },
  ],
  ['kith http', async () => ({ url: http.url })],
  [
    'kith serve',
    async () => {
      const { apiKey } = await service.user();
      return { url: `${service.baseUrl}/mcp`, headers: { authorization: `Bearer ${apiKey}` } };
    },
  ],
];

describe.each(WAYS_IN)('over %s', (_way, options) => {
  test.each(GENERATIONS)(
    '%s imports, searches, logs, reminds, tags, groups, merges, and undoes',
    async (_name, connect) => {
      const client = await connect(await options());
      try {
        await tell(client);
      } finally {
        await client.close();
      }
    },
  );
});

async function tell(client: TestClient): Promise<void> {
  const run = async (name: string, args: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.call(name, args);
    if (isError) throw new Error(`${name}: ${content[0]!.text}`);
    return structuredContent;
  };
  const mark = crypto.randomUUID().slice(0, 8);
  const imported = await run('bulk_create_contacts', {
    contacts: [
      { full_name: `Ada Lovelace ${mark}`, company: 'Analytical Engines' },
      { full_name: `A. Lovelace ${mark}`, contact_emails: [{ email: `ada.${mark}@example.com` }] },
      { full_name: `Charles Babbage ${mark}` },
    ],
  });
  const [ada, double, charles] = imported.contacts.map(({ id }: { id: string }) => id);
  const found = await run('list_contacts', { searchQuery: `lovelace ${mark}` });
  expect(
    found.contacts
      .slice(0, 2)
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual([ada, double].sort());

  const link = [ada, charles].map((contact_id) => ({ contact_id }));
  await run('create_note', {
    note: `Talked about cogs ${mark}`,
    meeting_type: 'coffee',
    timeline_items_contacts: link,
  });
  expect(await run('count_notes', { searchQuery: `cogs ${mark}` })).toMatchObject({ count: 1 });
  expect((await run('search_notes', { searchQuery: `cogs ${mark}` })).notes[0].note).toContain(mark);
  const { reminder } = await run('create_reminder', {
    text: 'Send the drawings',
    due_at_date: '2099-01-31',
    reminders_contacts: [{ contact_id: ada }],
  });
  expect((await run('list_reminders', { contactId: ada })).reminders).toMatchObject([{ id: reminder.id }]);

  const { tag } = await run('create_tag', { name: `engineers ${mark}` });
  await run('tag_contacts', { contactIds: [ada, charles], tagIds: [tag.id] });
  const { group } = await run('create_group', { name: `Royal Society ${mark}` });
  await run('add_contacts_to_group', { groupId: group.id, contactIds: [double] });

  const { merged } = await run('merge_contacts', {
    contactIds: [{ contactIds: [ada, double], primaryContactId: ada }],
    confirm: true,
  });
  expect(merged).toMatchObject([{ id: ada, company: 'Analytical Engines' }]);
  const whole = await client.read(`kith://contacts/${ada}`);
  expect(JSON.parse(whole).contact).toMatchObject({
    contact_emails: [{ email: `ada.${mark}@example.com` }],
    tags_contacts: [{ tags: { id: tag.id } }],
    groups_contacts: [{ groups: { id: group.id } }],
  });
  await run('undo_contact_merge', { contactId: ada });
  expect((await run('list_group_contacts', { groupId: group.id })).contacts).toMatchObject([{ id: double }]);
  expect((await run('get_contact', { contactId: ada })).contact.contact_emails).toBeUndefined();
}
