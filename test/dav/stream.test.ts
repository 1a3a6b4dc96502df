import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';
import { multistatus } from '../../src/dav/server/multistatus.ts';

// A multistatus is as long as an address book: it is generated while it is read, and stops with its reader.

const PARTS = 20_000;
const PART = `<D:response>${'x'.repeat(32 * 1024)}</D:response>`;

/** Responds with many parts. Counts the generated ones, and reports when no more follow. */
async function serve() {
  const state = { made: 0, ended: Promise.resolve() };
  let tell = () => {};
  state.ended = new Promise((resolve) => {
    tell = resolve;
  });
  async function* parts() {
    try {
      while (state.made < PARTS) {
        state.made++;
        yield PART;
      }
    } finally {
      tell();
    }
  }
  const server = createServer(getRequestListener((incoming) => multistatus(incoming, parts())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { state, server, port: (server.address() as AddressInfo).port };
}

test.each(['identity', 'gzip'])('stops the work when a client disconnects (%s)', async (coding) => {
  const { state, server, port } = await serve();
  const asked = request({ port, host: '127.0.0.1', method: 'PROPFIND', headers: { 'accept-encoding': coding } });
  asked.end();
  const [answer] = await once(asked, 'response');
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([
    207,
    coding === 'gzip' ? 'gzip' : undefined,
  ]);
  await once(answer, 'readable');
  asked.on('error', () => {});
  asked.destroy();
  await state.ended;
  // Only the parts that fit into buffers were generated. Compressed, many more fit.
  expect(state.made).toBeLessThan(PARTS / 2);
  server.close();
});

test('throws a failure before the first part, and aborts the response at a later one', async () => {
  async function* failing(after: number) {
    for (let made = 0; made < after; made++) yield PART;
    throw new Error('lost');
  }
  const asked = new Request('http://localhost/');
  await expect(multistatus(asked, failing(0))).rejects.toThrow('lost');
  const answer = await multistatus(asked, failing(3));
  await expect(answer.text()).rejects.toThrow('lost');
});

test('contains the same text with and without compression', async () => {
  async function* some() {
    for (let at = 0; at < 100; at++) yield `<D:response>${at}é😀</D:response>`;
  }
  const plain = await (await multistatus(new Request('http://localhost/'), some())).text();
  const headers = { 'accept-encoding': 'br, gzip;q=0.5' };
  const packed = await multistatus(new Request('http://localhost/', { headers }), some());
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(plain);
  expect(plain.match(/<D:response>/g)).toHaveLength(100);
});
