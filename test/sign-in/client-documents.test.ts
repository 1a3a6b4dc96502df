import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress, publicFetch } from '../../src/shared/http/public-fetch.ts';
import { type Browser, originOf, signedIn } from '../support/browser.ts';
import { authorizationUrl, codeFor, exchanged, type HandHost, REDIRECT, registered } from '../support/by-hand.ts';
import { certificateIn, hasOpenssl } from '../support/certificates.ts';
import { type RunningService, startService, temporaryFolder } from '../support/service.ts';

// A client identified by a metadata document at its own URL, which kith fetches
// (draft-ietf-oauth-client-id-metadata-document, 6): what attackers could make it fetch, and how they could respond.

const VERIFIER = 'v'.repeat(43);
const JSON_TYPE = { 'content-type': 'application/json' };

describe.runIf(hasOpenssl)("a client's metadata document", () => {
  const folder = temporaryFolder();
  let server: Server;
  let port: number;
  let asked: string[] = [];
  /** The page in place of a redirect. */
  let page = '';
  /** Content of the next documents, valid by default. */
  let answer: (document: object, outgoing: ServerResponse) => void;
  /** kith with the server on its list of private hosts, and without. */
  let trusting: RunningService;
  let strict: RunningService;

  beforeAll(async () => {
    const names = 'subjectAltName=DNS:localhost,DNS:named.localhost,IP:127.0.0.1,IP:::1';
    const { path, ...tls } = certificateIn(folder.path, 'localhost', '-addext', names);
    server = createServer(tls, ({ url }: IncomingMessage, outgoing) => {
      asked.push(url!);
      const id = `https://localhost:${port}${url}`;
      answer({ client_id: id, client_name: 'Documented', redirect_uris: [REDIRECT] }, outgoing);
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    port = (server.address() as AddressInfo).port;
    const authority = { NODE_EXTRA_CA_CERTS: path };
    trusting = await startService(undefined, { ...authority, KITH_PRIVATE_HOSTS: 'localhost' });
    strict = await startService(undefined, authority);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([trusting.stop(), strict.stop()]);
    folder.remove();
  });

  const told = (document: object, outgoing: ServerResponse) => {
    outgoing.writeHead(200, JSON_TYPE).end(JSON.stringify(document));
  };

  async function sentTo(service: RunningService, clientId: string): Promise<string | null> {
    asked = [];
    const host = { clientId, redirect: REDIRECT, verifier: VERIFIER };
    const response = await fetch(authorizationUrl(originOf(service), host), { redirect: 'manual' });
    page = response.status === 303 ? '' : await response.text();
    if (response.status !== 303)
      expect([response.status, page]).toEqual([
        400,
        expect.stringMatching(/This (app can’t connect|server could not)/),
      ]);
    return response.headers.get('location');
  }

  test.each([
    'https://localhost:PORT/x',
    'https://LOCALHOST:PORT/x',
    'https://localhost.:PORT/x',
    'https://named.localhost:PORT/x',
    'https://127.0.0.1:PORT/x',
    'https://127.0.0.1.:PORT/x',
    'https://127.1:PORT/x',
    'https://2130706433:PORT/x',
    'https://0x7f.1:PORT/x',
    'https://0177.0.0.1:PORT/x',
    'https://０x7f.1:PORT/x',
    'https://0.0.0.0:PORT/x',
    'https://[::]:PORT/x',
    'https://[::1]:PORT/x',
    'https://[::127.0.0.1]:PORT/x',
    'https://[::ffff:127.0.0.1]:PORT/x',
    'https://[::ffff:7f00:1]:PORT/x',
    'https://[::ffff:0:127.0.0.1]:PORT/x',
    'https://[64:ff9b::7f00:1]:PORT/x',
    'https://[2002:7f00:1::]:PORT/x',
    'https://[fe80::1]:PORT/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x',
    'https://[fd00::1]/x',
    'http://localhost:PORT/x',
    'https://ada@localhost:PORT/x',
    'https://localhost:PORT/a/../x',
    'https://localhost:PORT/%2e%2e/x',
    'https://localhost:PORT/x#fragment',
    'https://localhost:PORT/x\\..',
    'ftp://localhost:PORT/x',
    'file:///etc/passwd',
  ])('is not fetched from a private network: %s', async (address) => {
    answer = told;
    expect(await sentTo(strict, address.replace('PORT', String(port)))).toBeNull();
    expect(asked).toEqual([]);
  });

  test('is fetched from private hosts that the administrator listed, and from no others', async () => {
    answer = told;
    expect(await sentTo(trusting, `https://localhost:${port}/named`)).toMatch(/^\/authorize\//);
    expect(asked).toEqual(['/named']);
    expect(await sentTo(trusting, `https://127.0.0.1:${port}/named`)).toBeNull();
    expect(asked).toEqual([]);
  });

  const elsewhere = (more: object) => (document: object, outgoing: ServerResponse) =>
    told({ ...document, ...more }, outgoing);
  const raw =
    (status: number, headers: Record<string, string>, body: string | Buffer) =>
    (_: object, outgoing: ServerResponse) => {
      outgoing.writeHead(status, headers).end(body);
    };

  test.each<[string, typeof answer]>([
    ['that names another client', elsewhere({ client_id: 'https://claude.ai/oauth/document' })],
    ['that names none', elsewhere({ client_id: undefined })],
    ['that redirects', raw(302, { location: '/else' }, '')],
    ['that is not there', raw(404, JSON_TYPE, '{}')],
    ['that is no JSON', raw(200, JSON_TYPE, 'hello')],
    ['that is not an object', raw(200, JSON_TYPE, '[]')],
    [
      'that is an upload to a site',
      (document, outgoing) => void outgoing.setHeader('content-type', 'text/plain').end(JSON.stringify(document)),
    ],
    ['that is very large', elsewhere({ client_name: 'x'.repeat(1_000_000) })],
    [
      'that unpacks to far more than it is',
      (document, outgoing) => {
        const bomb = gzipSync(JSON.stringify({ ...document, client_name: 'x'.repeat(20_000_000) }));
        outgoing.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(bomb);
      },
    ],
    ['that brings a secret', elsewhere({ client_secret: 'x' })],
    [
      'that leads to plain http elsewhere',
      elsewhere({ application_type: 'web', redirect_uris: ['http://evil.example/cb'] }),
    ],
    ['that leads to another address than the one asked for', elsewhere({ redirect_uris: ['https://evil.example/cb'] })],
    ['that hides where it leads', elsewhere({ redirect_uris: [REDIRECT, 'https://claude.ai@evil.example/cb'] })],
    ['that leads to no URI', elsewhere({ redirect_uris: [REDIRECT, 'https://a.example\\@evil.example/cb'] })],
    ['that leads to a script', elsewhere({ redirect_uris: [REDIRECT, 'javascript:alert(1)'] })],
  ])('%s grants no access, and is fetched once', async (name, says) => {
    answer = says;
    const path = `/${name.replaceAll(' ', '-')}`;
    expect(await sentTo(trusting, `https://localhost:${port}${path}`)).toBeNull();
    expect(asked).toEqual([path]);
  });

  test('is abandoned if it never completes', async () => {
    answer = (_, outgoing) => void outgoing.writeHead(200, JSON_TYPE).write('{');
    expect(await sentTo(trusting, `https://localhost:${port}/slow`)).toBeNull();
    expect(asked).toEqual(['/slow']);
    expect(page).toContain(`This server could not reach localhost:${port}`);
  });

  test.each<[string, () => string, typeof answer, string]>([
    [
      'that leads elsewhere',
      () => `https://localhost:${port}/else`,
      elsewhere({ redirect_uris: ['https://x.example/'] }),
      'Its request is invalid',
    ],
    ['that nobody answers for', () => 'https://localhost:9/x', told, 'This server could not reach localhost:9'],
    ['on a private network', () => `https://127.0.0.1:${port}/x`, told, 'KITH_PRIVATE_HOSTS'],
    ['that is not there', () => `https://localhost:${port}/gone`, raw(404, JSON_TYPE, '{}'), 'with status 404'],
    ['that is no JSON', () => `https://localhost:${port}/text`, raw(200, JSON_TYPE, 'hi'), 'not valid: it is not JSON'],
    ['of another client', () => `https://localhost:${port}/other`, elsewhere({ client_id: 'https://x' }), 'not valid:'],
    [
      'without a redirect',
      () => `https://localhost:${port}/none`,
      elsewhere({ redirect_uris: [] }),
      'not valid: redirect_uris',
    ],
  ])('%s: the page names the cause', async (_, address, says, words) => {
    answer = says;
    expect(await sentTo(trusting, address())).toBeNull();
    expect(page).toContain(words);
    expect(page.includes('KITH_CLIENT_DOCUMENTS=off')).toBe(words.includes('could not reach'));
  });

  test('is neither offered nor fetched with KITH_CLIENT_DOCUMENTS=off, and apps register', async () => {
    const without = await startService(undefined, { KITH_CLIENT_DOCUMENTS: 'off', KITH_PRIVATE_HOSTS: 'localhost' });
    const metadata = await fetch(`${originOf(without)}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: false });
    answer = told;
    expect(await sentTo(without, `https://localhost:${port}/off`)).toBeNull();
    expect([asked, page]).toEqual([[], expect.stringContaining('add it again, so that the app registers')]);
    const browser = await signedIn(without, (await without.user()).email);
    const host = await registered(originOf(without));
    expect((await exchanged(originOf(without), host, await codeFor(originOf(without), browser, host))).status).toBe(
      200,
    );
    await without.stop();
  });

  test('makes kith fetch nothing else: no logo, keys, statement, or list of URLs', async () => {
    const at = (path: string) => `https://localhost:${port}/${path}`;
    const more = {
      logo_uri: at('logo'),
      client_uri: at('home'),
      tos_uri: at('tos'),
      policy_uri: at('policy'),
      jwks_uri: at('keys'),
    };
    answer = elsewhere({ ...more, sector_identifier_uri: at('sector'), software_statement: 'a.b.c' });
    const ada = await trusting.user();
    const browser = await signedIn(trusting, ada.email);
    asked = [];
    const page = await browser.open(
      authorizationUrl(originOf(trusting), { clientId: at('more'), redirect: REDIRECT, verifier: VERIFIER }),
    );
    expect(asked).toEqual(['/more']);
    expect(page.text).not.toMatch(/\/(logo|home|tos|policy)\b/);
  });

  describe('that changes between consent and token', () => {
    let browser: Browser;
    let host: HandHost;

    beforeAll(async () => {
      browser = await signedIn(trusting, (await trusting.user()).email);
      host = { clientId: `https://localhost:${port}/changes`, redirect: REDIRECT, verifier: VERIFIER };
    });

    test('redirects no code elsewhere, and accepts none for another URI', async () => {
      answer = told;
      const code = await codeFor(originOf(trusting), browser, host);
      answer = elsewhere({ redirect_uris: ['https://evil.example/cb'] });
      const evil = { ...host, redirect: 'https://evil.example/cb' };
      expect((await exchanged(originOf(trusting), evil, code)).body.error).toBe('invalid_grant');
      expect((await exchanged(originOf(trusting), host, code)).status).toBe(200);
    });
  });
});

test.each([
  ...[
    '0.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::10.0.0.1'],
  ...[
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ],
  ...['', 'localhost', '127.1', '1.2.3.4.5', 'fe80::1%eth0'],
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '100.63.255.255', '172.32.0.1', '192.0.1.1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

describe('a host name', () => {
  type Addresses = { address: string; family: number }[];

  /**
   * Fetches while the name resolves to one address list after another. Returns the number of lookups and the
   * results.
   */
  async function fetching(lists: string[][]) {
    let lookups = 0;
    const fetch = publicFetch([], (_name, _options, callback: (error: null, addresses: Addresses) => void) => {
      const list = lists[Math.min(lookups++, lists.length - 1)]!;
      callback(
        null,
        list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    });
    const error = await fetch('https://rebinding.example:44300/x', { signal: AbortSignal.timeout(500) }).catch(
      (thrown) => thrown,
    );
    return { lookups, reason: `${(error as Error).cause ?? error}` };
  }

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['2001:4860:4860::8888', '::1']],
    [['::ffff:169.254.169.254']],
  ])('is rejected if one of several addresses is private: %j', async (addresses) => {
    expect((await fetching([addresses])).reason).toMatch(/is not a public internet address/);
  });

  test('is resolved once, and the connection uses the checked address (DNS rebinding)', async () => {
    const { lookups, reason } = await fetching([['198.41.0.4'], ['127.0.0.1']]);
    expect(lookups).toBe(1);
    expect(reason).not.toMatch(/127\.0\.0\.1/);
  });
});
