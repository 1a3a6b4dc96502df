import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';

// Bodies that come packed: unpacked within the limit, or refused in so many words.

const { service, ada } = await serviceForFile();

const MIB = 1024 * 1024;

async function send(body: Buffer, headers: Record<string, string>, path = '/v2/contacts') {
  const answer = await request(service.baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ada.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'idempotency-key': randomUUID(),
      ...headers,
    },
    body,
  });
  const text = await answer.body.text();
  // Of a stream of events, what the one says.
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: answer.statusCode, headers: answer.headers, body: json === '' ? undefined : JSON.parse(json) };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const gzip = { 'content-encoding': 'gzip' };

test.each(['gzip', 'x-gzip', 'GZIP', 'identity', ''])('Content-Encoding %j is taken', async (coding) => {
  const plain = json({ full_name: `Packed ${coding}` });
  const body = /gzip/i.test(coding) ? gzipSync(plain) : plain;
  const { status, body: answer } = await send(body, coding === '' ? {} : { 'content-encoding': coding });
  expect([status, answer.data?.contact.full_name]).toEqual([201, `Packed ${coding}`]);
});

test.each([
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['gzip, gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
  ['gzip, identity', gzipSync],
  ['rot13', (bytes: Buffer) => bytes],
])('Content-Encoding %s is refused, and the answer says what is taken', async (coding, pack) => {
  for (const path of ['/v2/contacts', '/mcp']) {
    const { status, headers } = await send(pack(json({})), { 'content-encoding': coding }, path);
    expect([path, status, headers['accept-encoding']]).toEqual([path, 415, 'gzip']);
  }
  // No body, no coding.
  expect((await ada.get('/v2/contacts/count', { headers: { 'content-encoding': coding } })).status).toBe(200);
});

test('a request is the same packed or not, and packed in another way', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = json({ full_name: 'Once' });
  const first = await send(body, key);
  expect(first.status).toBe(201);
  for (const level of [1, 9]) {
    const again = await send(gzipSync(body, { level }), { ...key, ...gzip });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
  }
  expect((await send(gzipSync(json({ full_name: 'Other' })), { ...key, ...gzip })).status).toBe(409);
});

const whole = gzipSync(json({ full_name: 'x'.repeat(1_000) }));
test.each([
  ['no gzip at all', json({})],
  ['cut off', whole.subarray(0, whole.length - 9)],
  ['changed on the way', Buffer.concat([whole.subarray(0, 20), Buffer.from([0xff, 0xff, 0xff]), whole.subarray(23)])],
])('%s is a 400 that names the body', async (_, body) => {
  const { status, body: answer } = await send(body, gzip);
  expect([status, answer.error.details]).toEqual([400, { fields: { body: expect.stringContaining('gzip') } }]);
});

test('the limit holds for what comes out: 5 MiB pass, one byte more does not, nor does a bomb', async () => {
  const sized = (bytes: number) => {
    const rest = bytes - json({ description: '' }).length;
    return gzipSync(json({ description: 'x'.repeat(rest) }));
  };
  // As long as it may be, and then refused for what is in it.
  expect((await send(sized(5 * MIB), gzip)).status).not.toBe(413);
  const over = await send(sized(5 * MIB + 1), gzip);
  expect([over.status, over.body.error.code]).toEqual([413, 'PayloadTooLarge']);
  // What is wrong with its end is never met: no more is unpacked than may be.
  const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '));
  bomb.subarray(-1_000).fill(0xff);
  for (const path of ['/v2/contacts', '/mcp'])
    expect([path, (await send(bomb, gzip, path)).status]).toEqual([path, 413]);
});

test('a packed call over MCP is answered', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count_contacts', arguments: {} } };
  const { status, body } = await send(gzipSync(json(call)), gzip, '/mcp');
  expect([status, body.result?.isError]).toEqual([200, undefined]);
  expect((await send(Buffer.from('no gzip'), gzip, '/mcp')).status).toBe(400);
});
