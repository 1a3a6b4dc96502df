import { isIP } from 'node:net';
import { MCP_PATH } from '../../mcp/http/protected-resource.ts';
import { settings } from '../../process/environment.ts';
import { originIn } from '../../server/composition/public-origin.ts';
import { isConfidential, isLoopback } from '../../shared/http/loopback.ts';
import { openOrigin, openPool } from '../../shared/http/origin.ts';
import type { Finding } from './findings.ts';
import { checkNames } from './named-origin.ts';
import { checkReach, checkResolves } from './reach.ts';

const MOST_BYTES = 256 * 1024;

/** Whether people and hosts can sign in at `kith serve` under the address that KITH_PUBLIC_URL gives it. */
export async function checkFrontDoor(): Promise<Finding[]> {
  const { KITH_PUBLIC_URL: set } = settings;
  if (set === undefined) {
    const what = 'KITH_PUBLIC_URL is not set: people and hosts sign in to kith serve on this machine alone.';
    return [{ state: 'ok', what: `${what} Hosts on other machines need it.` }];
  }
  // What is no address at all is told with the other settings.
  if (!URL.canParse(set)) return [];
  const [url, origin] = [new URL(set), originIn(set)];
  const trouble = addressTrouble(url, origin);
  if (trouble || !origin) return trouble ? [trouble] : [];
  const pool = openPool({ maxBytes: MOST_BYTES });
  try {
    const place = openOrigin(pool, new URL(origin));
    const [reach, resolves] = await Promise.all([checkReach(place), checkResolves(url.hostname)]);
    const names = reach ? [] : await checkNames(place, origin, origin + MCP_PATH);
    const found = [...(reach ? [reach] : names), ...passkeyTrouble(url), ...resolves];
    if (found.some(({ state }) => state === 'problem')) return found;
    return [{ state: 'ok', what: `People and hosts sign in at ${origin}: it answers, and names itself so.` }, ...found];
  } finally {
    await pool.close();
  }
}

function addressTrouble(url: URL, origin: string | undefined): Finding | undefined {
  if (origin === undefined) {
    const what =
      'KITH_PUBLIC_URL has more in it than a scheme and a host, so nobody can sign in there: hosts look for documents, and browsers keep passkeys, at the name itself.';
    const todo = `Set it to ${url.protocol}//${url.host} alone. Where another program has that name, give kith one of its own.`;
    return { state: 'problem', what, todo };
  }
  if (isConfidential(url)) return undefined;
  const what = `KITH_PUBLIC_URL is plain http, so nobody can sign in there: anybody on the way would read along.`;
  return {
    state: 'problem',
    what,
    todo: `End TLS in a proxy before kith serve, and set KITH_PUBLIC_URL to https://${url.hostname}.`,
  };
}

/** A warning where people can sign in by links alone: passkeys are for names (WebAuthn, 5.1.2: an RP ID is a domain). */
function passkeyTrouble({ hostname, protocol, port }: URL): Finding[] {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return [];
  const name = isLoopback(hostname) ? `${protocol}//localhost${port && `:${port}`}` : 'an address with a name';
  return [
    {
      state: 'warning',
      what: 'KITH_PUBLIC_URL has a number for a host: browsers make passkeys for names alone.',
      todo: `Set it to ${name}.`,
    },
  ];
}
