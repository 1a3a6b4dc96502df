import { BlockList, isIP } from 'node:net';

// An IPv4 address written as IPv6 (::ffff:127.0.0.1) falls under the rule of the IPv4 one.
const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8);
addresses.addAddress('::1', 'ipv6');

/**
 * Whether a host, as a URL or a socket spells it, is this machine: what is sent there crosses no network. Names below
 * `localhost` are not (RFC 6761, 6.3, only asks for it): some resolvers send them to the network, and a secret with them.
 */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = address.includes('%') ? 0 : isIP(address);
  return family !== 0 && addresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a secret may go to an address: over TLS, within this machine, or in clear where the user allows it. */
export const isConfidential = ({ protocol, hostname }: URL, allowHttp = false): boolean =>
  protocol === 'https:' || (protocol === 'http:' && (allowHttp || isLoopback(hostname)));
