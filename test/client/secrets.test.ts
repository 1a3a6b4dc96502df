import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remoteClient } from '../../src/client/remote.ts';
import { certificateIn, hasOpenssl } from '../support/certificates.ts';
import { CLI, temporaryFolder } from '../support/service.ts';
import {
  API_KEY,
  closeAfterTest,
  connect,
  errorOf,
  json,
  reset,
  type Step,
  scripted,
  silence,
} from './scripted-service.ts';

const whole = (value: unknown) => inspect(value, { depth: 20, showHidden: true });

describe('the key appears nowhere', () => {
  const echo: Step = (outgoing, { headers }) =>
    json(400, { error: { code: 'Echo', message: `you sent ${headers.authorization}`, details: { headers } } })(
      outgoing,
      {} as never,
    );

  test.each<[string, Step]>([
    ['a service error that repeats its input', echo],
    ['a reset', reset],
    ['a time-out', silence],
    ['a page', (outgoing, { headers }) => void outgoing.writeHead(200).end(`<p>${headers.authorization}`)],
  ])('in %s', async (_, step) => {
    const { client, got, events } = await scripted([step], { retries: 0 });
    const error = await errorOf(client.call('create_contact', { full_name: 'Ada' }));
    expect(got[0]!.headers.authorization).toBe(`Bearer ${API_KEY}`);
    for (const text of [whole(error), error.stack, JSON.stringify(error), whole(client), whole(events)]) {
      expect(text).not.toContain(API_KEY);
    }
  });

  test('in the error about a malformed key', () => {
    for (const apiKey of [`${API_KEY}\n${API_KEY}`, `${API_KEY}é`, '  ']) {
      expect(() => remoteClient({ baseUrl: 'https://example.com', apiKey })).toThrowError(/API key/);
      expect(whole(thrown(() => remoteClient({ baseUrl: 'https://example.com', apiKey })))).not.toContain(API_KEY);
    }
  });

  test("in the command line's output, even after a crash", async () => {
    const folder = temporaryFolder();
    const { baseUrl, got } = await scripted([echo]);
    const env = { PATH: process.env.PATH, KITH_BASE_URL: baseUrl, KITH_API_KEY: API_KEY, KITH_LOG_LEVEL: 'trace' };
    const child = spawn(process.execPath, [CLI, 'call', 'list_contacts'], { env, cwd: folder.path });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    }
    const [status] = await once(child, 'close');
    expect(got[0]!.headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(status).toBe(1);
    expect(printed).toContain('you sent Bearer [API key]');
    expect(printed).not.toContain(API_KEY);
    folder.remove();
  });
});

const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

test.each([
  ['http://example.com', /http:\/\/.*unencrypted/],
  ['http://192.168.1.5:8334/crm', /http:\/\/.*unencrypted/],
  ['http://127.example.com', /http:\/\/.*unencrypted/],
  ['https://user:hunter2@example.com', /must not contain a user/],
  ['https://example.com/?key=hunter2', /must not contain/],
  ['ftp://example.com', /not a valid URL/],
  ['example.com', /not a valid URL/],
  ['', /not a valid URL/],
])('rejects the URL %s', (baseUrl, message) => {
  const error = thrown(() => remoteClient({ baseUrl, apiKey: API_KEY })) as Error;
  expect(error.message).toMatch(message);
  expect(whole(error)).not.toContain('hunter2');
});

test.each(['https://example.com/crm/', 'http://localhost:1', 'http://127.9.9.9:1', 'http://[::1]:1'])(
  'accepts the URL %s',
  async (baseUrl) => {
    connect({ baseUrl });
  },
);

test('allows plain http to another computer by option', () => {
  connect({ baseUrl: 'http://192.168.1.5:8334', allowHttp: true });
});

describe.skipIf(!hasOpenssl)('explains TLS problems and their fix, without retries', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  test('an untrusted certificate, and a port without TLS', async () => {
    const server = createTlsServer(
      certificateIn(folder.path, 'localhost'),
      (_, outgoing) => void outgoing.end('{}'),
    ).listen(0);
    await once(server, 'listening');
    closeAfterTest(async () => server.close());
    const untrusted = connect({ baseUrl: `https://localhost:${(server.address() as AddressInfo).port}` });
    const error = await errorOf(untrusted.call('list_tags', {}));
    expect(error.message).toMatch(/has a certificate that this computer does not trust/);
    expect(error.hint).toContain('NODE_EXTRA_CA_CERTS');

    const tcp = createTcpServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    closeAfterTest(async () => tcp.close());
    const plain = connect({ baseUrl: `https://127.0.0.1:${(tcp.address() as AddressInfo).port}` });
    expect((await errorOf(plain.call('list_tags', {}))).message).toContain('does not speak TLS');
  });
});
