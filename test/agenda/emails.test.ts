import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, fieldsOf, type Json } from '../support/people.ts';
import { type FakeAccount, fakeAccount, spreadMessages } from '../support/providers/data.ts';
import { firstTimes } from '../support/providers/faults.ts';
import { rounds } from '../support/rounds.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

let rig: AgendaRig;
beforeEach(async () => {
  rig = await agendaRig();
});
afterEach(() => stopUnharmed(rig));

const EMAILS = '/v2/agenda/email/messages';
const google = (name = 'ann') => fakeAccount('GOOGLE', `${name}@gmail.example`);
const office = (name = 'ann') => fakeAccount('OFFICE365', `${name}@office.example`);

/** All pages: the messages in order, and the number of pages. */
async function allPages(query: string): Promise<{ rows: Json[]; pages: number; warnings: string[] }> {
  const rows: Json[] = [];
  const warnings: string[] = [];
  let cursor = '';
  for (let pages = 1; ; pages++) {
    expect(pages).toBeLessThan(500);
    const data = dataOf(await rig.api.get(`${EMAILS}?${query}${cursor && `&cursor=${cursor}`}`));
    expect(data.pagination.count).toBe(data.email_messages.length);
    rows.push(...data.email_messages);
    warnings.push(...(data.warnings ?? []));
    if (data.pagination.nextCursor === null) return { rows, pages, warnings };
    cursor = data.pagination.nextCursor;
  }
}

const idsOf = (rows: Json[]) => rows.map(({ email, providerId }) => `${email} ${providerId}`);
const expectNewestFirst = (rows: Json[]) => {
  const times = rows.map(({ dateTime }) => dateTime);
  expect(times).toEqual([...times].sort().reverse());
};

async function connectAll(accounts: FakeAccount[]): Promise<void> {
  for (const account of accounts) await rig.connect(account);
}

test('returns every message of every account once across pages, newest first, despite failures', async () => {
  const fault = fc.constantFrom(
    { kind: 'status', status: 500 } as const,
    { kind: 'status', status: 429, retryAfter: 0 } as const,
    { kind: 'status', status: 403, reason: 'rateLimitExceeded' } as const,
    { kind: 'status', status: 401 } as const,
    { kind: 'reset' } as const,
    { kind: 'cut' } as const,
    { kind: 'not json' } as const,
    { kind: 'html' } as const,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('GOOGLE' as const, 'OFFICE365' as const), { minLength: 1, maxLength: 4 }),
      fc.record({
        count: fc.integer({ min: 0, max: 60 }),
        seed: fc.nat(),
        // All in the same second, several per second, or one per second.
        grain: fc.constantFrom(0, 7, 300, 60_000),
        limit: fc.integer({ min: 1, max: 30 }),
        pageLimit: fc.integer({ min: 1, max: 20 }),
      }),
      fc.option(fault, { nil: undefined }),
      async (providers, { count, seed, grain, limit, pageLimit }, broken) => {
        await rig.stop();
        rig = await agendaRig();
        const accounts = providers.map((provider, index) => fakeAccount(provider, `user${index}@example.com`));
        spreadMessages(accounts, count, seed, grain);
        await connectAll(accounts);
        rig.fake.pageLimit = pageLimit;
        if (broken) rig.fake.plan = firstTimes(1, broken, ({ path }) => !path.endsWith('/token'));
        const { rows } = await allPages(`limit=${limit}`);
        expectNewestFirst(rows);
        const all = accounts.flatMap(({ email, messages }) => messages.map(({ id }) => `${email} ${id}`));
        expect(idsOf(rows).sort()).toEqual(all.sort());
        expect(rig.fake.violations).toEqual([]);
      },
    ),
    { numRuns: rounds(15) },
  );
});

