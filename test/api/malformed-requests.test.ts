import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';

const { service, ada } = await serviceForFile();

const counts = (ids: number) =>
  ada.get(`/v2/groups/contact-counts?groupIds=${Array.from({ length: ids }, () => randomUUID())}`);

test('a long list of ids in a query is read, and one too long is rejected in the standard error format', async () => {
  expect((await counts(1_000)).status).not.toBe(431);
  const refused = await counts(2_000);
  expect(refused.status).toBe(431);
  expect(refused.body.error).toMatchObject({ code: 'BadRequest', hint: expect.stringContaining('fewer ids') });
  // The headers of every response (docs/api/access.md#rate-limit).
  for (const name of [
    'ratelimit-limit',
    'x-ratelimit-remaining',
    'ratelimit-reset',
    'ratelimit-policy',
    'x-request-id',
  ])
    expect([name, refused.headers.get(name)]).toEqual([name, expect.any(String)]);
});

/** Everything received on a separate connection until it is closed. */
async function answersTo(sent: string): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  const answers = text(socket);
  // The service closes a connection that it can no longer read. Otherwise, one more request makes it close.
  socket.write('GET /v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return answers;
}

const key = `Authorization: Bearer ${ada.apiKey}`;
const json = 'Content-Type: application/json';
const chunked = (chunks: string) => `${json}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;

test.each([
  [400, 'bytes that are no HTTP', 'what is this\r\n\r\n'],
  [400, 'no Host', `GET /v2/tags HTTP/1.1\r\n${key}\r\n\r\n`],
  [400, 'a Host that is not one', `GET /v2/tags HTTP/1.1\r\nHost: a b/c\r\n${key}\r\n\r\n`],
  [400, 'no path', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`],
  [400, 'an address that is not one', `GET http://[x/ HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`],
  [400, 'a backslash in the path', `GET /v2\\tags HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`],
  [400, 'a proxy’s method', `CONNECT x:1 HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`],
  [400, 'a header that is not one', `GET /v2/tags HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n`],
  [400, 'a chunk without a length', `POST /v2/tags HTTP/1.1\r\nHost: x\r\n${key}\r\n${chunked('2\r\n{}\r\nzz\r\n')}`],
  [
    400,
    'two lengths, of which a proxy may believe the other',
    `POST /v2/tags HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Length: 4\r\n${chunked('0\r\n\r\nGET /v1 HTTP/1.1\r\nHost: x\r\n\r\n')}`,
  ],
  [417, 'an unknown expectation', `GET /v2/tags HTTP/1.1\r\nHost: x\r\n${key}\r\nExpect: tea\r\n\r\n`],
])('returns %i in the standard error format for %s', async (status, _, sent) => {
  const answer = await answersTo(sent);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head, body] = [answer.slice(0, answer.indexOf('\r\n\r\n')), /\{"error".*?\}\}/.exec(answer)?.[0] ?? ''];
  expect(JSON.parse(body).error).toMatchObject({ code: 'BadRequest', message: expect.any(String) });
  for (const name of ['x-request-id', 'ratelimit-policy', 'x-ratelimit-reset', 'cache-control', 'content-type'])
    expect(head.toLowerCase()).toContain(`\r\n${name}: `);
  expect((await ada.get('/v2/tags')).status).toBe(200);
});

test('answers a request once: garbage after it ends the connection without a response', async () => {
  const answer = await answersTo(`POST /v2/tags HTTP/1.1\r\nHost: x\r\n${chunked('2\r\n{}\r\n')}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
});

test('answers a request before garbage after it', async () => {
  const ask = `GET /v2/tags HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`;
  const answer = await answersTo(`${ask}what is this\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('requires no Host in HTTP/1.0', async () => {
  expect(await answersTo('GET /v1 HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK/);
});

// The end of the file checks that none of this was logged as an internal error.
test('changes nothing for an incomplete body', async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  const body = '{"tag":{"name":"half"}}';
  const idempotencyKey = `Idempotency-Key: ${randomUUID()}`;
  const head = `POST /v2/tags HTTP/1.1\r\nHost: x\r\n${key}\r\n${idempotencyKey}\r\n${json}`;
  socket.end(`${head}\r\nContent-Length: 100\r\n\r\n${body}`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect((await ada.get('/v2/tags')).body.data.tags).toEqual([]);
});
