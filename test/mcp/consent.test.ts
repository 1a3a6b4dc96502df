import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questionLog } from '../../src/mcp/tools/question-log.ts';
import { initialize, type JsonRpcProcess, startJsonRpc } from '../support/json-rpc.ts';
import { type ConnectOptions, connectLegacy, connectModern, type TestClient } from '../support/mcp.ts';
import { CLI, type RunningHttp, startHttp, temporaryFolder } from '../support/service.ts';

// A client that can ask the person must do so, whatever the model sends.

type Answer = ReturnType<NonNullable<ConnectOptions['onQuestion']>>;
const YES: Answer = { action: 'accept', content: { confirm: true } };
const CLOSED: Answer = { action: 'cancel' };

const folder = temporaryFolder();
const env = { KITH_DATA_DIR: folder.path };
let http: RunningHttp;
let silent: TestClient;
beforeAll(async () => {
  http = await startHttp();
  silent = await connectModern({ env });
});
afterAll(async () => {
  await Promise.all([http.stop(), silent.close()]);
  folder.remove();
});

type Connect = (onQuestion: NonNullable<ConnectOptions['onQuestion']>) => Promise<TestClient>;
const ASKING: [string, Connect][] = [
  ['the 1.x client over stdio', (onQuestion) => connectLegacy({ env, onQuestion })],
  ['the 2.x client on 2025-11-25 over stdio', (onQuestion) => connectModern({ env, onQuestion }, 'legacy')],
  [
    'the 2.x client on 2026-07-28 over stdio',
    (onQuestion) => connectModern({ env, onQuestion }, { pin: '2026-07-28' }),
  ],
  [
    'the 2.x client on 2026-07-28 over HTTP',
    (onQuestion) => connectModern({ url: http.url, onQuestion }, { pin: '2026-07-28' }),
  ],
];

const add = async (client: TestClient): Promise<string> =>
  (await client.call('create_contact', { full_name: `Ada ${randomUUID()}` })).structuredContent.contact.id;
const isThere = async (client: TestClient, contactId: string): Promise<boolean> =>
  !(await client.call('get_contact', { contactId })).isError;

describe.each(ASKING)('%s', (_name, connect) => {
  let client: TestClient;
  let answer: () => Answer;
  let questions = 0;
  beforeAll(async () => {
    client = await connect(() => {
      questions++;
      return answer();
    });
  });
  afterAll(() => client.close());

  test('asks the person even if the call says confirm: true', async () => {
    answer = () => ({ action: 'decline' });
    const id = await add(client);
    const refused = await client.call('bulk_delete_contacts', { contactIds: [id], confirm: true });
    expect(refused.content[0]!.text).toContain('The person said no');
    expect(await isThere(client, id)).toBe(true);
    // A no is an answer, so the next call asks again.
    await client.call('bulk_delete_contacts', { contactIds: [id], confirm: true });
    expect(await isThere(client, id)).toBe(true);
    answer = () => YES;
    questions = 0;
    const done = await client.call('bulk_delete_contacts', { contactIds: [id], confirm: true });
    expect(done.structuredContent).toMatchObject({ affected: 1, ids: [id] });
    expect(questions).toBe(1);
  });

  test('returns the dry run and the question if it is closed without an answer, and then accepts confirm for this call', async () => {
    answer = () => CLOSED;
    const [first, second] = [await add(client), await add(client)];
    const args = { contactIds: [first], confirm: true };
    const asked = await client.call('bulk_delete_contacts', args);
    expect(asked.isError).toBeFalsy();
    expect(asked.structuredContent).toMatchObject({
      dry_run: true,
      question: expect.stringContaining('delete 1 contact'),
      next: expect.stringContaining('confirm: true'),
    });
    expect(await isThere(client, first)).toBe(true);
    // Another call has its own question.
    const other = await client.call('bulk_delete_contacts', { contactIds: [second], confirm: true });
    expect(other.structuredContent.dry_run).toBe(true);
    const done = await client.call('bulk_delete_contacts', args);
    expect(done.structuredContent).toMatchObject({ affected: 1, ids: [first] });
    expect(done.structuredContent).not.toHaveProperty('dry_run');
    expect(await isThere(client, second)).toBe(true);
  });
});

