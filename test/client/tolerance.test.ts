import { expect, test } from 'vitest';
import { picture } from '../support/pictures.ts';
import { API_KEY, data, errorOf, json, listen, refusal, type Step, scripted } from './scripted-service.ts';

const ID = '0192f0c1-2345-7abc-8def-0123456789ab';
const tag = {
  id: ID,
  user_id: 'u',
  workspace_id: null,
  name: 'x',
  created_at: 't',
  updated_at: 't',
  _count: { tags_contacts: 0 },
};

test('passes through unknown fields and enum values, nulls, and both envelopes', async () => {
  const contact = { id: ID, company: null, audience: 'galaxy', novel: { deep: [1] } };
  const { client } = await scripted([
    data({ contact, extra: true }),
    json(200, { error: false, data: { contact } }),
    json(200, { error: false, data: { ...contact } }),
    json(200, { data: contact }),
  ]);
  for (let calls = 0; calls < 2; calls++) {
    expect((await client.call('get_contact', { contactId: ID })).data.contact).toEqual(contact);
  }
  for (let calls = 0; calls < 2; calls++) {
    expect((await client.call('get_contact_v1', { contactId: ID })).data).toEqual(contact);
  }
});

test('reports an unknown code, an old error envelope, and a missing envelope as received', async () => {
  const { client } = await scripted([
    json(418, { error: { code: 'teapot', message: 'short and stout', details: { handle: 1 }, hint: 'Pour.' } }),
    json(400, { error: true, message: 'old style' }),
    json(400, { error: 'just text' }),
    json(200, { error: true, message: 'said with a 200', data: null }),
    (outgoing) => void outgoing.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'),
    refusal(400, 'BadRequest'),
    json(400, { error: { code: 'BadRequest', message: 'odd', details: 'text', hint: 7 } }),
  ]);
  const errors = [];
  for (let calls = 0; calls < 7; calls++) errors.push(await errorOf(client.call('get_contact', { contactId: ID })));
  expect(errors.map(({ code, status, message }) => [code, status, message])).toEqual([
    ['teapot', 418, 'short and stout'],
    ['BadRequest', 400, 'old style'],
    ['BadRequest', 400, 'just text'],
    ['InternalServerError', 502, 'said with a 200'],
    ['Forbidden', 403, 'The service answered with status 403.'],
    ['BadRequest', 400, 'refused with BadRequest'],
    ['BadRequest', 400, 'odd'],
  ]);
  expect(errors[0]).toMatchObject({ details: { handle: 1 }, hint: 'Pour.' });
  expect(errors[6]!.details).toBeUndefined();
  // A response in another format may come from another server.
  const hinted = errors.map(({ hint = '' }) => hint.includes('KITH_BASE_URL'));
  expect(hinted).toEqual([false, false, true, true, true, false, false]);
});

test('reports every invalid argument before sending anything', async () => {
  const { client, got } = await scripted([data({ contact: { id: ID } })]);
  const bad = { full_name: 5, birthday: 'soon' } as object;
  const error = await errorOf(client.call('create_contact', bad));
  expect(Object.keys(error.details!.fields as object).sort()).toEqual(['birthday', 'full_name']);
  expect(got).toEqual([]);
});

test('requests a photo as an image, and everything else as JSON', async () => {
  const bytes = picture('face');
  const { client, got } = await scripted([
    data({ tags: [], pagination: { nextCursor: null, count: 0 } }),
    (outgoing) => void outgoing.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
    refusal(404, 'NotFound'),
  ]);
  await client.call('list_tags', {});
  const photo = await client.photo('0'.repeat(64));
  expect(Buffer.from(photo!.bytes)).toEqual(bytes);
  expect(await client.photo('1'.repeat(64))).toBeUndefined();
  expect(got.map(({ headers }) => headers.accept)).toEqual([
    'application/json',
    'image/*, application/json',
    'image/*, application/json',
  ]);
});

