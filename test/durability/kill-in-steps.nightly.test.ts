import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { count, damage, withDatabase } from '../support/data-folder.ts';
import {
  type Answer,
  type Api,
  apiAt,
  kith,
  type RunningService,
  startService,
  temporaryFolder,
} from '../support/service.ts';

// Bulk create and merge take several transactions. Killed in between and retried with the same key, they resume and
// return the complete result.

let folder: ReturnType<typeof temporaryFolder>;
let apiKey: string;
let service: RunningService;
let api: Api;

async function start(): Promise<void> {
  service = await startService(folder.path);
  api = apiAt(service.baseUrl, apiKey);
}

beforeEach(async () => {
  folder = temporaryFolder();
  apiKey = JSON.parse((await kith(folder.path, 'user', 'add', 'ada@example.com', '--json')).stdout).api_key;
  await start();
});
afterEach(async () => {
  await service.stop();
  folder.remove();
});

const rowsIn = (table: string) => withDatabase(folder.path, (database) => count(database, table));

/** Sends a request, kills the service once the table has `rows` rows, and restarts it. */
async function killedAt(table: string, wanted: number, request: () => Promise<unknown>): Promise<void> {
  const lost = expect(request()).rejects.toThrow();
  while (rowsIn(table) < wanted) await nextTurn();
  service.process.kill('SIGKILL');
  await Promise.all([once(service.process, 'exit'), lost]);
  expect(damage(folder.path)).toEqual([]);
  await start();
}

/** Seconds that responses asked to wait before `persist` saw its own. */
let waited = 0;

/** Sends a request, and repeats it after Retry-After while it counts as running. */
async function persist(path: string, body: object, key: string, to = api): Promise<Answer> {
  for (;;) {
    const answer = await to.post(path, body, { key });
    if (answer.body.error?.code !== 'idempotency_in_progress') return answer;
    const seconds = Number(answer.headers.get('retry-after'));
    waited += seconds;
    await sleep(seconds * 1_000);
  }
}

/** How long a person may wait after the client restarted kith. */
const ACCEPTABLE_WAIT_S = 4;

const contacts = (length: number) => Array.from({ length }, (_, index) => ({ full_name: `Person ${index}` }));

test('completes a bulk create with one effect after two kills between its chunks', async () => {
  const body = { contacts: contacts(500) };
  const key = randomUUID();
  const send = () => persist('/v2/contacts/batch', body, key);
  await killedAt('contacts', 100, send);
  const afterFirst = rowsIn('contacts');
  expect(afterFirst % 100).toBe(0);
  await killedAt('contacts', afterFirst + 100, send);
  waited = 0;
  const { status, body: answered } = await send();
  expect(waited).toBeLessThan(ACCEPTABLE_WAIT_S);

  expect(status).toBe(201);
  expect(answered.data.batch).toMatchObject({ requested: 500, committed: 500, committedThrough: 499, failedRows: [] });
  const names = answered.data.contacts.map((contact: { full_name: string }) => contact.full_name);
  expect(names).toEqual(body.contacts.map(({ full_name }) => full_name));
  expect(rowsIn('contacts')).toBe(500);
  const again = await send();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(answered);
  expect(damage(folder.path)).toEqual([]);
});

test('completes a bulk note creation with one effect after a kill between its chunks', async () => {
  const [ann] = (await persist('/v2/contacts/batch', { contacts: contacts(1) }, randomUUID())).body.data.contacts;
  const body = {
    notes: Array.from({ length: 500 }, (_, index) => ({
      note: `Note ${index}`,
      timeline_items_contacts: [{ contact_id: ann.id }],
    })),
  };
  const key = randomUUID();
  const send = () => persist('/v2/timeline/notes/batch', body, key);
  await killedAt('timeline_items', 100, send);
  const afterFirst = rowsIn('timeline_items');
  expect(afterFirst % 100).toBe(0);
  await killedAt('timeline_items', afterFirst + 100, send);
  const { status, body: answered } = await send();

  expect(status).toBe(201);
  expect(answered.data.batch).toMatchObject({ requested: 500, committed: 500, committedThrough: 499, failedRows: [] });
  expect(answered.data.notes.map(({ note }: { note: string }) => note)).toEqual(body.notes.map(({ note }) => note));
  expect([rowsIn('timeline_items'), rowsIn('timeline_items_contacts')]).toEqual([500, 500]);
  expect((await send()).body).toEqual(answered);
  expect(damage(folder.path)).toEqual([]);
});

test('completes a restore with one effect after a kill between its steps', async () => {
  const made = await persist('/v2/contacts/batch', { contacts: contacts(400) }, randomUUID());
  const ids: string[] = made.body.data.contacts.map((contact: { id: string }) => contact.id);
  await persist('/v2/contacts/batch-delete', { contactIds: ids }, randomUUID());
  expect(rowsIn('contacts')).toBe(0);
  const key = randomUUID();
  const send = () => persist('/v2/trash/restore', { ids }, key);
  await killedAt('contacts', 50, send);
  const { status, body } = await send();
  expect([status, body.data.failed]).toEqual([200, []]);
  expect(body.data.restored).toEqual(ids.map((id) => ({ id, kind: 'contact' })));
  expect([rowsIn('contacts'), rowsIn('bin')]).toEqual([400, 0]);
  expect((await send()).body).toEqual(body);
  expect(damage(folder.path)).toEqual([]);
});

test('completes a merge with one effect after a kill between its groups', async () => {
  const made = await persist('/v2/contacts/batch', { contacts: contacts(100) }, randomUUID());
  const ids: string[] = made.body.data.contacts.map((contact: { id: string }) => contact.id);
  const groups = Array.from({ length: 50 }, (_, index) => ids.slice(2 * index, 2 * index + 2));
  const key = randomUUID();
  const send = () => persist('/v2/contacts/merge', { contactIds: groups }, key);
  await killedAt('merges', 5, send);
  expect(rowsIn('contacts')).toBe(100 - rowsIn('merges'));
  const { status, body } = await send();

  expect(status).toBe(200);
  expect(body.data.failed).toEqual([]);
  expect(body.data.merged.map((contact: { id: string }) => contact.id)).toEqual(groups.map(([oldest]) => oldest));
  expect([rowsIn('contacts'), rowsIn('merges')]).toEqual([50, 50]);
  expect((await send()).body).toEqual(body);
  expect(damage(folder.path)).toEqual([]);
});

test('applies one bulk create sent to two services once', async () => {
  const other = await startService(folder.path);
  const body = { contacts: contacts(300) };
  const key = randomUUID();
  const second = apiAt(other.baseUrl, apiKey);
  const answers = await Promise.all(
    [api, second, api, second].map((to) => persist('/v2/contacts/batch', body, key, to)),
  );
  await other.stop();
  for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body);
  expect(answers[0]!.body.data.batch.committed).toBe(300);
  expect(rowsIn('contacts')).toBe(300);
});
