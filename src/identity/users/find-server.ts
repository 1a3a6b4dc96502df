import { KithError } from '../../shared/error.ts';
import { codeOf, openOrigin, openPool, type SocketPool } from '../../shared/http/origin.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { isProof, PROOF_PATH, type RunningServer, recordedServers } from './running-servers.ts';
import { newToken } from './sign-in-records.ts';

interface Data {
  store: Store;
  secret: Secret;
}

const MAX_BYTES = 1_000;
const TIMEOUT_MS = 3_000;

/**
 * Finds the origin of a suitable server on this data. Returns undefined if no server proves that it has this data: a
 * link with a secret must not lead to a port where another program may listen.
 */
export async function runningServer(
  data: Data,
  isSuitable: (server: RunningServer) => boolean,
): Promise<string | undefined> {
  const recorded = await recordedServers(data.store, data.secret);
  const origins = recorded.filter(isSuitable).map(({ origin }) => origin);
  const pool = openPool({ maxBytes: MAX_BYTES });
  try {
    const proven = await Promise.all(origins.map((origin) => provesItself(pool, data, origin)));
    return origins.find((_, index) => proven[index]);
  } finally {
    await pool.destroy();
  }
}

/** Checks both addresses of `localhost`, because browsers try both and another program might listen on one. */
async function provesItself(pool: SocketPool, data: Data, origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const addresses =
    hostname === 'localhost' ? ['127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`) : [origin];
  const answers = await Promise.all(addresses.map((address) => askForProof(pool, data, origin, address)));
  return answers.includes('proof') && !answers.includes('other');
}

const UNREACHABLE = ['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH', 'EAFNOSUPPORT'];

async function askForProof(pool: SocketPool, { secret }: Data, origin: string, address: string) {
  const challenge = newToken();
  try {
    const place = openOrigin(pool, new URL(address));
    const { text } = await place.send(`${PROOF_PATH}?challenge=${challenge}`, { timeoutMs: TIMEOUT_MS });
    return isProof(secret, origin, challenge, JSON.parse(text).proof) ? 'proof' : 'other';
  } catch (error) {
    return UNREACHABLE.includes(codeOf(error) ?? '') ? 'nobody' : 'other';
  }
}

export const noServer = (commands: string) =>
  new KithError('ServiceUnavailable', `No running ${commands} was found for this data, so its address is unknown.`, {
    hint: `Start ${commands} and try again, or set KITH_PUBLIC_URL to its address.`,
  });
