import { isIP, isIPv4 } from 'node:net';
import type { TrustedProxies } from '../../shared/http/trusted-proxies.ts';

/** The part of Headers used here. `get` joins all values of a name with commas. */
export interface HeaderReader {
  get(name: string): string | null;
}

/**
 * Returns a request's client address. This is the address of the connection or, if that is a trusted proxy, the last hop
 * before the trusted ones in X-Forwarded-For or Forwarded (RFC 7239). A proxy writes one of the two headers and may pass
 * on a forged other one: if they differ, both are ignored.
 */
export function clientAddress(
  peer: string | undefined,
  headers: HeaderReader,
  isTrusted: TrustedProxies | undefined,
): string | undefined {
  const connected = peer === undefined ? undefined : plainAddress(peer);
  if (!isTrusted || connected === undefined || !isTrusted(connected)) return connected;
  const [told, other] = [headers.get('x-forwarded-for'), hopsOfForwarded(headers.get('forwarded'))]
    .filter((hops) => hops !== null)
    .map((hops) => lastUntrusted(connected, typeof hops === 'string' ? hops.split(',') : hops, isTrusted));
  return told === undefined || (other !== undefined && other !== told) ? connected : told;
}

/** Walks from the nearest hop outward while each hop is trusted and can be parsed. */
function lastUntrusted(peer: string, hops: string[], isTrusted: TrustedProxies): string {
  let nearest = peer;
  for (const hop of hops.toReversed()) {
    const address = plainAddress(hop);
    if (address === undefined) return nearest;
    nearest = address;
    if (!isTrusted(address)) return nearest;
  }
  return nearest;
}

/** The `for` parameter of each element (RFC 7239, section 4), or an empty string if an element has none. */
function hopsOfForwarded(header: string | null): string[] | null {
  if (header === null) return null;
  const elements = header.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return elements.map((element) => /(?:^|;)\s*for\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;]*)/i.exec(element)?.[1] ?? '');
}

/**
 * An address without quotes, brackets, port, and zone. IPv4-mapped IPv6 addresses become IPv4. Undefined for anything
 * that is not an address.
 */
function plainAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[([^\]]*)\](?::\w+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\w+$/.exec(bare)?.[1] ?? bare;
  const address = host.replace(/%.*$/s, '').toLowerCase();
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? dotted(groups) : address;
}

const dotted = (groups: number[]): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = [], tail = []] = hex.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const missing = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...missing, ...tail].map((group) => Number.parseInt(group, 16));
}

/** The network that the rate limit counts callers without a key by: an IPv4 address, or an IPv6 subscriber's /64. */
export function networkOf(address: string): string {
  const plain = plainAddress(address) ?? address;
  if (isIP(plain) !== 6) return plain;
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
