import { BlockList, isIP } from 'node:net';
import { KithError } from '../error.ts';
import { listOf } from '../lists.ts';

/** Whether the proxy at an address is trusted to report the client's address. */
export type TrustedProxies = (address: string) => boolean;

/**
 * Parses addresses, ranges such as 10.0.0.0/8, and `loopback`. Undefined if there are none. Throws 400 for anything
 * else.
 */
export function trustedProxies(text?: string): TrustedProxies | undefined {
  const entries = listOf(text);
  if (entries.length === 0) return undefined;
  const addresses = new BlockList();
  for (const entry of entries.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : [one]))) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const bits = family === 'ipv6' ? 128 : 32;
    if (isIP(address) === 0 || address.includes('%') || Number(prefix ?? 0) > bits) {
      throw new KithError('BadRequest', `KITH_TRUSTED_PROXIES: ${entry} is not an address.`, {
        hint: 'List addresses and ranges such as 10.0.0.7, 10.0.0.0/8 or 2001:db8::/32, or loopback.',
      });
    }
    addresses.addSubnet(address, Number(prefix ?? bits), family);
  }
  return (address) => addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
