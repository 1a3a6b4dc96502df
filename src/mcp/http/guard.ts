import { isLoopback } from '../../shared/http/loopback.ts';

/**
 * The hosts that a request may name and the web pages that may send one: DNS rebinding and foreign pages cannot fake
 * these.
 */
export interface Allowed {
  /** Host names without ports, beside the loopback ones. */
  hosts: string[];
  /** Origins (`https://app.example.com`), beside those on loopback. */
  origins: string[];
}

const EVERY_ADDRESS = ['0.0.0.0', '[::]'];

/** The reason to refuse a request with a 403; undefined when it may pass. */
export function refusalOf(headers: Headers, allowed: Allowed): string | undefined {
  if (!isServedHost(headers, allowed)) {
    return 'The Host header names a host that is not served here; KITH_ALLOWED_HOSTS lists more.';
  }
  const origin = headers.get('origin');
  if (origin === null || allowed.origins.includes(origin)) return undefined;
  const page = hostnameOf(origin);
  if (page && /^https?:/.test(origin) && isLoopback(page)) return undefined;
  return 'Pages of this origin may not call; KITH_ALLOWED_ORIGINS lists more.';
}

/** Whether the Host of a request is this machine, or one of those allowed. */
export function isServedHost(headers: Headers, { hosts }: Pick<Allowed, 'hosts'>): boolean {
  const host = headers.get('host');
  const hostname = host ? hostnameOf(`http://${host}`) : undefined;
  return hostname !== undefined && (isLoopback(hostname) || hosts.includes(hostname));
}

/** The host names and origins of settings, as a browser would spell them. `bound` is the address listened on. */
export function allowedBy({
  hosts,
  origins,
  bound,
}: Record<'hosts' | 'origins', readonly string[]> & { bound: string }): Allowed {
  // An address that stands for all of them is not a name of this machine.
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
 * The headers that let a page of a listed origin read the answer. Pages on loopback get none: without a key
 * they could read the address book, and programs on this machine need none.
 */
export function pageHeaders(headers: Headers, allowed: Allowed): Record<string, string> {
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
