import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientAddress, networkOf } from '../../src/service/runtime/client-address.ts';
import { trustedProxies } from '../../src/shared/http/trusted-proxies.ts';
import { rounds } from '../support/rounds.ts';

const trusted = trustedProxies('loopback 10.0.0.0/8, 2001:db8:ffff::/48');

const from = (peer: string, headers: Record<string, string> = {}) =>
  clientAddress(peer, { get: (name) => headers[name] ?? null }, trusted);
const forwardedFor = (list: string, peer = '127.0.0.1') => from(peer, { 'x-forwarded-for': list });
const forwarded = (list: string) => from('10.1.2.3', { forwarded: list });

test.each([
  ['one hop', '203.0.113.9', '203.0.113.9'],
  ['proxies behind one another', '203.0.113.9, 10.0.0.4,10.9.9.9', '203.0.113.9'],
  ['an address that a stranger added before its own', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['a trusted address that a stranger wrote', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['nothing but proxies', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['a port', '203.0.113.9:4711', '203.0.113.9'],
  ['IPv6', '2001:DB8::1', '2001:db8::1'],
  ['IPv6 with a port', '[2001:db8::1]:4711', '2001:db8::1'],
  ['IPv6 with a zone', 'fe80::1%eth0', 'fe80::1'],
  ['IPv4 as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv4 as IPv6, in hex', '::ffff:cb00:7109', '203.0.113.9'],
  ['a proxy of a trusted range of IPv6', '203.0.113.9, 2001:db8:ffff:1::2', '203.0.113.9'],
  ['a hop that is not an address', '203.0.113.9, unknown, 10.0.0.4', '10.0.0.4'],
  ['garbage', '""<>;=,,%%%', '127.0.0.1'],
  ['nothing', '', '127.0.0.1'],
])('reads X-Forwarded-For with %s', (_, list, address) => {
  expect(forwardedFor(list)).toBe(address);
  expect(forwardedFor(list, '::ffff:127.0.0.1')).toBe(address);
});

test.each([
  ['for=203.0.113.9', '203.0.113.9'],
  ['For="[2001:db8::1]:4711";proto=https;by=10.0.0.1', '2001:db8::1'],
  ['proto=http; for=203.0.113.9;by="a,for=1.2.3.4", for=10.0.0.4', '203.0.113.9'],
  ['for="1.2.3.4, 5.6.7.8"', '10.1.2.3'],
  ['for=_hidden, for=10.0.0.4', '10.0.0.4'],
  ['for=unknown', '10.1.2.3'],
  ['proto=https', '10.1.2.3'],
  ['for="203.0.113.9', '10.1.2.3'],
])('reads Forwarded: %s', (list, address) => {
  expect(forwarded(list)).toBe(address);
});

test('ignores headers from a peer that is no proxy, and two headers that differ', () => {
  expect(forwardedFor('1.2.3.4', '203.0.113.9')).toBe('203.0.113.9');
  expect(clientAddress('127.0.0.1', { get: () => '1.2.3.4' }, undefined)).toBe('127.0.0.1');
  expect(clientAddress(undefined, { get: () => '1.2.3.4' }, trusted)).toBeUndefined();
  const both = (forwarded: string) => from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9', forwarded });
  expect(both('for=203.0.113.9')).toBe('203.0.113.9');
  expect(both('for=1.2.3.4')).toBe('127.0.0.1');
  expect(both('')).toBe('127.0.0.1');
});

test('counts unauthenticated requests per address, and IPv6 per /64 network', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:3::9')).not.toBe('2001:db8:1:2::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('local')).toBe('local');
});

test.each(['', '  ', ','])('trusts no proxy with %j', (setting) => expect(trustedProxies(setting)).toBeUndefined());

test.each([
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '/8',
  '::1/129',
  '300.1.1.1',
  'fe80::1%eth0',
  '10.0.0.1;',
])('rejects KITH_TRUSTED_PROXIES=%s', (setting) =>
  expect(() => trustedProxies(setting)).toThrow('KITH_TRUSTED_PROXIES'),
);

const address = fc.oneof(fc.ipV4(), fc.ipV6());
const piece = fc.oneof(
  address,
  fc.string(),
  fc.constantFrom('"', '[', ']', ':', '%', ',', ';', 'for=', '::ffff:', '\\'),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const bare = (one: string): string => from(one)!;

test('returns a valid address for any header, and never one that the client made up', () => {
  fc.assert(
    fc.property(text, text, address, (listed, spelled, peer) => {
      const everyone = trustedProxies('0.0.0.0/0 ::/0');
      const answer = clientAddress(peer, { get: (name) => (name === 'forwarded' ? spelled : listed) }, everyone);
      expect(trustedProxies(answer)).toBeDefined();
      expect(networkOf(answer!)).not.toContain('NaN');
    }),
    { numRuns: rounds(300) },
  );
  fc.assert(
    fc.property(text, address, (list, stranger) => {
      // The proxy appends its own entry last.
      const isProxy = trusted!(bare(stranger));
      if (!isProxy) expect(forwardedFor(`${list}, ${stranger}`)).toBe(bare(stranger));
    }),
    { numRuns: rounds(300) },
  );
});
