import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_LIMITS } from '../../src/shared/error.ts';
import { type CostlyRequest, costlyRequests } from '../support/costly-requests.ts';
import { engine } from '../support/engine.ts';
import { loopProbe, MAX_STRETCH_MS, p99, pollWhile } from '../support/loop-probe.ts';
import { connectModern } from '../support/mcp.ts';
import { fieldsOf, type Json } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { type Answer, apiAt, kith, type RunningService, startService, type User } from '../support/service.ts';
import { testOnce } from '../support/test-once.ts';

// One thread serves everyone, so no request may delay the others. The measure is CPU time between two event loop turns,
// not elapsed time, so it is the same on a busy computer.

const probe = loopProbe();
let service: RunningService;
let ada: User;
let bob: User;
const contactIds: string[] = [];
const tagIds: string[] = [];

beforeAll(async () => {
  service = await startService(undefined, probe.env);
  [ada, bob] = [await service.user(), await service.user()];
  // A typical address book, large enough to split a long filter into stretches. The first contacts are alike.
  for (let from = 0; from < 1_500; from += 500) {
    const contacts = Array.from({ length: 500 }, (_, index) => ({
      full_name: `Ann ${'Long'.repeat(1 + (index % 100))} Miller`,
      description: `Met ${from + index} times over tea. `.repeat(20),
      contact_emails: [{ email: `ann${from + index}@example.com` }],
    }));
    const { body } = await ada.post('/v2/contacts/batch', { contacts });
    contactIds.push(...body.data.contacts.map(({ id }: { id: string }) => id));
  }
  const names = Array.from({ length: 40 }, (_, index) => `tag ${index}`);
  const { body } = await ada.post('/v2/tags/batch', { names });
  tagIds.push(...body.data.tags.map(({ id }: { id: string }) => id));
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** Runs `work` while another user sends requests. No event loop turn may have been long in that time. */
async function expectOthersServed(what: string, work: () => Promise<unknown>): Promise<number[]> {
  await probe.longest();
  const took = await pollWhile(bob, work);
  const longest = await probe.longest();
  expect.soft(longest, what).toBeLessThan(MAX_STRETCH_MS);
  return took;
}

async function expectStatus(status: number, answer: Promise<Answer>): Promise<void> {
  expect((await answer).status).toBe(status);
}

async function send(user: typeof bob | ReturnType<typeof apiAt>, request: CostlyRequest): Promise<void> {
  const answer = await user.call(request.method, request.path, request.body);
  expect.soft(answer.status, `${request.what}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(request.status);
  if (request.status === 400) expect.soft(JSON.stringify(answer.body).length, request.what).toBeLessThan(8_000);
}

test('costly requests, rejected or served, delay no other user', async () => {
  const took: number[] = [];
  for (const request of costlyRequests(contactIds, tagIds)) {
    const body = ['undefined', 'string'].includes(typeof request.body) ? request.body : JSON.stringify(request.body);
    took.push(...(await expectOthersServed(request.what, () => send(ada, { ...request, body }))));
  }
  // For readers of the log: elapsed time depends on the computer's other load.
  process.stdout.write(`${engine}: p99 of ${took.length} other requests ${Math.round(p99(took))} ms\n`);
});

testOnce('a read-only key gets no further', async () => {
  const { stdout } = await kith(service.dataDir, 'key', 'regenerate', bob.email, '--permissions', 'read', '--json');
  const { api_key } = JSON.parse(stdout);
  const [reader, other] = [apiAt(service.baseUrl, api_key), bob];
  bob = { ...other, ...reader, apiKey: api_key };
  for (const request of costlyRequests([], []).filter(({ reads }) => reads)) {
    await expectOthersServed(request.what, () => send(reader, request));
  }
});

test('data stored before a limit existed delays no one, and can still be read, changed, and merged', async () => {
  const cleo = await service.user();
  const { body } = await cleo.post('/v2/contacts/batch', {
    contacts: Array.from({ length: 60 }, (_, index) => ({ full_name: `Old ${index}` })),
  });
  const old: string[] = body.data.contacts.map(({ id }: { id: string }) => id);
  const { openDatabase } = await import('../support/database.ts');
  const database = openDatabase(service.dataDir);
  const names = ['\ufdfa'.repeat(10_000), 'ab '.repeat(3_333)];
  for (const [index, id] of old.entries()) {
    // Words with different endings are compared in pairs.
    const name = `${names[index % 2]} ${index}`;
    database.all(`update contacts set full_name = '${name}', company = '${name}' where id = '${id}' returning id`);
  }
  database.close();
  const steps: [what: string, work: () => Promise<unknown>][] = [
    [
      'is read',
      async () => {
        const read = await cleo.get(`/v2/contacts/${old[0]}`);
        expect(read.body.data.contact.full_name).toBe(`${names[0]} 0`);
      },
    ],
    ['is changed', () => expectStatus(200, cleo.call('PATCH', `/v2/contacts/${old[0]}`, { job_title: 'Smith' }))],
    [
      'is changed with others',
      () =>
        expectStatus(
          200,
          cleo.call(
            'PUT',
            '/v1/contacts',
            old.map((contactId) => ({ contactId, data: { job_title: 'Baker' } })),
          ),
        ),
    ],
    ['is searched for', () => expectStatus(200, cleo.get('/v2/contacts?searchQuery=ab'))],
    ['is compared', () => expectStatus(200, cleo.get('/v2/contacts/duplicates'))],
    [
      'is merged',
      async () => {
        const merged = await cleo.post('/v2/contacts/merge', { contactIds: [old.slice(0, 2)] });
        expect(merged.body.data.merged[0].full_name).toBe(`${names[0]} 0`);
      },
    ],
  ];
  for (const [what, work] of steps) await expectOthersServed(`an old name ${what}`, work);
});

testOnce('a response lists at most 20 invalid fields, truncated, and their number', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`${index} ${'x'.repeat(500)}`, 1]));
  const answer = await ada.post('/v2/contacts', wrong);
  expect(answer.status).toBe(400);
  expect(Object.keys(fieldsOf(answer))).toHaveLength(ERROR_LIMITS.fields);
  expect(answer.body.error.details.more).toBe(3_000 - ERROR_LIMITS.fields);
  expect(answer.body.error.message).toMatch(/; and 2997 more$/);
  expect(JSON.stringify(answer.body).length).toBeLessThan(6_000);
});

test('a merge costs no more with many contacts', async () => {
  const oneByOne = await cpuOfMerge(8);
  const atOnce = await cpuOfMerge(64);
  // Rewriting the survivor's details for each merged contact would take four to eight times as long.
  expect(atOnce).toBeLessThan(2 * oneByOne);
});

/** The service's CPU milliseconds to merge 64 contacts of 100 addresses each, `at` contacts at a time. */
async function cpuOfMerge(size: number): Promise<number> {
  const gus = await service.user();
  const contacts = Array.from({ length: 64 }, (_, one) => ({
    full_name: `Gus ${one}`,
    contact_emails: Array.from({ length: 100 }, (_, other) => ({ email: `gus${one}.${other}@example.com` })),
  }));
  const { body } = await gus.post('/v2/contacts/batch', { contacts });
  const ids: string[] = body.data.contacts.map(({ id }: { id: string }) => id);
  const groups = Array.from({ length: 64 / size }, (_, group) => ids.slice(group * size, (group + 1) * size));
  const before = cpuMs(service.process.pid!);
  const merged = await gus.post('/v2/contacts/merge', { contactIds: groups });
  const addresses = merged.body.data.merged.map((contact: Json) => contact.contact_emails.length);
  expect(addresses).toEqual(groups.map(() => size * 100));
  return cpuMs(service.process.pid!) - before;
}

testOnce('a batch of large read calls runs one by one, in the memory of one', async () => {
  const small = await startService(undefined, { NODE_OPTIONS: '--max-old-space-size=200' });
  try {
    const hal = await small.user();
    for (let index = 0; index < 12; index++)
      await hal.post('/v2/timeline/notes', {
        note: { note: `${index} `.repeat(150_000), timeline_items_contacts: [] },
      });
    const calls = Array.from({ length: 40 }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'list_notes', arguments: { take: 100 } },
    }));
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' };
    const { status, body } = await hal.call('POST', '/mcp', calls, { headers });
    expect(status).toBe(200);
    const answered = [...body.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!));
    expect(answered.map(({ id, result }) => [id, result.isError])).toEqual(calls.map(({ id }) => [id, undefined]));
  } finally {
    await small.stop();
  }
});

testOnce('a tool that reads text full of hidden characters delays no other user', async () => {
  const eva = await service.user();
  const notes = ['\x7f', 'a\x7f', '\u{1f468}\x7f'].map((text) => ({
    note: text.repeat(480_000 / text.length),
    timeline_items_contacts: [],
  }));
  for (let index = 0; index < 4; index++)
    expect((await eva.post('/v2/timeline/notes/batch', { notes: [...notes, notes[0]] })).status).toBe(201);
  const client = await connectModern({
    url: `${service.baseUrl}/mcp`,
    headers: { authorization: `Bearer ${eva.apiKey}` },
  });
  await expectOthersServed('list_notes', async () => {
    expect((await client.call('list_notes', { take: 10 })).isError).toBeUndefined();
  });
  await client.close();
});

testOnce('deleting a person reads no notes that stay, and no more than a trash entry may contain', async () => {
  const small = await startService(undefined, { NODE_OPTIONS: '--max-old-space-size=200' });
  try {
    const hal = await small.user();
    const { body } = await hal.post('/v2/contacts/batch', { contacts: [{ full_name: 'Ann' }, { full_name: 'Bo' }] });
    const [ann, bo]: string[] = body.data.contacts.map(({ id }: Json) => id);
    const write = async (contacts: string[]) => {
      const notes = Array.from({ length: 10 }, () => ({
        note: 'x'.repeat(499_000),
        timeline_items_contacts: contacts.map((contact_id) => ({ contact_id })),
      }));
      const answer = await hal.post('/v2/timeline/notes/batch', { notes });
      return answer.body.data.notes.map(({ id }: Json) => id) as string[];
    };
    const own: string[] = [];
    for (let index = 0; index < 10; index++) own.push(...(await write([ann!])));
    for (const refused of [
      await hal.call('DELETE', `/v2/contacts/${ann}`),
      await hal.post('/v2/contacts/batch-delete', { contactIds: [bo, ann] }),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toMatch(/notes.*32 MiB/s);
      expect(refused.body.error.hint).toContain('Delete');
    }
    expect((await hal.get(`/v2/contacts/${bo}`)).status).toBe(200);
    for (const note of own.slice(20)) expect((await hal.call('DELETE', `/v2/timeline/notes/${note}`)).status).toBe(200);
    for (let index = 0; index < 30; index++) await write([ann!, bo!]);
    expect((await hal.call('DELETE', `/v2/contacts/${ann}`)).status).toBe(200);
    const restored = await hal.post('/v2/trash/restore', { ids: [ann] });
    expect(restored.body.data).toMatchObject({ restored: [{ id: ann }], failed: [] });
    expect((await hal.get(`/v2/timeline/notes/count?contactId=${ann}`)).body.data.count).toBe(320);
  } finally {
    await small.stop();
  }
});

testOnce('tools have the same limits', async () => {
  const dora = await service.user();
  const client = await connectModern({
    url: `${service.baseUrl}/mcp`,
    headers: { authorization: `Bearer ${dora.apiKey}` },
  });
  const calls: [tool: string, args: Record<string, unknown>][] = [
    ['create_contact', Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`first_nam${index}`, 1]))],
    ['create_contact', { ['x'.repeat(1_000_000)]: 1 }],
    ['filter_contacts', { where: { or: Array.from({ length: 20 }, () => ({ in: contactIds.slice(0, 300) })) } }],
    ['count_contacts', { where: { or: Array.from({ length: 20 }, () => ({ in: contactIds.slice(0, 300) })) } }],
    ['filter_contacts', { where: `{"a":[${'[],'.repeat(1_000_000)}[]]}` }],
    ['create_note', { note: '\ufdfa'.repeat(500_000) }],
  ];
  for (const [name, args] of calls) {
    await expectOthersServed(`tool ${name}`, async () => {
      const result = await client.call(name, args);
      const text = JSON.stringify(result);
      expect.soft([name, result.isError, text.length < 20_000], text.slice(0, 300)).toEqual([name, true, true]);
    });
  }
  await client.close();
});

/** The process's CPU time so far, in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Long text from pieces that once took long to read. */
const hostileText = fc
  .tuple(
    fc.constantFrom('\ufdfa', '\u0301\u0323', '(', 'T', 'a.', '😀', '"', 'ab ', '1'),
    fc.integer({ min: 1, max: 30_000 }),
  )
  .map(([text, count]) => text.repeat(count));
const KEYS = ['or', 'tags', 'all', 'any', 'in', 'name', 'full_name', 'description', 'contact_emails', 'starred', 'x'];
const hostileValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(hostileText, fc.string(), fc.integer(), fc.constantFrom(null, true, [], {})),
    fc.tuple(tie('value'), fc.integer({ min: 1, max: 30_000 })).map(([one, count]) => repeated(one, count)),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
    fc
      .tuple(fc.string(), tie('value'), fc.integer({ min: 1, max: 30_000 }))
      .map(([name, one, count]) =>
        Object.fromEntries(repeated(one, count).map((value, index) => [name + index, value])),
      ),
  ),
})).value;

/** The value repeated up to the byte limit of a body. */
const repeated = (one: unknown, count: number): unknown[] =>
  Array(Math.min(count, Math.max(1, Math.floor(1_000_000 / JSON.stringify(one).length)))).fill(one);

const hostileRequest = fc.oneof(
  hostileValue.map((where) => ['/v2/contacts/filter', { where }]),
  hostileValue.map((contacts) => ['/v2/contacts/batch', { contacts }]),
  hostileValue.map((contact) => ['/v2/contacts', contact]),
  fc
    .tuple(hostileText, hostileText)
    .map(([note, time]) => ['/v2/timeline/notes', { note: { note, event_time: time } }]),
  hostileText.map((note) => ['/v2/timeline/notes', { note: { note } }]),
  hostileText.map((description) => ['/v2/contacts', { description: description.slice(0, 10_000), company: 'x' }]),
  hostileText.map((text) => ['/v2/contacts/filter', { where: { name: text.slice(0, 500) } }]),
) as fc.Arbitrary<[path: string, body: unknown]>;

testOnce('generated bodies and filters delay no other user', async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ([path, body]) => {
      await probe.longest();
      const { status } = await ada.post(path, body);
      expect(status).toBeLessThan(500);
      expect(await probe.longest()).toBeLessThan(MAX_STRETCH_MS);
    }),
    { seed, numRuns: rounds(40) },
  );
});
