import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { failureFrom, timeoutFailure } from '../../client/failures.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import { codeOf, type Origin, REQUEST_TIMEOUT } from '../../shared/http/origin.ts';
import { isPublicAddress } from '../../shared/http/public-fetch.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import { isRecord } from '../../shared/records.ts';
import type { Finding } from './findings.ts';

export const TIMEOUT_MS = 10_000;

/** Returns a problem if kith does not respond at an address. */
export async function checkReach(place: Origin): Promise<Finding | undefined> {
  const { origin } = place.base;
  try {
    const { status, text } = await place.send('/health', { timeoutMs: TIMEOUT_MS });
    return isKith(status, text) ? undefined : otherProgram(origin, status);
  } catch (error) {
    return noAnswer(origin, error);
  }
}

function isKith(status: number, text: string): boolean {
  if (status !== 200) return false;
  const said = parsed(text);
  return said?.status === 'ok' && typeof said.version === 'string';
}

/** Parses a response as a JSON object. Returns undefined for anything else. */
export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function otherProgram(origin: string, status: number): Finding {
  const problem = (what: string, todo: string): Finding => ({ state: 'problem', what, todo });
  if (status === 401 || status === 403) {
    return problem(
      `A proxy in front of kith requires its own sign-in at ${origin} (HTTP ${status}). Apps cannot get past it.`,
      'Configure the proxy to forward all paths without a sign-in. kith has its own.',
    );
  }
  if (status === 502 || status === 503 || status === 504) {
    return problem(
      `A proxy responds at ${origin}, but does not reach kith (HTTP ${status}).`,
      'Start kith serve, and point the proxy to the address it listens on.',
    );
  }
  return problem(
    `A program other than kith responds at ${origin} (HTTP ${status}).`,
    'Route this host name with all its paths to kith serve, or correct KITH_PUBLIC_URL.',
  );
}

const ADVICE: Record<string, string> = {
  ENOTFOUND: 'Add a DNS record for it, or correct KITH_PUBLIC_URL.',
  EAI_AGAIN: 'Try again when DNS lookups work on this computer.',
  CERT_HAS_EXPIRED: 'Renew the certificate where TLS is terminated.',
  CERT_NOT_YET_VALID: "Check this computer's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get a certificate for this host name.',
};
const NOT_TLS =
  'Terminate TLS in a proxy in front of kith serve, or correct the scheme and the port of KITH_PUBLIC_URL.';
const UNTRUSTED =
  'Get a certificate from a public authority: hosted assistants trust no other. To trust your own authority here, set NODE_EXTRA_CA_CERTS.';
const NOT_THERE =
  'Start kith serve, and check the proxy, port forwarding, and firewall. Some routers block their own public address from inside the network. If so, try from another network.';

function noAnswer(origin: string, error: unknown): Finding {
  if (error instanceof CrossOriginError) {
    const target = originOf(error);
    const what = `${origin} redirects to ${error.address ?? error.origin}; apps do not follow the redirect.`;
    return {
      state: 'problem',
      what,
      todo: `Let it respond without a redirect${target ? `, or set KITH_PUBLIC_URL to ${target}` : ''}.`,
    };
  }
  const sent = { origin, timeoutMs: TIMEOUT_MS, reused: false };
  const { kind, error: told } = error === REQUEST_TIMEOUT ? timeoutFailure(sent) : failureFrom(error, sent);
  const code = codeOf(error) ?? '';
  const isNotTls = code === 'EPROTO' || code.startsWith('ERR_SSL');
  const todo = ADVICE[code] ?? (isNotTls ? NOT_TLS : kind === 'final' ? UNTRUSTED : NOT_THERE);
  return { state: 'problem', what: told.message, todo };
}

/** Returns the redirect's origin if it could be kith's. */
const originOf = ({ origin }: CrossOriginError): string | undefined =>
  /^https?:\/\//.test(origin) ? origin : undefined;

/** Warns if apps on the internet cannot reach a host name. A missing name is reported by the connection check. */
export async function checkResolves(hostname: string): Promise<Finding[]> {
  if (isLoopback(hostname)) return [];
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => []);
  return found.length === 0
    ? []
    : addressWarnings(
        hostname,
        found.map(({ address }) => address),
      );
}

/** Warns about addresses that hosted assistants cannot reach. Their operators connect only to public IPv4 addresses. */
export function addressWarnings(hostname: string, addresses: readonly string[]): Finding[] {
  const apart = addresses.filter((address) => !isPublicAddress(address));
  if (apart.length === 0 && addresses.some(isIPv4)) return [];
  const why =
    apart.length > 0
      ? `it resolves to ${apart.join(', ')}, which is not on the public internet`
      : 'it has no IPv4 address';
  const todo =
    apart.length > 0
      ? 'Apps on your own network are not affected. For others, use only public addresses for the name, or a tunnel.'
      : 'Add an A record, or use a tunnel with an IPv4 address.';
  return [{ state: 'warning', what: `Hosted assistants cannot reach ${hostname}: ${why}.`, todo }];
}
