import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TEST_SECRET } from '../support/engine.ts';
import { addressOf, asData, getPhoto, idOf, picture } from '../support/pictures.ts';
import { ensureDatabase, urlOf } from '../support/postgres.ts';
import { type Answer, type Api, apiAt, kith, type RunningService, startService } from '../support/service.ts';

// Two nodes on one PostgreSQL: concurrent requests to both must have the same result as requests to one.

const url = urlOf('kith_nodes');
let nodes: RunningService[];
let apiKey: string;
let apis: Api[];

beforeAll(async () => {
  await ensureDatabase(url);
  vi.stubEnv('KITH_DATABASE_URL', url).stubEnv('KITH_SECRET', TEST_SECRET);
  // Concurrently: one node creates the schema, the other finds it.
  nodes = await Promise.all([startService(), startService()]);
  ({ apiKey } = await nodes[0]!.user());
  apis = nodes.map(({ baseUrl }) => apiAt(baseUrl, apiKey));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all(nodes.map((node) => node.stop()));
});

/** Concurrent requests, the same ones from both nodes. */
const together = (times: number, ask: (api: Api, index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => ask(apis[index % apis.length]!, index)));

test('runs 50 equal requests once, and returns that result or 409 to each', async () => {
  const key = randomUUID();
  const body = { full_name: 'Only Once' };
  const answers = await together(50, (api) => api.post('/v2/contacts', body, { key }));
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ body }) => body.data.contact.id)).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_in_progress' } } });
  }
  for (const api of apis) expect((await api.post('/v2/contacts', body, { key })).body).toEqual(made[0]!.body);
  expect((await apis[1]!.get('/v2/contacts/count')).body.data.count).toBe(1);
});

test('serves a photo that the other node received, from its own folder', async () => {
  const bytes = picture('of two nodes');
  const made = await apis[0]!.post('/v2/contacts', { image_url: asData(bytes) });
  expect(made.body.data.contact.image_url).toBe(addressOf(bytes));
  const served = await getPhoto(nodes[1]!.baseUrl, { apiKey }, idOf(bytes));
  expect([served.status, served.bytes.equals(bytes)]).toEqual([200, true]);
  const held = await getPhoto(nodes[0]!.baseUrl, { apiKey }, idOf(bytes));
  expect(held.headers.etag).toBe(served.headers.etag);
});

test('runs a multistep operation once, on either node', async () => {
  const before = (await apis[0]!.get('/v2/contacts/count')).body.data.count;
  const key = randomUUID();
  const contacts = Array.from({ length: 150 }, (_, index) => ({ full_name: `Row ${index}` }));
  const ask = (api: Api) => api.post('/v2/contacts/batch', { contacts }, { key });
  const answers = await together(10, ask);
  expect(answers.filter(({ status }) => status !== 409 && status !== 201)).toEqual([]);
  const last = await ask(apis[1]!);
  expect(last.body.data.batch.committed).toBe(150);
  expect((await apis[0]!.get('/v2/contacts/count')).body.data.count).toBe(before + 150);
});

test('creates one tag per name and one row per address under concurrent requests', async () => {
  const tags = await together(20, (api) => api.post('/v2/tags', { tag: { name: 'friend' } }));
  expect(new Set(tags.map(({ body }) => body.data.tag.id)).size).toBe(1);
  const { id } = (await apis[0]!.post('/v2/contacts', {})).body.data.contact;
  const emails = await together(20, (api, index) =>
    api.post(`/v2/contact-emails/${id}`, { email: `${index % 2 ? 'A' : 'a'}@example.com` }),
  );
  expect(emails.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
});

test('keeps all changes to one contact from both nodes', async () => {
  const { id } = (await apis[0]!.post('/v2/contacts', {})).body.data.contact;
  await together(20, (api, index) => api.post(`/v2/contact-emails/${id}`, { email: `${index}@example.com` }));
  const { contact_emails } = (await apis[1]!.get(`/v2/contacts/${id}`)).body.data.contact;
  expect(contact_emails).toHaveLength(20);
  expect(contact_emails.map((email: { ranking: number }) => email.ranking)).toEqual([...Array(20).keys()]);
});

test('leaves every name in one place after merges that share contacts', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 8; index++) {
    const { contact } = (await apis[0]!.post('/v2/contacts', { contact_emails: [{ email: `m${index}@example.com` }] }))
      .body.data;
    ids.push(contact.id);
  }
  await together(8, (api, index) =>
    api.post('/v2/contacts/merge', { contactIds: [[ids[index], ids[(index + 1) % 8]]] }),
  );
  const emails: string[] = [];
  for (const id of ids) {
    const { status, body } = await apis[0]!.get(`/v2/contacts/${id}`);
    if (status === 200) emails.push(...body.data.contact.contact_emails.map(({ email }: { email: string }) => email));
  }
  expect(emails.sort()).toEqual(ids.map((_, index) => `m${index}@example.com`));
});

test('rejects a replaced key on the other node at once', async () => {
  const [, other] = nodes;
  const eve = await nodes[0]!.user();
  const there = apiAt(other!.baseUrl, eve.apiKey);
  expect((await there.get('/v2/contacts')).status).toBe(200);
  await kith(nodes[0]!.dataDir, 'key', 'regenerate', eve.email);
  expect((await there.get('/v2/contacts')).status).toBe(401);
});

test('accepts a new named key on the other node, and rejects it there at once when revoked', async () => {
  const [one, other] = nodes;
  const eve = await one!.user();
  const { stdout } = await kith(one!.dataDir, 'key', 'add', eve.email, '--name', 'phone', '--json');
  const there = apiAt(other!.baseUrl, JSON.parse(stdout).api_key);
  expect((await there.get('/v2/contacts')).status).toBe(200);
  await kith(one!.dataDir, 'key', 'revoke', eve.email, 'phone');
  expect((await there.get('/v2/contacts')).status).toBe(401);
  expect((await apiAt(other!.baseUrl, eve.apiKey).get('/v2/contacts')).status).toBe(200);
});
