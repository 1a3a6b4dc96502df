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

/** A problem where something else than kith answers at an address, or nothing. */
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

/** The JSON object of an answer; undefined for anything else. */
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
      `Something before kith asks for a sign-in of its own at ${origin} (HTTP ${status}): hosts do not get past it.`,
      'Let the proxy pass all paths on without one: kith asks for its own.',
    );
  }
  if (status === 502 || status === 503 || status === 504) {
    return problem(
      `A proxy answers at ${origin}, and does not reach kith (HTTP ${status}).`,
      'Start kith serve, and let the proxy lead to the address it listens on.',
    );
  }
  return problem(
    `Another program than kith answers at ${origin} (HTTP ${status}).`,
    'Let this name lead to kith serve with every path below it, or correct KITH_PUBLIC_URL.',
  );
}

const ADVICE: Record<string, string> = {
  ENOTFOUND: 'Make an entry for it in DNS, or correct KITH_PUBLIC_URL.',
  EAI_AGAIN: 'Try again when this machine can look up names.',
  CERT_HAS_EXPIRED: 'Renew it where TLS ends.',
  CERT_NOT_YET_VALID: "Check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get one for this name.',
};
const NOT_TLS = 'End TLS in a proxy before kith serve, or correct the scheme and the port of KITH_PUBLIC_URL.';
const UNTRUSTED =
  'Get one from a public authority: hosted assistants trust no other. One of your own counts here once NODE_EXTRA_CA_CERTS names its authority.';
const NOT_THERE =
  'Start kith serve, and look at what leads to it: proxy, port forwarding, firewall. Some routers let nobody reach their own public address from inside; then try from elsewhere.';

function noAnswer(origin: string, error: unknown): Finding {
  if (error instanceof CrossOriginError) {
    const target = originOf(error);
    const what = `${origin} redirects to ${error.address ?? error.origin}; hosts do not follow there.`;
    return {
      state: 'problem',
      what,
      todo: `Let it answer itself${target ? `, or set KITH_PUBLIC_URL to ${target}` : ''}.`,
    };
  }
  const sent = { origin, timeoutMs: TIMEOUT_MS, reused: false };
  const { kind, error: told } = error === REQUEST_TIMEOUT ? timeoutFailure(sent) : failureFrom(error, sent);
  const code = codeOf(error) ?? '';
  const isNotTls = code === 'EPROTO' || code.startsWith('ERR_SSL');
  const todo = ADVICE[code] ?? (isNotTls ? NOT_TLS : kind === 'final' ? UNTRUSTED : NOT_THERE);
  return { state: 'problem', what: told.message, todo };
}

/** Where a redirect leads, if that could be an address of kith. */
const originOf = ({ origin }: CrossOriginError): string | undefined =>
  /^https?:\/\//.test(origin) ? origin : undefined;

/** A warning where hosts on the internet cannot reach a name. One that is not there is told by whoever asks for it. */
export async function checkResolves(hostname: string): Promise<Finding[]> {
  if (isLoopback(hostname)) return [];
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => []);
  return found.length === 0
    ? []
    : addressTrouble(
        hostname,
        found.map(({ address }) => address),
      );
}

/** What of a name's addresses keeps hosted assistants away: their makers connect to public IPv4 addresses alone. */
export function addressTrouble(hostname: string, addresses: readonly string[]): Finding[] {
  const apart = addresses.filter((address) => !isPublicAddress(address));
  if (apart.length === 0 && addresses.some(isIPv4)) return [];
  const why =
    apart.length > 0 ? `it leads to ${apart.join(', ')}, outside the public internet` : 'it has no IPv4 address';
  const todo =
    apart.length > 0
      ? 'For hosts of your own network all is well. For others, give the name public addresses alone, or use a tunnel that has one.'
      : 'Add an A record, or use a tunnel that has one.';
  return [{ state: 'warning', what: `Hosted assistants cannot reach ${hostname}: ${why}.`, todo }];
}
