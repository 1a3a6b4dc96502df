import { isLoopback } from '../../shared/http/loopback.ts';

/** Allowed values of the Host and Origin headers. They protect against DNS rebinding and other sites' pages. */
export interface AllowedHosts {
  /** Host names without ports, in addition to the loopback names. */
  hosts: string[];
  /** Origins such as `https://app.example.com`, in addition to those on loopback. */
  origins: string[];
}

const EVERY_ADDRESS = ['0.0.0.0', '[::]'];

/** Returns the reason for a 403; undefined if the request is allowed. */
export function forbiddenReason(headers: Headers, allowed: AllowedHosts): string | undefined {
  if (!isServedHost(headers, allowed)) {
    return 'This Host header is not allowed. Add it to KITH_ALLOWED_HOSTS.';
  }
  const origin = headers.get('origin');
  if (origin === null || allowed.origins.includes(origin)) return undefined;
  const page = hostnameOf(origin);
  if (page && /^https?:/.test(origin) && isLoopback(page)) return undefined;
  return 'This Origin is not allowed. Add it to KITH_ALLOWED_ORIGINS.';
}

/** Returns whether the Host header is a loopback or allowed name. */
export function isServedHost(headers: Headers, { hosts }: Pick<AllowedHosts, 'hosts'>): boolean {
  const host = headers.get('host');
  const hostname = host ? hostnameOf(`http://${host}`) : undefined;
  return hostname !== undefined && (isLoopback(hostname) || hosts.includes(hostname));
}

/** Normalizes the allowed host names and origins in the settings. `bound` is the listening address. */
export function normalizeAllowed({
  hosts,
  origins,
  bound,
}: Record<'hosts' | 'origins', readonly string[]> & { bound: string }): AllowedHosts {
  // An any-address such as 0.0.0.0 is not a host name.
  const names = EVERY_ADDRESS.includes(bound) ? hosts : [...hosts, bound];
  return {
    hosts: names.flatMap((name) => hostnameOf(`http://${name}`) ?? []),
    origins: origins.map((origin) => (URL.canParse(origin) ? new URL(origin).origin : origin)),
  };
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/**
 * CORS headers for an allowed origin. Pages on loopback get none, because they could read the address book without a key,
 * and local programs do not need them.
 */
export function corsHeaders(headers: Headers, allowed: AllowedHosts): Record<string, string> {
  const origin = headers.get('origin');
  if (origin === null || !allowed.origins.includes(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': headers.get('access-control-request-headers') ?? '*',
    'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin, Access-Control-Request-Headers',
  };
}
