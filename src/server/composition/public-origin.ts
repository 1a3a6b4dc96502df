import { settings } from '../../process/environment.ts';
import { isConfidential, isLoopback } from '../../shared/http/loopback.ts';

/** The origin that an address stands for; undefined for one that says more than that, or is none. */
export function originIn(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isBare = url?.pathname === '/' && [url.search, url.hash, url.username, url.password].every((one) => one === '');
  return isBare ? url.origin : undefined;
}

/**
 * The origin under which people and hosts sign in, without a slash at its end: KITH_PUBLIC_URL, else `localhost` where
 * this machine alone can reach `address`. Browsers make passkeys for names, not for numbers. Undefined where nobody can
 * sign in: the address is open to others and KITH_PUBLIC_URL does not say under which name, or it has a path, or a cookie
 * would cross a network in clear.
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
