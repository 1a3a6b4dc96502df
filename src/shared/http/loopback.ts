import { isIPv4 } from 'node:net';

/**
 * Whether a host name, as a URL spells it, is this machine: what is sent there crosses no network. Names below
 * `localhost` are not: some resolvers ask the network for them.
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

/** Whether a secret may go to an address: over TLS, within this machine, or in clear where the user allows it. */
export const isConfidential = ({ protocol, hostname }: URL, allowHttp = false): boolean =>
  protocol === 'https:' || (protocol === 'http:' && (allowHttp || isLoopback(hostname)));
