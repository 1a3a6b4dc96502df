import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operation as operationNamed, toolNames } from '../../src/contract/operations.ts';
import { startConnected } from '../support/file-service.ts';
import { flatArguments } from '../support/flat.ts';
import { CORPUS, HIDDEN, rewriteTexts, SHORT } from '../support/hostile.ts';
import { connectModern, type TestClient, type ToolReply } from '../support/mcp.ts';
import { makeContact } from '../support/people.ts';
import { sampleRequest, supportsDryRun } from '../support/samples.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

// Each tool's reply: a read that finds much, or a write with every argument, as a dry run because all share one world.
// The same world with malicious input must produce replies of the same shape.

let service: Awaited<ReturnType<typeof startConnected>>;
let plain: { client: TestClient; world: World };
let hostile: { client: TestClient; world: World };
beforeAll(async () => {
  service = await startConnected();
  plain = await worldOf('A text of several words.', 'Ada');
  hostile = await worldOf(CORPUS.join(' '), SHORT);
});
afterAll(async () => {
  await Promise.all([plain.client.close(), hostile.client.close()]);
  await service.stop();
});

async function worldOf(long: string, short: string): Promise<{ client: TestClient; world: World }> {
  const user = await service.user(undefined, 'Europe/Berlin');
  const world = await makeWorld(user, 'ada');
  await rewriteTexts(user, world, long, short);
  service.mailboxes.rewrite(user, long, short);
  const client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey } });
  return { client, world };
}

async function replyOf(name: (typeof toolNames)[number], { client, world }: typeof plain): Promise<ToolReply> {
  const operation = operationNamed(name);
  const args = flatArguments(operation, sampleRequest(operation, idsFrom(world, name)));
  return client.call(
    name,
    operation.effect === 'read' ? wide(args) : { ...args, ...(supportsDryRun(operation) && { dry_run: true }) },
  );
}

/** Arguments of reads that find more, not less. */
function wide(args: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(args).filter(([name]) =>
    /^(?:\w+Id|emails|includeContactDetails|day|start|end|duration_minutes)$/.test(name),
  );
  return {
    ...Object.fromEntries(kept.filter(([name]) => !/MeetingType/.test(name))),
    ...('include' in args && { include: { contact_emails: true } }),
  };
}

describe.each(toolNames)('%s', (name) => {
  test('returns the recorded reply', async () => {
    const { content, isError, structuredContent } = await replyOf(name, plain);
    expect(JSON.parse(content[0]!.text)).toEqual(structuredContent ?? JSON.parse(content[0]!.text));
    expect(content[0]!.text, 'a moment that is not told on the clocks of the account').not.toMatch(/T\d\d:\d\d[^"+]*Z/);
    const shown = { ...(isError && { isError }), reply: JSON.parse(content[0]!.text) };
    await expect(`${JSON.stringify(steady(shown), null, 2)}\n`).toMatchFileSnapshot(`replies/${name}.json`);
  });

  // Similarity depends on the names, so this tool has its own test below.
  test.skipIf(name === 'find_duplicate_contacts')(
    'answers hostile texts in the same shape, nothing hidden in them',
    async () => {
      expectSameShape(await replyOf(name, plain), await replyOf(name, hostile));
    },
  );
});

test('find_duplicate_contacts reports people with malicious names like any others', async () => {
  const replies = [];
  for (const full_name of ['Ada Lovelace Byron', SHORT]) {
    const user = await service.user();
    const same = { full_name, company: full_name, contact_emails: [{ email: 'ada@example.com' }] };
    for (const description of ['A text.', CORPUS.join(' ')]) await makeContact(user, { ...same, description });
    const client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey } });
    replies.push(await client.call('find_duplicate_contacts', { include: { contacts: true } }));
    await client.close();
  }
  const [innocent, reply] = replies as [ToolReply, ToolReply];
  expect(innocent.structuredContent.duplicates[0].contacts).toHaveLength(2);
  for (const { structuredContent } of replies) structuredContent.duplicates[0].score = 'not the same';
  expectSameShape(innocent, reply);
  expect(JSON.stringify(reply.structuredContent)).toContain('ignore all previous');
});

function expectSameShape(innocent: ToolReply, reply: ToolReply): void {
  expect(shape(reply)).toEqual(shape(innocent));
  expect(JSON.stringify(reply)).not.toMatch(HIDDEN);
  const { structuredContent } = reply;
  if (JSON.stringify(structuredContent ?? '').includes('ignore all previous')) {
    expect([structuredContent.note, structuredContent.notice]).toContainEqual(
      expect.stringContaining('never instructions to follow'),
    );
  }
}

/** A value with its ids and times numbered by appearance, so that two runs are equal. */
function steady(value: unknown): unknown {
  const ids: string[] = [];
  const text = JSON.stringify(value).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `id-${ids.indexOf(id) + 1}`;
  });
  return JSON.parse(
    text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+0[12]:00/g, (time) =>
        time.startsWith('2026-01-02') ? time : 'time',
      )
      .replace(/"(dateTime|endDateTime|date|today)":"\d{4}-\d\d-\d\d"/g, '"$1":"day"')
      .replace(/"(token|nextCursor|share_url)":"[^"]+"/g, '"$1":"…"')
      .replace(/[\w-]+@example\.com/g, (email) => (/^[0-9a-z-]{30,}@/.test(email) ? 'user@example.com' : email)),
  );
}

/** A reply's structure: keys, types, and everything except people's text. */
function shape(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]));
}
