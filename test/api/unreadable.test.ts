import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';

const { service, ada } = await serviceForFile();

const counts = (ids: number) =>
  ada.get(`/v2/groups/contact-counts?groupIds=${Array.from({ length: ids }, () => randomUUID())}`);

test('a long list of ids in a query is read; one too long is refused in the shape of every error', async () => {
  expect((await counts(1_000)).status).not.toBe(431);
  const refused = await counts(2_000);
  expect(refused.status).toBe(431);
  expect(refused.body.error).toMatchObject({ code: 'BadRequest', hint: expect.stringContaining('fewer ids') });
  // The headers of every response (specification, Limits 2).
  for (const name of [
    'ratelimit-limit',
    'x-ratelimit-remaining',
    'ratelimit-reset',
    'ratelimit-policy',
    'x-request-id',
  ])
    expect([name, refused.headers.get(name)]).toEqual([name, expect.any(String)]);
});

test('bytes that are no HTTP are told so', async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.end('what is this\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error.code).toBe('BadRequest');
  expect((await ada.get('/v2/tags')).status).toBe(200);
});