test('reports a server that is not the API, without retries', async () => {
  const html: Step = (outgoing) =>
    void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  const { client, got } = await scripted([html, json(200, { hello: 'world' }), json(200, [1]), json(200, null)]);
  for (let calls = 0; calls < 4; calls++) {
    const error = await errorOf(client.call('list_tags', {}));
    expect(error).toMatchObject({ code: 'ServiceUnavailable', status: 502 });
    expect(error.hint).toContain('KITH_BASE_URL');
  }
  expect(got).toHaveLength(4);
});

test('reports a missing field that the contract promises, and returns the rest', async () => {
  const { name: _, ...nameless } = tag;
  const page = { tags: [tag, nameless, nameless], pagination: { count: 3 } };
  const { client, events } = await scripted([data(page), data(page), data({ contacts: [{}] })]);
  await client.call('list_tags', {});
  const answer = await client.call('list_tags', {});
  expect(answer.data).toEqual(page);
  expect(answer.missing).toEqual(['tags[].name', 'pagination.nextCursor']);
  expect(events).toEqual([{ kind: 'incomplete', operation: 'list_tags', missing: answer.missing }]);
  // With select, the caller chose the omitted fields.
  expect(await client.call('list_contacts', { select: { id: true } })).not.toHaveProperty('missing');
});

test("reports an operation's deprecation once per operation", async () => {
  const page = { tags: [tag], pagination: { nextCursor: null, count: 1 } };
  const headers = {
    deprecation: '@1767225600',
    sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    link: '</v3/tags>; rel="successor-version"',
  };
  const bare = { deprecation: 'true' };
  const { client, events } = await scripted([data(page, headers), data(page, headers), data({ tag }, bare)]);
  const deprecation = { since: new Date(1767225600_000), sunset: new Date('2027-01-01T00:00:00Z'), link: '/v3/tags' };
  expect((await client.call('list_tags', {})).deprecation).toEqual(deprecation);
  expect(await client.call('list_tags', {})).not.toHaveProperty('deprecation');
  expect((await client.call('create_tag', { name: 'x' })).deprecation).toEqual({});
  expect(events).toEqual([
    { kind: 'deprecated', operation: 'list_tags', deprecation },
    { kind: 'deprecated', operation: 'create_tag', deprecation: {} },
  ]);
});

test('aborts and does not retry a response over the size limit', async () => {
  const endless: Step = (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!outgoing.destroyed && outgoing.write('x'.repeat(10_000))) {
        // As fast as it is read.
      }
    };
    outgoing.on('drain', more);
    more();
  };
  const { client, got } = await scripted([endless], { maxResponseBytes: 100_000 });
  const error = await errorOf(client.call('list_tags', {}));
  expect(error).toMatchObject({ code: 'ResponseTooLarge' });
  expect(error.hint).toContain('take');
  expect(got).toHaveLength(1);
});

test('follows a redirect within the origin, and sends the key to no other', async () => {
  const seen: unknown[] = [];
  const elsewhere = await listen((incoming, outgoing) => {
    seen.push(incoming.headers.authorization);
    outgoing.end('{}');
  });
  const to =
    (status: number, location: string): Step =>
    (outgoing) =>
      void outgoing.writeHead(status, { location }).end();
  const page = data({ tags: [], pagination: { nextCursor: null, count: 0 } });
  const { client, got } = await scripted([
    to(308, '/moved?take=1'),
    page,
    to(307, `${elsewhere}/v2/tags`),
    to(302, 'https://example.com/'),
    to(307, '/v2/tags'),
  ]);
  await client.call('list_tags', {});
  expect(got.map(({ url }) => url)).toEqual(['/v2/tags', '/moved?take=1']);
  expect(got[1]!.headers.authorization).toBe(`Bearer ${API_KEY}`);
  const refused = await errorOf(client.call('list_tags', {}));
  expect(refused.message).toContain(elsewhere);
  expect((await errorOf(client.call('create_tag', { name: 'x' }))).message).toContain('https://example.com');
  const loop = await errorOf(client.call('list_tags', {}));
  expect(loop.message).toContain('redirects');
  expect(seen).toEqual([]);
});
