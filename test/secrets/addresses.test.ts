import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isConfidential, isLoopback } from '../../src/shared/http/loopback.ts';
import { type Origin, openOrigin, openPool, REQUEST_TIMEOUT, type SocketPool } from '../../src/shared/http/origin.ts';
import { Retryable, withRetries } from '../../src/shared/http/retry.ts';
import { sameOrigin } from '../../src/shared/http/same-origin.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { startTrap, type Trap } from '../support/trap.ts';

// The one HTTP client against two real servers: `home`, which has the secret, and a trap.

let server: Server;
let home: URL;
let trap: Trap;
/** Longer than any test takes, so no response times out. */
const LONG_MS = 3_600_000;

let pool: SocketPool;
let origin: Origin;
let location: string | undefined;
let body: Buffer | string = 'hello';
let encoding: string | undefined;
let got: { path: string; host: string | undefined; authorization: string | undefined }[] = [];

beforeAll(async () => {
  trap = await startTrap();
  server = createServer(({ url = '', headers }, response) => {
    got.push({ path: url, host: headers.host, authorization: headers.authorization });
    if (url === '/silence') return;
    if (url === '/start' && location !== undefined) response.writeHead(302, { location }).end();
    else response.writeHead(200, { ...(encoding && { 'content-encoding': encoding }) }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  home = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`);
  pool = openPool({ maxBytes: 1_000_000 });
  origin = openOrigin(pool, home, () => 'Bearer secret');
});
afterAll(async () => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
  trap.close();
});
beforeEach(() => {
  [location, body, encoding, got, trap.seen] = [undefined, 'hello', undefined, [], []];
});

const SCHEMES = [
  '',
  'http:',
  'https:',
  'HTTP:',
  'ws:',
  'blob:http:',
  'ht\ttp:',
  ' http:',
  'http://HOME/',
  'http://HOME',
  '/.',
  '/x/..',
];
const SLASHES = ['', '/', '//', '///', '\\', '\\\\', '/\\', '\\/', '/\t/', '/\n/', '/./', '//./', '/%2f', '%2f%2f'];
const USERS = ['', 'ann@', 'ann:secret@', 'HOME@', 'HOME\\@', '@', ':@', '%40'];
const HOSTS = ['TRAP', 'HOME', 'LOCALHOST:PORT', '127.1:PORT', '0x7f.1:PORT', '2130706433:PORT', '①②⑦.⓪.⓪.①:PORT'];
const MORE_HOSTS = [
  '[::ffff:7f00:1]:PORT',
  '127.0.0.1.:PORT',
  '127.0.0.1%2e:PORT',
  'TRAP\\@HOME',
  'TRAP#@HOME',
  'HOME.',
];
const TAILS = ['', '/', '/x', '?x', '#x', '\\x', ':80', '//HOME/', '/../..//HOME'];

/** Addresses as programs build them, sometimes with odd parts, and random mixes of their pieces. */
const reference = () => {
  const odd = fc.oneof(
    { arbitrary: fc.constant(''), weight: 6 },
    fc.constantFrom('\t', '\n', ' ', '\0', '.', '。', '%', '[', ']', '..', '\u00ad', '\u200d'),
    fc.string({ maxLength: 3, unit: 'binary' }),
  );
  const parts = [SCHEMES, SLASHES, USERS, [...HOSTS, ...MORE_HOSTS], TAILS];
  const formed = fc
    .tuple(...parts.map((part) => fc.tuple(fc.constantFrom(...part), odd)))
    .map((pairs) => pairs.flat().join(''));
  const soup = fc
    .array(fc.oneof(odd, ...parts.map((part) => fc.constantFrom(...part))), { maxLength: 8 })
    .map((pieces) => pieces.join(''));
  return fc
    .oneof({ arbitrary: formed, weight: 3 }, soup)
    .map((text) =>
      text.replaceAll('PORT', String(trap.port)).replaceAll('TRAP', trap.host).replaceAll('HOME', home.host),
    );
};
const often = { seed, numRuns: rounds(500) };

test('sends a secret only to its own server, whatever URL a response contains', async () => {
  const held = async (text: string) => {
    got = [];
    await origin.send(text, { timeoutMs: LONG_MS }).catch(() => undefined);
    expect(trap.seen).toEqual([]);
    for (const one of got) expect(one).toMatchObject({ host: home.host, authorization: 'Bearer secret' });
  };
  await fc.assert(fc.asyncProperty(reference(), held), often);
});

test('sends a secret only to its own server after any redirect', async () => {
  const held = async (text: string) => {
    // Bytes that a header can carry: no line ends.
    location = [...Buffer.from(text.toWellFormed()).toString('latin1')]
      .filter((sign) => sign === '\t' || (sign >= ' ' && sign !== '\x7f'))
      .join('');
    await origin.send(new URL('/start', home), { timeoutMs: LONG_MS }).catch(() => undefined);
    expect(trap.seen).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(reference(), held), often);
});

test('resolves an accepted address to the same URL again', () => {
  const held = (text: string) => {
    let taken: URL | undefined;
    try {
      taken = sameOrigin(home, text);
    } catch {
      return;
    }
    expect([taken.origin, taken.username, taken.password]).toEqual([home.origin, '', '']);
    expect(sameOrigin(home, taken).href).toBe(taken.href);
  };
  fc.assert(fc.property(reference(), held), often);
});

test('accepts ordinary addresses, relative and absolute', async () => {
  const step = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => !/^\.{1,2}$/.test(text));
  const path = fc
    .array(step, { minLength: 1, maxLength: 4 })
    .map((steps) => `/${steps.map(encodeURIComponent).join('/')}`);
  const held = async (text: string) => {
    for (const spelled of [text, home.origin + text, home.origin.toUpperCase() + text]) {
      await origin.send(spelled, { timeoutMs: LONG_MS });
      expect(got.at(-1)!.path).toBe(text);
    }
  };
  await fc.assert(fc.asyncProperty(path, held), { seed, numRuns: rounds(50) });
});

test.each([
  ['https://a.example/', 'https://A.EXAMPLE:443/x', 'https://a.example/x'],
  ['https://a.example:8443/', 'https://a.example/x', undefined],
  ['https://a.example/', 'http://a.example/x', undefined],
  ['http://a.example/', 'https://a.example/x', undefined],
  ['https://a.example/', 'https://a.example./x', undefined],
  ['https://a.example/', 'https://b.a.example/x', undefined],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/x', 'https://xn--bcher-kva.example/x'],
  ['https://a.example/', 'https://а.example/x', undefined],
  ['https://a.example/', 'blob:https://a.example/x', undefined],
  ['https://a.example/', 'https://me@a.example/x', undefined],
  ['https://a.example/', '/.//b.example/x', 'https://a.example//b.example/x'],
  ['https://a.example/d/', 'x?y=//b.example#z', 'https://a.example/d/x?y=//b.example#z'],
])('from %s, resolves %s to %s', (base, text, expected) => {
  const read = () => sameOrigin(new URL(base), text).href;
  if (expected) expect(read()).toBe(expected);
  else expect(read).toThrow('points to another host');
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['127.255.255.254', true],
  ['[::1]', true],
  ['[0:0:0:0:0:0:0:1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['[::ffff:7f00:1]', true],
  ['[::ffff:192.168.0.1]', false],
  ['[::2]', false],
  ['128.0.0.1', false],
  ['a.localhost', false],
  ['localhost.', false],
  ['127.example.com', false],
  ['127.0.0.1.example.com', false],
  ['192.168.0.1', false],
  ['0.0.0.0', false],
  ['[::]', false],
])('is %s loopback: %s', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
  expect(isConfidential(new URL(`http://${hostname}/`))).toBe(expected);
  expect([
    isConfidential(new URL(`https://${hostname}/`)),
    isConfidential(new URL(`http://${hostname}/`), true),
  ]).toEqual([true, true]);
});

describe('an answer', () => {
  const read = () => origin.send('/', { timeoutMs: LONG_MS });
  const text = 'héllo '.repeat(1000);

  test.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('is read when it arrives as %s, unrequested', async (name, bytes) => {
    [encoding, body] = [name, bytes];
    expect((await read()).text).toBe(text);
  });

  test.each([
    ['too large', undefined, Buffer.alloc(1_000_001), 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
    ['too large once decompressed', 'gzip', gzipSync(Buffer.alloc(50_000_000)), 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
    ['cut while packed', 'gzip', gzipSync(text).subarray(0, 40), 'Z_BUF_ERROR'],
  ])('is rejected when it is %s', async (_, name, bytes, code) => {
    [encoding, body] = [name, bytes];
    await expect(read()).rejects.toMatchObject({ code });
  });

  test('times out if it does not arrive, and ends with its reason if the request is aborted', async () => {
    await expect(origin.send('/silence', { timeoutMs: 20 })).rejects.toBe(REQUEST_TIMEOUT);
    const stop = new AbortController();
    const sent = origin.send('/silence', { timeoutMs: LONG_MS, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
  });
});

describe('retries', () => {
  const paused: number[] = [];
  const policy = { tries: 4, firstMs: 2, maxMs: 6, maxRetryAfterMs: 20, onPause: (ms: number) => paused.push(ms) };
  beforeEach(() => {
    paused.length = 0;
  });

  test('wait longer each time, use our delay without Retry-After, and cap a long one', async () => {
    let asked = [0, 10, 1e12];
    const give = () => new Retryable(new Error('still'), asked.shift());
    await expect(withRetries(policy, async () => give())).rejects.toThrow('still');
    expect(paused).toHaveLength(3);
    expect(paused[0]).toBeGreaterThanOrEqual(1);
    expect(paused.slice(1)).toEqual([10, 20]);
    asked = [0];
    expect(await withRetries(policy, async () => (asked.length > 0 ? give() : 'done'))).toBe('done');
  });

  test('stop at the deadline, and throw permanent errors at once', async () => {
    let tries = 0;
    const late = withRetries(
      { ...policy, deadline: performance.now() - 1 },
      async () => new Retryable(new Error(`${++tries}`)),
    );
    await expect(late).rejects.toThrow('1');
    await expect(withRetries(policy, () => Promise.reject(new Error('for good')))).rejects.toThrow('for good');
    expect(paused).toEqual([]);
  });
});
