import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';

// Compressed request bodies: decompressed within the limit, or explicitly rejected.

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
  // The only event's data in an event stream.
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: answer.statusCode, headers: answer.headers, body: json === '' ? undefined : JSON.parse(json) };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const gzip = { 'content-encoding': 'gzip' };

test.each(['gzip', 'x-gzip', 'GZIP', 'identity', ''])('accepts Content-Encoding %j', async (coding) => {
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
])('rejects Content-Encoding %s, and names the accepted ones', async (coding, pack) => {
  for (const path of ['/v2/contacts', '/mcp']) {
    const { status, headers } = await send(pack(json({})), { 'content-encoding': coding }, path);
    expect([path, status, headers['accept-encoding']]).toEqual([path, 415, 'gzip']);
  }
  // No body, no encoding.
  expect((await ada.get('/v2/contacts/count', { headers: { 'content-encoding': coding } })).status).toBe(200);
});

test('treats a request alike uncompressed, compressed, or compressed differently', async () => {
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
])('rejects %s with a 400 that names the body', async (_, body) => {
  const { status, body: answer } = await send(body, gzip);
  expect([status, answer.error.details]).toEqual([400, { fields: { body: expect.stringContaining('gzip') } }]);
});

test('limits the decompressed size: 5 MiB pass, one byte more does not, nor does a bomb', async () => {
  const sized = (bytes: number) => {
    const rest = bytes - json({ description: '' }).length;
    return gzipSync(json({ description: 'x'.repeat(rest) }));
  };
  // The maximum length, which is then rejected for its content.
  expect((await send(sized(5 * MIB), gzip)).status).not.toBe(413);
  const over = await send(sized(5 * MIB + 1), gzip);
  expect([over.status, over.body.error.code]).toEqual([413, 'PayloadTooLarge']);
  // Its damaged end is never reached, because decompression stops at the limit.
  const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '));
  bomb.subarray(-1_000).fill(0xff);
  for (const path of ['/v2/contacts', '/mcp'])
    expect([path, (await send(bomb, gzip, path)).status]).toEqual([path, 413]);
});

test('accepts a compressed MCP call', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count_contacts', arguments: {} } };
  const { status, body } = await send(gzipSync(json(call)), gzip, '/mcp');
  expect([status, body.result?.isError]).toEqual([200, undefined]);
  expect((await send(Buffer.from('no gzip'), gzip, '/mcp')).status).toBe(400);
});
