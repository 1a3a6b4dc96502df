import { afterAll, beforeAll, expect, test } from 'vitest';
import { localUser } from '../../src/identity/users/users.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { createService, type Service } from '../../src/service/service.ts';
import type { Store } from '../../src/store/store.ts';
import { TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, urlOf } from '../support/postgres.ts';
import { temporaryFolder } from '../support/service.ts';

// One long run of calls on both engines, with equal clocks. Ids are replaced by their order of appearance, so every
// byte of every response must match.

interface Engine {
  name: string;
  store: Store;
  service: Service;
  now: Date;
  /** Ids, tokens, and cursors in order of appearance. */
  names: Map<string, string>;
}

const folder = temporaryFolder();
const engines: Engine[] = [];

async function open(name: string, databaseUrl?: string): Promise<void> {
  const { store, secret } = openData(folder.path, TEST_SECRET, databaseUrl);
  const user = await localUser(store);
  const engine: Engine = {
    name,
    store,
    now: new Date('2026-03-01T10:00:00Z'),
    names: new Map(),
    service: createService({
      store,
      secret,
      version: 'test',
      authenticate: async () => ({
        user: { ...user, time_zone: 'Europe/Berlin', country: 'DE' },
        permissions: 'write',
      }),
      onFault: (_, error) => expect.unreachable(`${name}: ${String(error)}`),
      now: () => engine.now,
    }),
  };
  engines.push(engine);
}

beforeAll(async () => {
  const url = urlOf('kith_same_bytes');
  await ensureDatabase(url);
  await open('sqlite');
  await open('postgres', url);
});
afterAll(async () => {
  await Promise.all(engines.map(({ service, store }) => service.idle().then(() => store.close())));
  folder.remove();
});

const NAMED =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<="nextCursor":")[^"]+|(?<="token":")[^"]+/g;

/** Text with each id replaced by `<n>`, its order of appearance on this engine. */
const normal = ({ names }: Engine, text: string): string =>
  text.replace(NAMED, (id) => {
    if (!names.has(id)) names.set(id, `<${names.size}>`);
    return names.get(id)!;
  });

const idNamed = ({ names }: Engine, name: string): string => [...names].find(([, known]) => known === name)![0];

let calls = 0;

/** Sends the same call to every engine, with `<n>` for ids of earlier responses. Returns the normalized response. */
async function same(method: string, path: string, body?: unknown, minutes = 1) {
  const key = `00000000-0000-4000-8000-${String(++calls).padStart(12, '0')}`;
  const answers: string[] = [];
  for (const engine of engines) {
    engine.now = new Date(engine.now.getTime() + minutes * 60_000);
    const real = (text: string) => text.replace(/<\d+>/g, (name) => idNamed(engine, name));
    const response = await engine.service.fetch(
      new Request(`http://kith.local${real(path)}`, {
        method,
        headers: { 'content-type': 'application/json', ...(method !== 'GET' && { 'idempotency-key': key }) },
        ...(body !== undefined && { body: real(JSON.stringify(body)) }),
      }),
    );
    const text = await response.text();
    await engine.service.idle();
    answers.push(`${method} ${path} ${response.status} ${normal(engine, text)}`);
  }
  expect(answers[1]).toBe(answers[0]);
  const [, , status, json] = /^(\S+ \S+) (\d{3}) ([\s\S]*)$/.exec(answers[0]!)!;
  return { status: Number(status), data: json ? (JSON.parse(json).data ?? json) : undefined };
}

