import { BlockList, isIP } from 'node:net';

// An IPv4 address in IPv6 form (::ffff:127.0.0.1) is matched by the IPv4 rule.
const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8);
addresses.addAddress('::1', 'ipv6');

/**
 * Whether a host, as written in a URL or by a socket, is localhost, so that requests stay on this computer. Subdomains
 * of `localhost` are excluded: RFC 6761, 6.3, only recommends resolving them locally, and some resolvers send them, and
 * any secret, to the network.
 */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = address.includes('%') ? 0 : isIP(address);
  return family !== 0 && addresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a secret may be sent to a URL: over TLS, to localhost, or unencrypted if the user allows it. */
export const isConfidential = ({ protocol, hostname }: URL, allowHttp = false): boolean =>
  protocol === 'https:' || (protocol === 'http:' && (allowHttp || isLoopback(hostname)));
