import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { Agent, type buildConnector, fetch } from 'undici';
import { KithError } from '../error.ts';

// IANA's registries of special-purpose IPv4 and IPv6 addresses, which are not on the public internet.
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const SPECIAL_IPV6 = [
  ...[
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '100:0:0:1::/64',
    '2001::/23',
    '2001:db8::/32',
  ],
  ...['2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/9', 'ff00::/8'],
];

const special = new BlockList();
for (const [list, family] of [
  [SPECIAL_IPV4, 'ipv4'],
  [SPECIAL_IPV6, 'ipv6'],
] as const) {
  for (const subnet of list) {
    const [address, bits] = subnet.split('/');
    special.addSubnet(address!, Number(bits), family);
  }
}

/** Whether an address is on the public internet. An IPv4 address in IPv6 form is matched by the IPv4 rule. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !special.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Resolves a host name. */
type Look = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * `fetch` for untrusted URLs: https, and only hosts whose addresses are all public. They are checked before connecting,
 * and the connection uses a checked address. `trusted` lists allowed hosts of the private network. Redirects are
 * returned, not followed.
 */
export function publicFetch(
  trusted: readonly string[],
  look: Look = systemLookup,
): (url: Request | string | URL, init?: RequestInit) => Promise<Response> {
  const dispatcher = new Agent({ connect: { lookup: publicLookup(trusted, look), timeout: 5_000 } });
  return async (given, init) => {
    const url = new URL(given instanceof Request ? given.url : given);
    const { protocol, hostname } = url;
    if (protocol !== 'https:' || isPrivateLiteral(hostname, trusted)) throw notPublic(hostname);
    const { signal, headers, method } = init ?? {};
    const answered = await fetch(url, {
      dispatcher,
      redirect: 'manual',
      ...(method && { method }),
      ...(signal && { signal }),
      ...(headers && { headers: Object.fromEntries(new Headers(headers)) }),
    });
    return answered as unknown as Response;
  };
}

/** Wraps a connector made with `publicLookup`, so that it also rejects literal private addresses. */
export const publicConnector =
  (connect: buildConnector.connector, trusted: readonly string[]): buildConnector.connector =>
  (where, callback) => {
    if (isPrivateLiteral(where.hostname, trusted)) callback(notPublic(where.hostname), null);
    else connect(where, callback);
  };

/** Resolves a name, and fails if one of its addresses is not public. */
export function publicLookup(trusted: readonly string[], look: Look = systemLookup): typeof systemLookup {
  function guarded(
    hostname: string,
    options: object,
    callback: (error: Error | null, addresses: LookupAddress[]) => void,
  ): void {
    look(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const isFine = trusted.includes(hostname) || addresses.every(({ address }) => isPublicAddress(address));
      callback(isFine ? null : notPublic(hostname), isFine ? addresses : []);
    });
  }
  return guarded as typeof systemLookup;
}

function isPrivateLiteral(hostname: string, trusted: readonly string[]): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(literal) !== 0 && !trusted.includes(hostname) && !isPublicAddress(literal);
}

/** Hint for rejected private addresses. */
export const PRIVATE_HOSTS =
  'To allow hosts of a private network, the administrator can list them in KITH_PRIVATE_HOSTS.';

const notPublic = (hostname: string) =>
  new KithError('BadRequest', `${hostname} is not a public internet address.`, { hint: PRIVATE_HOSTS });