const query = (path: string, parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters)}`;

/** All pages of a list. */
async function allPages(path: string, parameters: Record<string, string> = {}): Promise<void> {
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof same>> = await same(
      'GET',
      cursor ? `${query(path, parameters)}&cursor=${cursor}` : query(path, parameters),
    );
    expect(answer).toMatchObject({ status: 200 });
    cursor = answer.data.pagination.nextCursor;
  } while (cursor);
}

const NAMES = [
  'Ålesund Ærlig',
  'alesund',
  'Zoë',
  'zoe',
  'ZOE',
  'Étienne',
  'etienne',
  'Straße',
  'strasse',
  'Σοφός',
  '北京 李',
  '李北京',
  'ไทย สมชาย',
  '😀 Emoji',
  '𝒜lice',
  'O’Neil',
  "O'Neil",
  'a_b',
  'a%b',
  'a\\b',
  'ab',
  '123',
  '١٢٣',
  'ﬁne',
  'İstanbul',
  'ıstanbul',
  'x'.repeat(500),
  `${'y'.repeat(499)}z`,
  '',
  ' ',
];

let contacts: string[] = [];

test('lists contacts in every order, page by page', async () => {
  for (const [index, full_name] of NAMES.entries()) {
    const { status } = await same('POST', '/v2/contacts', {
      full_name,
      company: NAMES.at(-index - 1),
      description: index % 3 ? `${full_name} met ${NAMES[(index + 1) % NAMES.length]} for tea` : null,
      ...(index % 2 && { last_seen_at: `2026-02-${10 + (index % 9)}T00:00:00Z`, frequency: '30 days' }),
      contact_emails: [{ email: `Person${index % 7}@Example.com` }, { email: `p${index}@example.org` }],
      contact_phone_numbers: [{ phone_number: `030 1234${index % 5}` }],
      ...(index % 4 === 0 && {
        coordinates: { operation: 'set', data: { latitude: index + 0.1 / 3, longitude: -index / 7 } },
      }),
      is_archived: index % 11 === 10,
      starred: index % 5 === 0,
      priority_tier: (index % 3) + 1,
    });
    expect(status).toBe(201);
  }
  const { data } = await same('GET', '/v2/contacts?take=100');
  contacts = data.contacts.map(({ id }: { id: string }) => id);
  expect(contacts.length).toBeGreaterThan(20);
  for (const sort of ['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'full_name']) {
    for (const order of ['asc', 'desc']) await allPages('/v2/contacts', { sort, order, take: '7' });
  }
});

test('finds contacts by words, phrases, and prefixes', async () => {
  const asked = [
    'zoe',
    'ZOË',
    'stras',
    '"o neil"',
    'o',
    '李',
    '北京',
    'สมช',
    '😀',
    'a_b',
    'a%',
    'x'.repeat(499),
    'y'.repeat(500),
  ];
  for (const searchQuery of [
    ...asked,
    'y'.repeat(499),
    '"',
    '""',
    '*',
    "'",
    '\u0000',
    'person3 example',
    '١',
    'istanbul',
  ]) {
    await same('GET', query('/v2/contacts', { searchQuery, take: '100' }));
  }
});

test('filters contacts by every kind of condition', async () => {
  const wheres = [
    ...NAMES.slice(0, 24).map((full_name) => ({ name: full_name })),
    ...['%', '_', '\\', 'TEA', 'a\u0000b'].map((description) => ({ description })),
    { has_email: false },
    { has_company: true },
    { has_frequency: false },
    { starred: true },
    { priority_tier: 2 },
    { last_seen_at: { gte: '2026-02-12T00:00:00Z', lte: '2026-02-15T00:00:00Z' } },
    { email: 'PERSON3@example.com' },
    { phone: '+49301234 1' },
    { is_archived: true },
    { or: [{ starred: true }, { priority_tier: 3 }] },
    { in: [] },
    { not_in: ['<3>'] },
  ];
  for (const where of wheres) {
    await same('POST', '/v2/contacts/filter', { where, take: 100 });
    await same('POST', '/v2/contacts/filter', { where, sort: 'full_name', order: 'desc', take: 5 });
  }
  await same('POST', '/v2/contacts/filter', { near: { latitude: 4, longitude: -1, radius_km: 2000 }, take: 3 });
});

test('handles tags, notes, and related records', async () => {
  for (const name of ['zebra', 'Zebra', 'Ähre', 'apple', '李', '😀']) await same('POST', '/v2/tags', { tag: { name } });
  await same('POST', '/v2/tags', { tag: { name: 'apple' } });
  await allPages('/v2/tags', { take: '2' });
  for (let index = 0; index < 40; index++) {
    const linked = [contacts[index % contacts.length], contacts[(index * 7 + 1) % contacts.length]];
    await same('POST', '/v2/timeline/notes', {
      note: {
        note: index % 9 ? `Tea number ${index} with 北京 friends, ${'the '.repeat(index * 20)}end ${index}` : null,
        event_time: `2026-01-${10 + (index % 15)}T08:00:00+02:00`,
        timeline_items_contacts: [...new Set(linked)].map((contact_id, place) => ({
          contact_id,
          is_origin: place === 0,
        })),
      },
    });
  }
  await allPages('/v2/timeline/notes', { take: '7' });
  for (const searchQuery of [
    'tea',
    'the',
    '"the end"',
    '"tea number 1"',
    'number 3',
    '北京',
    '"北京 fri',
    'zoe tea',
    'end 1',
  ]) {
    await allPages('/v2/timeline/notes/search', { searchQuery, take: '9', includeContactDetails: 'true' });
  }
  for (const id of contacts.slice(0, 5)) await same('GET', `/v2/contacts/${id}`);
});

test('merges, deletes, and refuses the same way', async () => {
  await same('POST', '/v2/contacts/merge', {
    contactIds: [contacts.slice(0, 4), contacts.slice(4, 6), [contacts[0], contacts[7]]],
  });
  for (const id of contacts.slice(0, 6)) await same('GET', `/v2/contacts/${id}`);
  await same('POST', '/v2/contacts/batch-delete', { contactIds: contacts.slice(8, 12) });
  await same('DELETE', `/v2/contacts/${contacts[13]}`);
  await same('POST', '/v2/contacts', { full_name: 'half \ud800 a pair' });
  await same('PATCH', `/v2/contacts/${contacts[14]}`, { description: 'a\u0000b' });
  await same('POST', '/v2/contacts/batch', {
    continueOnError: true,
    contacts: [
      { full_name: 'Good' },
      { id: contacts[14], full_name: 'Taken' },
      { birthday: 'never' },
      { full_name: 'Fine' },
    ],
  });
  await allPages('/v2/contacts', { take: '50', sort: 'full_name', order: 'asc' });
  await allPages('/v2/timeline/notes', { take: '50' });
});
