import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf } from '../support/people.ts';
import { addGroup, addShareLink } from '../support/records.ts';
import { type Api, apiAt } from '../support/service.ts';

const { service, ada } = await serviceForFile();
const eve = await service.user();
let anyone: Api;
beforeAll(async () => {
  anyone = apiAt(service.baseUrl, undefined);
});

const shared = (token: string) => anyone.get(`/v1/shared/${token}`);

async function choir(): Promise<string> {
  const contacts = [
    { full_name: 'Zoë Alto', job_title: 'Baker', company: 'Crumb', contact_emails: [{ email: 'zoe@example.com' }] },
    { first_name: 'Abe', last_name: 'Bass', description: 'Sings flat' },
    { full_name: 'Not in it' },
  ];
  const made = dataOf(await ada.post('/v2/contacts/batch', { contacts })).contacts;
  const groups_contacts = made.slice(0, 2).map(({ id }: { id: string }) => ({ contact_id: id }));
  return addGroup(ada, 'Choir', { description: 'Private', groups_contacts });
}

test('a link shows names, job titles, and companies without a key, and nothing else', async () => {
  const group = await choir();
  const link = await addShareLink(ada, group);
  expect(link).toEqual({
    id: expect.any(String),
    group_id: group,
    token: expect.stringMatching(/^[\w-]{43}$/),
    created_at: expect.any(String),
    expires_at: null,
  });
  const page = await shared(link.token);
  expect(page.status).toBe(200);
  expect(page.body).toEqual({
    error: false,
    data: {
      contacts: [
        { full_name: 'Abe Bass', job_title: null, company: null },
        { full_name: 'Zoë Alto', job_title: 'Baker', company: 'Crumb' },
      ],
    },
  });
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-request-id')).toBeTruthy();
});

test("a link shows the group's current state", async () => {
  const group = await choir();
  const { token } = await addShareLink(ada, group);
  await ada.call('PATCH', `/v2/groups/${group}`, { group: { groups_contacts: [] } });
  expect((await shared(token)).body.data).toEqual({ contacts: [] });
});

test('unknown, expired, and deleted links get the same response', async () => {
  const group = await choir();
  const { token: expired } = await addShareLink(ada, group, { expires_at: '2020-01-01T00:00:00Z' });
  const lasting = await addShareLink(ada, group, { expires_at: '2999-12-31T23:59:59+02:00' });
  expect(lasting.expires_at).toBe('2999-12-31T21:59:59.000Z');
  expect((await shared(lasting.token)).status).toBe(200);
  dataOf(await ada.call('DELETE', `/v2/groups/${group}/share-links/${lasting.id}`));
  const tokens = [expired, lasting.token, 'A'.repeat(43), 'x', '%00', encodeURIComponent("' or 1=1 --")];
  const answers = [];
  for (const token of tokens) answers.push(await shared(token));
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body).toEqual(answers[0]!.body);
    expect(body.error.code).toBe('NotFound');
  }
});

test('the path accepts only GET, and its parent does not exist', async () => {
  const post = await ada.post('/v1/shared/token', {});
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  expect((await anyone.post('/v1/shared/token', {})).status).toBe(401);
  expect((await ada.get('/v1/shared')).status).toBe(404);
});

test('the owner lists links with their tokens and ends them one by one', async () => {
  const [group, other] = [await choir(), await choir()];
  const links = [
    await addShareLink(ada, group),
    await addShareLink(ada, group, { expires_at: '2020-01-01T00:00:00Z' }),
  ];
  const path = `/v2/groups/${group}/share-links`;
  expect(dataOf(await ada.get(path))).toEqual({ share_links: links });
  expect((await ada.call('DELETE', `/v2/groups/${other}/share-links/${links[0].id}`)).status).toBe(404);
  expect((await ada.call('DELETE', `${path}/${links[0].id}`)).body).toEqual({
    data: { affected: 1, ids: [links[0].id] },
  });
  expect((await ada.call('DELETE', `${path}/${links[0].id}`)).status).toBe(404);
  expect(dataOf(await ada.get(path)).share_links).toEqual([links[1]]);
});

test('rejects a time without an offset, an unknown field, and a missing group', async () => {
  const path = `/v2/groups/${await choir()}/share-links`;
  expect((await ada.post(path, { share_link: { expires_at: 'tomorrow' } })).status).toBe(400);
  expect((await ada.post(path, { share_link: { token: 'mine' } })).status).toBe(400);
  expect((await ada.post(path, { share_link: {} }, { key: null })).status).toBe(400);
  expect((await ada.post(`/v2/groups/${randomUUID()}/share-links`, { share_link: {} })).status).toBe(404);
});

test('returns the same token for a repeat, and a token without effect in a dry run', async () => {
  const path = `/v2/groups/${await choir()}/share-links`;
  const key = randomUUID();
  const [first, again] = [
    await ada.post(path, { share_link: {} }, { key }),
    await ada.post(path, { share_link: {} }, { key }),
  ];
  expect(again.body).toEqual(first.body);
  const dry = dataOf(await ada.post(`${path}?dryRun=true`, { share_link: {} })).share_link;
  expect((await shared(dry.token)).status).toBe(404);
  expect(dataOf(await ada.get(path)).share_links).toEqual([first.body.data.share_link]);
});

test('keeps tokens out of all data files in clear text', async () => {
  const { token } = await addShareLink(ada, await choir());
  for (const name of readdirSync(service.dataDir)) {
    expect(readFileSync(join(service.dataDir, name)).includes(token), name).toBe(false);
  }
});

test("treats another user's links as missing", async () => {
  const group = await choir();
  const own = await addGroup(eve, 'Own');
  const link = await addShareLink(ada, group);
  expect((await eve.get(`/v2/groups/${group}/share-links`)).status).toBe(404);
  for (const id of [group, own]) {
    expect((await eve.call('DELETE', `/v2/groups/${id}/share-links/${link.id}`)).status).toBe(404);
  }
  expect((await shared(link.token)).status).toBe(200);
});