describe.each(ASKING)('%s', (_name, connect) => {
  test('returns the dry run for a form without a yes, and asks again', async () => {
    let answer: Answer = { action: 'accept', content: { confirm: false } };
    let questions = 0;
    const client = await connect(() => {
      questions++;
      return answer;
    });
    const contactIds = [await add(client)];
    const asked = await client.call('bulk_delete_contacts', { contactIds });
    expect(asked.isError).toBeFalsy();
    expect(asked.structuredContent).toMatchObject({
      dry_run: true,
      question: expect.stringContaining('delete 1 contact'),
      next: expect.stringContaining('Ask it in the chat'),
    });
    answer = { action: 'decline' };
    const refused = await client.call('bulk_delete_contacts', { contactIds, confirm: true });
    expect(refused.content[0]!.text).toContain('The person said no');
    expect(questions).toBe(2);
    expect(await isThere(client, contactIds[0]!)).toBe(true);
    await client.close();
  });
});

describe.each(ASKING.slice(0, 2))('%s', (_name, connect) => {
  test('returns the dry run if its handler fails, and then accepts confirm', async () => {
    const client = await connect(() => {
      throw new Error('there is no window');
    });
    const contactIds = [await add(client)];
    const asked = await client.call('bulk_delete_contacts', { contactIds });
    expect(asked.isError).toBeFalsy();
    expect(asked.structuredContent).toMatchObject({
      dry_run: true,
      question: expect.stringContaining('delete 1 contact'),
      next: expect.stringContaining('confirm: true'),
    });
    const done = await client.call('bulk_delete_contacts', { contactIds, confirm: true });
    expect(done.structuredContent).toMatchObject({ affected: 1, ids: contactIds });
    await client.close();
  });
});

test('asks the person in write_operation too', async () => {
  const client = await connectModern({
    env: { ...env, KITH_CATALOGUE: '1' },
    onQuestion: () => ({ action: 'decline' }),
  });
  const id = await add(silent);
  const call = { operation: 'bulk_delete_contacts', arguments: { contactIds: [id], confirm: true } };
  expect((await client.call('write_operation', call)).content[0]!.text).toContain('The person said no');
  expect(await isThere(silent, id)).toBe(true);
  await client.close();
});

test('counts confirm over HTTP, because a 2025 client cannot be asked', async () => {
  const client = await connectLegacy({ url: http.url, onQuestion: () => ({ action: 'decline' }) });
  const contactIds = [await add(client)];
  expect((await client.call('bulk_delete_contacts', { contactIds })).structuredContent.dry_run).toBe(true);
  const done = await client.call('bulk_delete_contacts', { contactIds, confirm: true });
  expect(done.structuredContent).toMatchObject({ affected: 1 });
  await client.close();
});

describe('without an SDK', () => {
  const callTool = async (server: JsonRpcProcess, name: string, args: object) =>
    (await server.request('tools/call', { name, arguments: args })).structuredContent as Record<string, unknown>;

  test('does not ask through a client that only opens URLs', async () => {
    const server = startJsonRpc([process.execPath, CLI], env);
    await initialize(server, { elicitation: { url: {} } });
    const contactIds = [await add(silent)];
    expect(await callTool(server, 'bulk_delete_contacts', { contactIds })).toMatchObject({ dry_run: true });
    const done = await callTool(server, 'bulk_delete_contacts', { contactIds, confirm: true });
    expect(done).toMatchObject({ affected: 1 });
    server.child.stdin.end();
    await server.exited;
  });

  test('leaves the question unanswered if the call is canceled while it is open', async () => {
    const server = startJsonRpc([process.execPath, CLI], env);
    await initialize(server, { elicitation: {} });
    const contactIds = [await add(silent)];
    const asked = server.received('elicitation/create');
    const id = server.lastId() + 1;
    server.request('tools/call', { name: 'bulk_delete_contacts', arguments: { contactIds } }).catch(() => {});
    await asked;
    server.notify('notifications/cancelled', { requestId: id });
    expect(await callTool(server, 'bulk_delete_contacts', { contactIds, confirm: true })).toMatchObject({
      affected: 1,
    });
    server.child.stdin.end();
    await server.exited;
  });
});

describe('a question', () => {
  test('counts as unanswered after a minute, and is forgotten after ten', () => {
    let now = 0;
    const questions = questionLog(() => now);
    questions.put('call');
    now = 59_999;
    expect(questions.isUnanswered('call')).toBe(false);
    now = 60_000;
    expect(questions.isUnanswered('call')).toBe(true);
    now = 600_000;
    expect(questions.isUnanswered('call')).toBe(false);
  });

  test('is forgotten after 1,000 others', () => {
    const questions = questionLog();
    for (let call = 0; call <= 1_000; call++) questions.fail(`${call}`);
    expect([0, 1, 1_000].map((call) => questions.isUnanswered(`${call}`))).toEqual([false, true, true]);
  });
});
