import { isIP } from 'node:net';
import { MCP_PATH } from '../../mcp/http/protected-resource.ts';
import { settings } from '../../process/environment.ts';
import { originIn } from '../../server/composition/public-origin.ts';
import { isConfidential, isLoopback } from '../../shared/http/loopback.ts';
import { openOrigin, openPool } from '../../shared/http/origin.ts';
import type { Finding } from './findings.ts';
import { checkNames } from './named-origin.ts';
import { checkReach, checkResolves } from './reach.ts';

const MAX_BYTES = 256 * 1024;

/** Checks that people and apps can sign in to `kith serve` at KITH_PUBLIC_URL. */
export async function checkFrontDoor(): Promise<Finding[]> {
  const { KITH_PUBLIC_URL: set } = settings;
  if (set === undefined) {
    const what = 'KITH_PUBLIC_URL is not set: people and apps can sign in to kith serve only on this computer.';
    return [{ state: 'ok', what: `${what} Apps on other computers need it.` }];
  }
  // An invalid URL is reported with the other settings.
  if (!URL.canParse(set)) return [];
  const [url, origin] = [new URL(set), originIn(set)];
  const problem = urlProblem(url, origin);
  if (problem || !origin) return problem ? [problem] : [];
  const pool = openPool({ maxBytes: MAX_BYTES });
  try {
    const place = openOrigin(pool, new URL(origin));
    const [reach, resolves] = await Promise.all([checkReach(place), checkResolves(url.hostname)]);
    const names = reach ? [] : await checkNames(place, origin, origin + MCP_PATH);
    const found = [...(reach ? [reach] : names), ...passkeyWarning(url), ...resolves];
    if (found.some(({ state }) => state === 'problem')) return found;
    return [
      { state: 'ok', what: `People and apps can sign in at ${origin}: it responds with the right names.` },
      ...found,
    ];
  } finally {
    await pool.close();
  }
}

function urlProblem(url: URL, origin: string | undefined): Finding | undefined {
  if (origin === undefined) {
    const what =
      'KITH_PUBLIC_URL contains more than a scheme and a host, so sign-in does not work: apps look up documents, and browsers store passkeys, only for the host.';
    const todo = `Set it to ${url.protocol}//${url.host}. If another program uses that host name, give kith its own.`;
    return { state: 'problem', what, todo };
  }
  if (isConfidential(url)) return undefined;
  const what = `KITH_PUBLIC_URL is plain http, so sign-in is disabled: anyone on the network could read the traffic.`;
  return {
    state: 'problem',
    what,
    todo: `Terminate TLS in a proxy in front of kith serve, and set KITH_PUBLIC_URL to https://${url.hostname}.`,
  };
}

/** Warns if people can sign in only with links, because passkeys require a domain (WebAuthn, 5.1.2). */
function passkeyWarning({ hostname, protocol, port }: URL): Finding[] {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return [];
  const name = isLoopback(hostname) ? `${protocol}//localhost${port && `:${port}`}` : 'a URL with a host name';
  return [
    {
      state: 'warning',
      what: 'KITH_PUBLIC_URL has an IP address as its host. Browsers create passkeys only for host names.',
      todo: `Set it to ${name}.`,
    },
  ];
}
