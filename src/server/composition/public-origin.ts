import { settings } from '../../process/environment.ts';
import { isConfidential, isLoopback } from '../../shared/http/loopback.ts';

/** Returns the origin of a URL; undefined if it is invalid or has a path. */
export function originIn(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isBare = url?.pathname === '/' && [url.search, url.hash, url.username, url.password].every((one) => one === '');
  return isBare ? url.origin : undefined;
}

/**
 * Returns the origin for sign-ins, without a trailing slash: KITH_PUBLIC_URL, or `localhost` if `address` is on loopback,
 * because passkeys need a host name. Undefined if sign-in is impossible: `address` is public and KITH_PUBLIC_URL is not
 * set, or KITH_PUBLIC_URL has a path, or cookies would cross a network unencrypted.
 */
export function publicOrigin(address: string): string | undefined {
  const { KITH_PUBLIC_URL: set } = settings;
  if (set !== undefined) {
    const origin = originIn(set);
    return origin !== undefined && isConfidential(new URL(origin)) ? origin : undefined;
  }
  const { hostname, port } = new URL(address);
  return isLoopback(hostname) ? `http://localhost:${port}` : undefined;
}
