import { isIPv4 } from 'node:net';

/** Whether the host of a URL is this machine: what is sent there crosses no network. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
