import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineSettings } from '../support/engine.ts';
import { type ConnectOptions, connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { apiAt, kith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// Change notifications: a subscribed client learns about changes to what it read, from any source, and no other client
// does.

/** Collects notifications. `until` resolves once the last of them has arrived, with all earlier ones. */
function collector() {
  let heard: string[] = [];
  const news = new EventEmitter();
  return {
    onNotice(notice: string): void {
      heard.push(notice);
      news.emit('notice');
    },
    heard: () => heard,
    async until(last: string): Promise<string[]> {
      while (!heard.includes(last)) await once(news, 'notice');
      const all = heard;
      heard = [];
      return all;
    },
  };
}

const GENERATIONS: [string, (options: ConnectOptions) => Promise<TestClient>][] = [
  ['2025 by subscription', connectLegacy],
  ['2026 by listening', (options) => connectModern(options, { pin: '2026-07-28' })],
];

describe.each(GENERATIONS)('over stdio, as %s', (_way, connect) => {
  test("notifies about changed URIs, in the subscription's format", async () => {
    const folder = temporaryFolder();
    const notices = collector();
    const env = { KITH_DATA_DIR: folder.path, ...(await engineSettings(folder.path)) };
    const client = await connect({ env, onNotice: notices.onNotice });
    const make = async (full_name: string) =>
      (await client.call('create_contact', { full_name })).structuredContent.contact.id as string;
    const [ada, bob] = [await make('Ada'), await make('Bob')];
    const of = (id: string) => `kith://contacts/${id}`;
    const named = `kith://contacts/ada.${ada}?format=md`;
    await client.watch(['kith://contacts', of(ada), named, of(bob), `${of(ada)}/timeline`, 'kith://reminders/due']);

    await make('Carol');
    expect(await notices.until('kith://contacts')).toContain('list');
    await client.call('update_contact', { contactId: ada, company: 'Engines' });
    const afterUpdate = await notices.until('kith://reminders/due');
    expect(afterUpdate).toEqual(expect.arrayContaining([of(ada), named, 'kith://contacts']));
    expect(afterUpdate).not.toContain(of(bob));
    expect(afterUpdate).not.toContain('list');
    await client.call('create_note', { note: 'Hello', timeline_items_contacts: [{ contact_id: ada }] });
    expect(await notices.until(`${of(ada)}/timeline`)).not.toContain(of(bob));
    // Neither a read nor a dry run changes anything, so the next notification is for the reminder.
    await client.call('get_contact', { contactId: bob });
    await client.call('update_contact', { contactId: bob, company: 'Nowhere', dry_run: true });
    // Nor does a refused write, or one without effect.
    const refused = [
      await client.call('create_contact', { full_name: 'Dora', birthday: 'in spring' }),
      await client.call('restore_from_trash', { ids: ['zz'] }),
      await client.call('update_contact', { contactId: crypto.randomUUID(), company: 'Nowhere' }),
    ];
    expect(refused.map(({ isError }) => isError)).toEqual([true, true, true]);
    const { structuredContent } = await client.call('restore_from_trash', { ids: [crypto.randomUUID()] });
    expect(structuredContent).toMatchObject({ restored: [], failed: [{}] });
    await client.call('create_reminder', { text: 'Call', due_at_date: '2020-01-01' });
    expect(await notices.until('kith://reminders/due')).toEqual(['kith://reminders/due']);
    await client.close();
    folder.remove();
  });
});

test("notifies about another process's changes to the same data", async () => {
  const folder = temporaryFolder();
  const notices = collector();
  const env = { KITH_DATA_DIR: folder.path };
  const [watching, writing] = [await connectLegacy({ env, onNotice: notices.onNotice }), await connectLegacy({ env })];
  await watching.call('count_contacts');
  const { unwatch } = await watching.watch(['kith://contacts', 'kith://favorites']);
  await unwatch!('kith://favorites');
  await writing.call('create_contact', { full_name: 'From elsewhere' });
  expect(await notices.until('kith://contacts')).toEqual(['list', 'kith://contacts']);
  await Promise.all([watching.close(), writing.close()]);
  folder.remove();
});

describe('beside the REST service', () => {
  let service: RunningService;
  let ada: User;
  let eve: User;
  beforeAll(async () => {
    service = await startService();
    [ada, eve] = [await service.user(), await service.user()];
  });
  afterAll(() => service.stop());

  const listen = async (user: User, uris: string[]) => {
    const notices = collector();
    const headers = { authorization: `Bearer ${user.apiKey}` };
    const options = { url: `${service.baseUrl}/mcp`, headers, onNotice: notices.onNotice };
    const client = await connectModern(options, { pin: '2026-07-28' });
    await client.watch(uris);
    return { client, ...notices };
  };

  test("notifies only the user's own clients about a change over REST", async () => {
    const mine = await listen(ada, ['kith://contacts', 'kith://favorites']);
    const hers = await listen(eve, ['kith://contacts', 'kith://favorites']);
    const contact = await makeContact(ada, { full_name: 'Mine' });
    expect(await mine.until('kith://favorites')).toEqual(['list', 'kith://contacts', 'kith://favorites']);
    dataOf(await ada.post('/v2/favorites/batch', { favorites: [{ contact_id: contact.id }] }));
    expect(await mine.until('kith://favorites')).toEqual(['kith://favorites']);
    // Eve's first notification is about her own change.
    await makeContact(eve, { full_name: 'Hers' });
    expect(await hers.until('kith://favorites')).toEqual(['list', 'kith://contacts', 'kith://favorites']);
    await Promise.all([mine.client.close(), hers.client.close()]);
  });

  test("keeps a user's other clients connected when one leaves", async () => {
    const user = await service.user();
    const [stays, leaves] = [await listen(user, ['kith://contacts']), await listen(user, ['kith://contacts'])];
    await makeContact(user, { full_name: 'Before' });
    for (const host of [stays, leaves]) await host.until('kith://contacts');
    await leaves.client.close();
    // Its end may arrive after the first of them.
    for (const full_name of ['One', 'Two', 'Three']) {
      await makeContact(user, { full_name });
      expect(await stays.until('kith://contacts')).toEqual(['list', 'kith://contacts']);
    }
    await stays.client.close();
  });

  test('sends nothing to a stream whose key was replaced', async () => {
    const user = await service.user();
    const before = await listen(user, ['kith://contacts']);
    const { stdout } = await kith(service.dataDir, 'key', 'regenerate', user.email, '--json');
    const now = { ...user, apiKey: JSON.parse(stdout).api_key as string };
    const after = await listen(now, ['kith://contacts']);
    for (const full_name of ['One', 'Two']) {
      await makeContact(apiAt(service.baseUrl, now.apiKey), { full_name });
      expect(await after.until('kith://contacts')).toEqual(['list', 'kith://contacts']);
    }
    expect(before.heard()).toEqual([]);
    await Promise.all([before.client.close(), after.client.close()]);
  });

  test('sends nothing for a read, a dry run, or a repeat with the same key', async () => {
    const { id } = await makeContact(ada, { full_name: 'Last' });
    const last = `kith://contacts/${id}`;
    const { client, until } = await listen(ada, [last]);
    const key = crypto.randomUUID();
    dataOf(await ada.get(`/v2/contacts/${id}`));
    dataOf(await ada.post(`/v2/contact-emails/${id}?dryRun=true`, { email: 'last@example.com' }));
    for (const _ of [1, 2]) dataOf(await ada.post('/v2/contacts', { full_name: 'Once' }, { key }));
    dataOf(await ada.post(`/v2/contact-emails/${id}`, { email: 'last@example.com' }));
    expect(await until(last)).toEqual(['list', last]);
    await client.close();
  });
});
