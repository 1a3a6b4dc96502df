import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressWarnings } from '../../src/cli/doctor/reach.ts';
import { certificateIn, hasOpenssl } from '../support/certificates.ts';
import { doctor, wrong } from '../support/doctor.ts';
import { type RunningService, startService, temporaryFolder } from '../support/service.ts';

// kith doctor at the public URL for people and apps, with a proxy before kith serve.

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A response on its way through the proxy. */
interface Passed {
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The proxy's version of kith's response. */
type Change = (answer: Passed) => void;

const here = () => ({ KITH_DATA_DIR: `${folder.path}/nowhere` });

test('explains in one line who needs KITH_PUBLIC_URL when it is unset', async () => {
  const { code, findings } = await doctor(here());
  expect(code).toBe(0);
  expect(findings.at(-1)).toEqual({ state: 'ok', what: expect.stringContaining('Apps on other computers need it.') });
});

test.each([
  [
    'https://kith.example.com/crm',
    'problem',
    /contains more than a scheme and a host/,
    /Set it to https:\/\/kith\.example\.com\./,
  ],
  ['https://ann:hunter2@kith.example.com', 'problem', /contains more/, /Set it to/],
  ['http://kith.example.com', 'problem', /plain http/, /https:\/\/kith\.example\.com\./],
  ['https://[', 'problem', /is not a URL/, /Correct it/],
  ['https://kith.invalid', 'problem', /no host named kith\.invalid/, /DNS/],
  ['http://127.0.0.1:1', 'problem', /could not be reached/, /Start kith serve/],
  ['http://127.0.0.1:1', 'warning', /passkeys only for host names/, /http:\/\/localhost:1\./],
])('reports the URL %s as a %s', async (url, state, what, todo) => {
  const diagnosis = await doctor({ ...here(), KITH_PUBLIC_URL: url });
  expect(diagnosis.code).toBe(1);
  expect(wrong(diagnosis)).toContainEqual({
    state,
    what: expect.stringMatching(what),
    todo: expect.stringMatching(todo),
  });
  expect(JSON.stringify(diagnosis)).not.toContain('hunter2');
});

test.each([
  [['93.184.215.14'], undefined],
  [['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'], undefined],
  [['2606:2800:21f:cb07:6820:80da:af6b:8b2c'], /no IPv4 address/],
  [['100.101.7.9'], /resolves to 100\.101\.7\.9, which is not on the public internet/],
  [['93.184.215.14', '192.168.1.5'], /resolves to 192\.168\.1\.5,/],
  [['fd7a:115c:a1e0::1'], /fd7a/],
])('a name that resolves to %j', (addresses, words) => {
  const found = addressWarnings('kith.example.com', addresses);
  if (!words) return expect(found).toEqual([]);
  expect(found).toEqual([{ state: 'warning', what: expect.stringMatching(words), todo: expect.any(String) }]);
});

describe.skipIf(!hasOpenssl)('with a TLS proxy in front', () => {
  let service: RunningService;
  let unnamed: RunningService;
  let target: RunningService;
  let change: Change;
  let origin: string;
  let trusted: Record<string, string>;
  const servers: { close(): unknown; closeAllConnections(): void }[] = [];

  async function listening(server: ReturnType<typeof createServer>): Promise<number> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  const tlsAs = (certificate: ReturnType<typeof certificateIn>) =>
    listening(createTlsServer(certificate, (incoming, outgoing) => void pass(incoming, outgoing)));

  /** With another Host, as many proxies send. */
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const to = new URL(incoming.url!, target.baseUrl);
    const headers = { ...incoming.headers, host: to.host, 'x-forwarded-proto': 'https' };
    const sent = sendHttp(to, { method: incoming.method, headers });
    incoming.pipe(sent);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
    const passed = {
      path: to.pathname,
      status: answer.statusCode!,
      headers: kept as Record<string, string>,
      body: Buffer.concat(await answer.toArray()).toString(),
    };
    change(passed);
    outgoing.writeHead(passed.status, passed.headers).end(passed.body);
  }

  beforeAll(async () => {
    const certificate = certificateIn(folder.path, 'localhost', '-addext', 'subjectAltName=DNS:localhost');
    trusted = { NODE_EXTRA_CA_CERTS: certificate.path };
    origin = `https://localhost:${await tlsAs(certificate)}`;
    service = await startService(undefined, { KITH_PUBLIC_URL: `${origin}/` });
    unnamed = await startService();
  });
  beforeEach(() => {
    target = service;
    change = () => {};
  });
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await Promise.all([service.stop(), unnamed.stop()]);
  });

  const look = (url = origin, more = trusted) => doctor({ ...here(), ...more, KITH_PUBLIC_URL: url });

  test('reports no problem if kith serve has the same URL', async () => {
    const well = await look();
    expect([well.code, wrong(well)]).toEqual([0, []]);
    expect(well.findings.at(-1)!.what).toBe(
      `People and apps can sign in at ${origin}: it responds with the right names.`,
    );
  });

  test('reports each metadata document with another URL if kith serve lacks the setting', async () => {
    target = unnamed;
    const found = wrong(await look());
    const own = `http://localhost:${new URL(unnamed.baseUrl).port}`;
    expect(found.map(({ what }) => what)).toEqual([
      `${origin}/.well-known/oauth-authorization-server names the issuer "${own}", which must be "${origin}".`,
      expect.stringMatching(/\/mcp names the resource "https:\/\/127\.0\.0\.1:\d+\/mcp", which must be/),
      expect.stringContaining(`names the authorization server "${own}"`),
      expect.stringContaining(`${origin}/mcp names its metadata document "https://127.0.0.1:`),
    ]);
    for (const { todo } of found) expect(todo).toContain(`Start kith serve with KITH_PUBLIC_URL=${origin}.`);
  });

  const isWellKnown = ({ path }: Passed) => path.startsWith('/.well-known/');
  const FAULTS: [string, Change, RegExp, RegExp][] = [
    [
      'that adds a slash',
      (answer) => {
        answer.body = answer.body.replaceAll(`"${origin}"`, `"${origin}/"`);
      },
      /names the issuer "https:\/\/localhost:\d+\/", which must be "https:\/\/localhost:\d+"/,
      /unchanged/,
    ],
    [
      'that keeps /.well-known for itself',
      (answer) => {
        if (isWellKnown(answer)) Object.assign(answer, { status: 404, body: 'not found' });
      },
      /oauth-authorization-server does not exist \(HTTP 404\)/,
      /including those under \/\.well-known/,
    ],
    [
      'that answers with a page of its own',
      (answer) => {
        if (isWellKnown(answer)) answer.body = '<!doctype html>';
      },
      /does not name the issuer/,
      /unchanged/,
    ],
    [
      'that sends /mcp elsewhere',
      (answer) => {
        if (answer.path === '/mcp') Object.assign(answer, { status: 301, headers: { location: '/mcp/' } });
      },
      /\/mcp redirects to https:\/\/localhost:\d+\/mcp\/\./,
      /every path/,
    ],
    [
      'that takes headers away',
      ({ headers }) => {
        delete headers['www-authenticate'];
      },
      /\/mcp does not name its metadata document/,
      /unchanged/,
    ],
    [
      'that asks for a password',
      (answer) => {
        answer.status = 401;
      },
      /requires its own sign-in at .* \(HTTP 401\)/,
      /forward all paths without a sign-in/,
    ],
    [
      'that does not reach kith',
      (answer) => {
        answer.status = 502;
      },
      /does not reach kith \(HTTP 502\)/,
      /Start kith serve/,
    ],
    [
      'that leads to another program',
      (answer) => {
        answer.body = '<title>Photos</title>';
      },
      /A program other than kith responds/,
      /Route this host name/,
    ],
    [
      'that redirects',
      (answer) => Object.assign(answer, { status: 308, headers: { location: 'https://www.example.com/health' } }),
      /redirects to https:\/\/www\.example\.com\/health; apps do not follow/,
      /set KITH_PUBLIC_URL to https:\/\/www\.example\.com\./,
    ],
  ];
  test.each(FAULTS)('reports a proxy %s', async (_name, fault, what, todo) => {
    change = fault;
    const diagnosis = await look();
    expect(diagnosis.code).toBe(1);
    expect(wrong(diagnosis)).toContainEqual({
      state: 'problem',
      what: expect.stringMatching(what),
      todo: expect.stringMatching(todo),
    });
  });

  test('reports TLS problems: an untrusted certificate, one for another name, and none', async () => {
    const told = async (url: string, more?: Record<string, string>) => wrong(await look(url, more))[0];
    expect(await told(origin, {})).toMatchObject({
      what: expect.stringContaining('a certificate that this computer does not trust'),
      todo: expect.stringContaining('public authority'),
    });
    const other = certificateIn(folder.path, 'other', '-addext', 'subjectAltName=DNS:other.example.com');
    const port = await tlsAs(other);
    expect(await told(`https://localhost:${port}`, { NODE_EXTRA_CA_CERTS: other.path })).toMatchObject({
      what: expect.stringContaining('a certificate for another name'),
      todo: 'Get a certificate for this host name.',
    });
    const plain = await listening(createServer((_, outgoing) => void outgoing.end()));
    expect(await told(`https://localhost:${plain}`)).toMatchObject({
      what: expect.stringContaining('does not speak TLS on this port'),
      todo: expect.stringContaining('Terminate TLS in a proxy'),
    });
  });
});

test('kith serve accepts clients only at the name in KITH_PUBLIC_URL', async () => {
  const service = await startService(undefined, { KITH_PUBLIC_URL: 'https://kith.example.com' });
  const statusAs = async (host: string): Promise<number> => {
    const sent = sendHttp(`${service.baseUrl}/mcp`, { method: 'POST', headers: { host } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode!;
  };
  expect([await statusAs('kith.example.com'), await statusAs('rebound.example.com')]).toEqual([401, 403]);
  await service.stop();
});
