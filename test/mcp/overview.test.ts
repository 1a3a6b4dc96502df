import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { CORPUS } from '../support/hostile.ts';
import { type ConnectOptions, connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { dataOf, type Json, makeContact, makeContacts, makeTag } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import { temporaryFolder, type User } from '../support/service.ts';

const { service } = await serviceForFile();

const optionsOf = (user: User, more: Record<string, string> = {}): ConnectOptions => ({
  url: `${service.baseUrl}/mcp`,
  headers: { authorization: `Bearer ${user.apiKey}`, ...more },
});

/** Runs work with a client of a user. */
async function using<T>(user: User, work: (client: TestClient) => Promise<T>): Promise<T> {
  const client = await connectModern(optionsOf(user));
  try {
    // From here on, the client checks each result against its output schema.
    await client.listTools();
    return await work(client);
  } finally {
    await client.close();
  }
}

const CYRILLIC = 'Щедрые люди с очень длинными названиями групп и меток';

/** Fills a book with as much as an overview shows. */
async function fill(user: User, name: (index: number) => string): Promise<void> {
  const people = await makeContacts(
    user,
    Array.from({ length: 6 }, (_, index) => ({
      full_name: name(index),
      last_seen_at: `2026-01-0${index + 1}T00:00:00Z`,
    })),
  );
  const groups_contacts = people.map(({ id }) => ({ contact_id: id }));
  const reminders_contacts = groups_contacts;
  const field = { field_type: 'autocomplete', categories: [1, 2, 3].map((index) => ({ category: name(index) })) };
  await Promise.all([
    ...Array.from({ length: 34 }, (_, index) => addGroup(user, name(index), index < 2 ? { groups_contacts } : {})),
    ...Array.from({ length: 34 }, (_, index) => makeTag(user, name(index))),
    ...Array.from({ length: 8 }, async (_, index) =>
      dataOf(await user.post('/v1/custom-fields', { custom_field: { ...field, name: name(index) } })),
    ),
    ...Array.from({ length: 6 }, async (_, index) =>
      dataOf(
        await user.post('/v2/reminders', {
          reminder: { text: name(index).repeat(3), due_at_date: '2020-01-01', reminders_contacts },
        }),
      ),
    ),
  ]);
}

describe('the reply of overview', () => {
  test.each([
    ['short names', (index: number) => `Name ${index}`],
    ['long Cyrillic names', (index: number) => `${index} ${CYRILLIC}`],
    ['the longest names', (index: number) => `${index} ${'ы'.repeat(97)}`],
  ])('is at most 3 KB with %s, and reports what was left out', async (_, name) => {
    const user = await service.user();
    await fill(user, name);
    await using(user, async (client) => {
      const { content, structuredContent: reply } = await client.call('overview');
      expect(Buffer.byteLength(content[0]!.text)).toBeLessThanOrEqual(3_000);
      expect(JSON.parse(content[0]!.text)).toEqual(reply);
      const resource = await client.read('kith://overview');
      expect(Buffer.byteLength(resource)).toBeLessThanOrEqual(3_000);
      for (const list of ['groups', 'tags']) {
        expect(reply[list].length).toBeGreaterThanOrEqual(3);
        for (const row of reply[list]) expect(Object.keys(row)).toEqual(['id', 'name', 'count']);
        const more: string[] = reply[`more_${list}`] ?? [];
        expect(reply[list].length + more.length + (reply[`${list}_left_out`] ?? 0)).toBe(30);
        expect(reply.counts[list]).toBe(34);
      }
      expect(reply.groups[0].count).toBe(6);
      expect(reply.next).toContain('list_groups');
      expect(reply.due.length).toBeGreaterThanOrEqual(1);
      expect(reply.recent_people.length).toBeGreaterThanOrEqual(1);
    });
  });

  test('keeps the names of groups and tags for which no row fits', async () => {
    const user = await service.user();
    await fill(user, (index) => `N${index}`);
    await using(user, async (client) => {
      const { structuredContent: reply } = await client.call('overview');
      const names = [...reply.tags.map(({ name }: Json) => name), ...reply.more_tags];
      expect(names).toEqual(
        Array.from({ length: 34 }, (_, index) => `N${index}`)
          .sort()
          .slice(0, 30),
      );
      expect(reply.tags_left_out).toBeUndefined();
    });
  });

  test('has all rows of a small address book', async () => {
    const user = await service.user();
    await addGroup(user, 'Chess');
    await makeContact(user, {
      contact_emails: [{ email: 'nameless@example.com' }],
      last_seen_at: '2026-01-01T00:00:00Z',
    });
    await using(user, async (client) => {
      const { structuredContent: reply } = await client.call('overview');
      expect(reply.groups).toMatchObject([{ name: 'Chess', count: 0 }]);
      expect(reply.recent_people).toMatchObject([{ full_name: 'nameless@example.com' }]);
      expect(reply.next).toBeUndefined();
      expect(reply.tags).toEqual([]);
    });
  });
});

test('the resource reads as JSON and as Markdown', async () => {
  const user = await service.user(undefined, 'Asia/Tokyo');
  const { id } = await makeContact(user, { full_name: 'Ada *B*', last_seen_at: '2026-01-01T00:00:00Z' });
  await addGroup(user, 'Chess [x]', { groups_contacts: [{ contact_id: id }] });
  dataOf(
    await user.post('/v2/reminders', {
      reminder: { text: 'Call', due_at_date: '2020-01-01', reminders_contacts: [{ contact_id: id }] },
    }),
  );
  await using(user, async (client) => {
    expect(await client.listResources()).toContain('kith://overview');
    const { groups, today } = JSON.parse(await client.read('kith://overview'));
    expect(groups).toMatchObject([{ name: 'Chess [x]', count: 1 }]);
    const page = await client.read('kith://overview?format=md');
    expect(page).toMatch(/^# Overview\n/);
    for (const part of [
      `${today}, Asia/Tokyo`,
      '- 1 contacts, 0 archived',
      '- 1 open reminders, 1 overdue',
      'Chess \\[x\\] (1)',
      '- 2020-01-01: Call (Ada \\*B\\*)',
      '- Ada \\*B\\*, 2026-01-01 09:00',
    ])
      expect(page).toContain(part);
  });
});

describe('the instructions', () => {
  const connections: [string, (options: ConnectOptions) => Promise<TestClient>][] = [
    ['the 1.x client', connectLegacy],
    ['the 2.x client', connectModern],
  ];
  const instructionsFor = async (user: User, connect = connectLegacy, more = {}): Promise<string> => {
    const client = await connect(optionsOf(user, more));
    const instructions = client.instructions();
    await client.close();
    return instructions;
  };

  /** The server waits only a moment for the overview, which a busy computer may exceed. */
  const describedFor = async (user: User, connect = connectLegacy): Promise<string> => {
    let text = '';
    const read = async () => {
      text = await instructionsFor(user, connect);
      return text;
    };
    await expect.poll(read).toContain('When this session');
    return text;
  };

  test.each(connections)('describe the address book to %s', async (_, connect) => {
    const user = await service.user(undefined, 'Asia/Tokyo');
    await makeContact(user, { full_name: 'Zoltan Secret', last_seen_at: '2026-01-01T00:00:00Z' });
    await addGroup(user, 'Chess');
    await makeTag(user, 'vip');
    dataOf(await user.post('/v1/custom-fields', { custom_field: { name: 'Motto', field_type: 'input' } }));
    const text = await describedFor(user, connect);
    expect(text).toContain('overview shows the user');
    expect(text).toMatch(/When this session began, it was \d{4}-\d\d-\d\d \(Asia\/Tokyo\), with 1 people/);
    expect(text).toContain('Groups: "Chess". Tags: "vip". Custom fields: "Motto".');
    expect(text).not.toContain('Zoltan');
  });

  test('stay short, and show hostile names as data', async () => {
    const user = await service.user();
    await fill(user, (index) => `${index} ${CORPUS[index % CORPUS.length]!.slice(0, 90)}`);
    const text = await describedFor(user);
    const added = text.slice(text.indexOf('When this session'));
    expect(Buffer.byteLength(added)).toBeLessThanOrEqual(1_200);
    expect(added).toMatch(/\d+ more\./);
    expect(added).not.toMatch(/\n/);
    for (const [name] of added.matchAll(/"(?:[^"\\]|\\.)*"/g))
      expect([...JSON.parse(name)].length).toBeLessThanOrEqual(40);
  });

  test('have no overview if the tool is excluded', async () => {
    const text = await instructionsFor(await service.user(), connectLegacy, { 'x-kith-exclude-tools': 'overview' });
    expect(text).not.toContain('overview');
    expect(text).not.toContain('When this session');
  });
});

describe('over stdio', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  test('the instructions describe existing data, and connecting creates none', async () => {
    // A busy computer may not open the data in time.
    const env = { KITH_DATA_DIR: folder.path, ...GIVES_NOTHING_UP };
    const first = await connectLegacy({ env });
    expect(first.instructions()).not.toContain('When this session');
    expect(existsSync(`${folder.path}/kith.db`)).toBe(false);
    await first.call('create_tag', { name: 'vip' });
    await first.close();
    const second = await connectLegacy({ env });
    expect(second.instructions()).toContain('Tags: "vip".');
    await second.close();
  });

  test('a service that does not answer delays nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const env = { KITH_BASE_URL: `http://127.0.0.1:${port}`, KITH_API_KEY: 'kith_x' };
    const connected = await connectLegacy({ env });
    expect(connected.instructions()).toContain('overview shows the user');
    expect(connected.instructions()).not.toContain('When this session');
    await connected.close();
    silent.close();
  });
});