test('keeps later pages stable when a message arrives between pages', async () => {
  const account = google();
  spreadMessages([account], 20, 3);
  await connectAll([account, office()]);
  const first = dataOf(await rig.api.get(`${EMAILS}?limit=10`));
  account.messages.push({ ...account.messages[0]!, id: 'new', time: Date.parse('2026-11-20T13:00:00Z') });
  account.messages.splice(
    account.messages.findIndex(({ id }) => id === first.email_messages[9].providerId),
    1,
  );
  const second = dataOf(await rig.api.get(`${EMAILS}?limit=50&cursor=${first.pagination.nextCursor}`));
  const ids = [...first.email_messages, ...second.email_messages].map(({ providerId }: Json) => providerId);
  expect(new Set(ids).size).toBe(20);
  expect(ids).not.toContain('new');
});

test('searches all accounts for literal words, page by page', async () => {
  const accounts = [google(), office(), office('bob')];
  spreadMessages(accounts, 40, 5);
  for (const [index, account] of accounts.entries())
    for (const message of account.messages.slice(0, 3 + index)) message.subject += ' Budget from:bob';
  await connectAll(accounts);
  rig.fake.pageLimit = 2;
  const { rows, pages } = await allPages(`limit=3&searchQuery=${encodeURIComponent('budget from:bob')}`);
  expect([rows.length, pages, new Set(idsOf(rows)).size]).toEqual([12, 4, 12]);
  expectNewestFirst(rows);
});

test('reports at the end of a search, and only then, that Outlook cut it at 1,000', async () => {
  const [many, few] = [office('many'), google('few')];
  spreadMessages([many], 1_003, 5);
  spreadMessages([few], 3, 5);
  await connectAll([many, few]);
  const { rows, warnings } = await allPages('limit=100&searchQuery=subject');
  expect([rows.length, [...new Set(warnings)]]).toEqual([
    1_003,
    ['account:many@office.example: truncated(search_limit=1000)'],
  ]);
  expect(dataOf(await rig.api.get(`${EMAILS}?limit=100&searchQuery=subject`)).warnings).toBeUndefined();
  const timeline = dataOf(await rig.api.get('/v2/timeline?take=100&searchQuery=subject&sources[0]=emails'));
  expect([timeline.items.length, timeline.warnings]).toEqual([100, []]);
});

test.each(['from:bob', 'OR', '-x', 'a (b', '{', '"', '\\" OR received:today', 'x'.repeat(1_990), 'AND NOT'])(
  'treats search text as no operator: %s',
  async (text) => {
    const accounts = [google(), office()];
    spreadMessages(accounts, 10, 1);
    await connectAll(accounts);
    const answer = await rig.api.get(`${EMAILS}?searchQuery=${encodeURIComponent(text)}`);
    expect([answer.status, answer.body.data?.email_messages.length]).toEqual([200, 0]);
  },
);

test('lists only the inbox with folder inbox, and everything but trash and drafts with all', async () => {
  const accounts = [google(), office()];
  spreadMessages(accounts, 12, 9);
  const folders = ['inbox', 'archive', 'junk', 'deleted', 'drafts'] as const;
  for (const { messages } of accounts)
    for (const [index, message] of messages.entries()) message.folder = folders[index % 5]!;
  await connectAll(accounts);
  const kept = (...names: string[]) =>
    accounts.flatMap(({ messages }) => messages.filter(({ folder }) => names.includes(folder)).map(({ id }) => id));
  const ids = async (folder: string) =>
    (await allPages(`folder=${folder}&limit=2`)).rows.map(({ providerId }) => providerId);
  expect((await ids('inbox')).sort()).toEqual(kept('inbox').sort());
  expect((await ids('all')).sort()).toEqual(kept('inbox', 'archive').sort());
});

