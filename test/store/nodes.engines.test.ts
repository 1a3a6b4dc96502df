import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TEST_SECRET } from '../support/engine.ts';
import { addressOf, asData, getPhoto, idOf, picture } from '../support/pictures.ts';
import { ensureDatabase, urlOf } from '../support/postgres.ts';
import { type Answer, type Api, apiAt, kith, type RunningService, startService } from '../support/service.ts';

// Two nodes on one PostgreSQL: whatever is asked of both at once must come out as if one had been asked.

const url = urlOf('kith_nodes');
let nodes: RunningService[];
let apiKey: string;
let apis: Api[];

beforeAll(async () => {
  await ensureDatabase(url);
  vi.stubEnv('KITH_DATABASE_URL', url).stubEnv('KITH_SECRET', TEST_SECRET);
  // At once: one of them makes the schema, the other finds it made.
  nodes = await Promise.all([startService(), startService()]);
  ({ apiKey } = await nodes[0]!.user());
  apis = nodes.map(({ baseUrl }) => apiAt(baseUrl, apiKey));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all(nodes.map((node) => node.stop()));
});

/** The same from both nodes, many at once. */
const together = (times: number, ask: (api: Api, index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => ask(apis[index % apis.length]!, index)));

test('fifty equal requests have one effect, and every answer is it or asks to come again', async () => {
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

test('a photo that one node takes the other serves, from a folder of its own', async () => {
  const bytes = picture('of two nodes');
  const made = await apis[0]!.post('/v2/contacts', { image_url: asData(bytes) });
  expect(made.body.data.contact.image_url).toBe(addressOf(bytes));
  const served = await getPhoto(nodes[1]!.baseUrl, { apiKey }, idOf(bytes));
  expect([served.status, served.bytes.equals(bytes)]).toEqual([200, true]);
  const held = await getPhoto(nodes[0]!.baseUrl, { apiKey }, idOf(bytes));
  expect(held.headers.etag).toBe(served.headers.etag);
});

test('an operation in steps is done once, whichever node gets it', async () => {
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

test('one tag for a name, one row for an address, however many ask for it at once', async () => {
  const tags = await together(20, (api) => api.post('/v2/tags', { tag: { name: 'friend' } }));
  expect(new Set(tags.map(({ body }) => body.data.tag.id)).size).toBe(1);
  const { id } = (await apis[0]!.post('/v2/contacts', {})).body.data.contact;
  const emails = await together(20, (api, index) =>
    api.post(`/v2/contact-emails/${id}`, { email: `${index % 2 ? 'A' : 'a'}@example.com` }),
  );
  expect(emails.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
});

test('changes to one contact from both nodes are all kept', async () => {
  const { id } = (await apis[0]!.post('/v2/contacts', {})).body.data.contact;
  await together(20, (api, index) => api.post(`/v2/contact-emails/${id}`, { email: `${index}@example.com` }));
  const { contact_emails } = (await apis[1]!.get(`/v2/contacts/${id}`)).body.data.contact;
  expect(contact_emails).toHaveLength(20);
  expect(contact_emails.map((email: { ranking: number }) => email.ranking)).toEqual([...Array(20).keys()]);
});

test('merges that share contacts leave every name in one place', async () => {
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

test('a key replaced on one node fails on the other at once', async () => {
  const [, other] = nodes;
  const eve = await nodes[0]!.user();
  const there = apiAt(other!.baseUrl, eve.apiKey);
  expect((await there.get('/v2/contacts')).status).toBe(200);
  await kith(nodes[0]!.dataDir, 'key', 'regenerate', eve.email);
  expect((await there.get('/v2/contacts')).status).toBe(401);
});

test('a named key made on one node works on the other, and fails there at once when it is revoked', async () => {
  const [one, other] = nodes;
  const eve = await one!.user();
  const { stdout } = await kith(one!.dataDir, 'key', 'add', eve.email, '--name', 'phone', '--json');
  const there = apiAt(other!.baseUrl, JSON.parse(stdout).api_key);
  expect((await there.get('/v2/contacts')).status).toBe(200);
  await kith(one!.dataDir, 'key', 'revoke', eve.email, 'phone');
  expect((await there.get('/v2/contacts')).status).toBe(401);
  expect((await apiAt(other!.baseUrl, eve.apiKey).get('/v2/contacts')).status).toBe(200);
});