test("accepts ranges of the user's whole days, and of moments to the millisecond", async () => {
  const accounts = [google(), office()];
  // Berlin is an hour ahead: its 20th runs from 23:00 on the 19th to 23:00 on the 20th.
  const times = [
    '2026-11-19T22:59:59.999Z',
    '2026-11-19T23:00:00.000Z',
    '2026-11-20T22:59:59.999Z',
    '2026-11-20T23:00:00.000Z',
  ];
  for (const account of accounts) {
    spreadMessages([account], times.length, 2);
    for (const [index, message] of account.messages.entries()) message.time = Date.parse(times[index]!);
  }
  await connectAll(accounts);
  const found = async (query: string) => (await allPages(query)).rows.map(({ dateTime }) => dateTime);
  const day = 'dateRange[start]=2026-11-20&dateRange[end]=2026-11-20';
  const inside = [times[2], times[2], times[1], times[1]];
  expect(await found(day)).toEqual(inside);
  expect(await found(`${day}&searchQuery=subject&limit=1`)).toEqual(inside);
  expect(await found(`dateRange[start]=${times[1]}&dateRange[end]=${times[1]}`)).toEqual([times[1], times[1]]);
});

test('warns about a failing account, and resumes it at the same position', async () => {
  const [well, ill] = [google('well'), office('ill')];
  spreadMessages([well, ill], 30, 4);
  await connectAll([well, ill]);
  rig.fake.plan = ({ path }) => (path.startsWith('/v1.0') ? { kind: 'status', status: 503 } : undefined);
  const first = dataOf(await rig.api.get(`${EMAILS}?limit=100`));
  expect(first.warnings).toEqual(['account:ill@office.example: unavailable']);
  expect(first.email_messages.length).toBe(well.messages.length);
  rig.fake.plan = () => undefined;
  const second = dataOf(await rig.api.get(`${EMAILS}?limit=100&cursor=${first.pagination.nextCursor}`));
  expect(idsOf(second.email_messages).sort()).toEqual(ill.messages.map(({ id }) => `${ill.email} ${id}`).sort());
  expect([second.pagination.nextCursor, second.warnings]).toEqual([null, undefined]);
});

test('returns 503 with the shortest wait when all accounts fail', async () => {
  await connectAll([google(), office()]);
  rig.fake.plan = ({ path }) => ({ kind: 'status', status: 503, retryAfter: path.startsWith('/v1.0') ? 40 : 90 });
  const answer = await rig.api.get(EMAILS);
  expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'ServiceUnavailable',
    '40',
  ]);
});

test('never follows a link to another host, and stops at a circular one', async () => {
  const account = office();
  spreadMessages([account], 10, 6);
  await connectAll([account, google()]);
  rig.fake.pageLimit = 2;
  let link = 'https://attacker.example/v1.0/me/messages?$skiptoken=1';
  rig.fake.check = ({ path }, reply) => {
    if (path.includes('/messages') && path.startsWith('/v1.0')) (reply.json as Json)['@odata.nextLink'] = link;
  };
  expect(dataOf(await rig.api.get(EMAILS)).warnings).toEqual(['account:ann@office.example: refused']);
  link = `${rig.fake.url}/v1.0/me/messages?$select=id&$skiptoken=0`;
  expect(dataOf(await rig.api.get(EMAILS)).warnings).toEqual(['account:ann@office.example: truncated']);
});

test('binds a cursor to one user, query, and day, and hides its content', async () => {
  const account = google();
  spreadMessages([account], 10, 8);
  await connectAll([account]);
  const { nextCursor } = dataOf(await rig.api.get(`${EMAILS}?limit=3`)).pagination;
  for (const query of [
    `limit=3&folder=all&cursor=${nextCursor}`,
    `limit=3&searchQuery=a&cursor=${nextCursor}`,
    `limit=3&cursor=${nextCursor.slice(0, -4)}`,
    `limit=3&cursor=${nextCursor.startsWith('A') ? 'B' : 'A'}${nextCursor.slice(1)}`,
  ]) {
    const answer = await rig.api.get(`${EMAILS}?${query}`);
    expect([query, answer.status, Object.keys(fieldsOf(answer))]).toEqual([query, 400, ['cursor']]);
  }
  const decoded = Buffer.from(nextCursor, 'base64url').toString('latin1');
  for (const { id } of account.messages) expect(decoded).not.toContain(id);
  expect((await rig.api.get(`${EMAILS}?limit=7&cursor=${nextCursor}`)).status).toBe(200);
});
