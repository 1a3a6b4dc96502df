import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { putRecord, recordsOf, removeExpiredRecords, removeRecord } from './sign-in-records.ts';

// Addresses of the servers on this data. Each server records its address when it starts to listen, so that commands
// need not guess. A killed server leaves its record behind, and another program can take its port. Each server must
// therefore prove itself (`proofOf`).

/** Path where a server proves to commands that it serves the same data. */
export const PROOF_PATH = '/.well-known/kith-server';

const KIND = 'running server';
const KEPT_DAYS = 366;
/** Maximum servers that a command asks, latest first. */
const MAX_SERVERS = 8;

export interface RunningServer {
  origin: string;
  /** Whether it serves only the local user. */
  isLocal: boolean;
  /** Whether it serves the web app and the API, with share links. */
  hasWeb: boolean;
}

export const recordServer = (store: Store, secret: Secret, { origin, isLocal, hasWeb }: RunningServer): Promise<void> =>
  store.directory(async (db) => {
    const expiresAt = new Date(Date.now() + KEPT_DAYS * 24 * 60 * 60_000);
    await removeExpiredRecords(db);
    await putRecord(db, secret, KIND, origin, { content: { origin, isLocal, hasWeb }, expiresAt });
  });

export const removeServer = (store: Store, secret: Secret, origin: string): Promise<void> =>
  store.directory((db) => removeRecord(db, secret, KIND, origin));

export const recordedServers = (store: Store, secret: Secret): Promise<RunningServer[]> =>
  store.read('', async (db) => {
    const contents = await recordsOf(db, secret, KIND, MAX_SERVERS);
    return contents.map(({ origin, isLocal, hasWeb }) => ({
      origin: `${origin}`,
      isLocal: isLocal === true,
      hasWeb: hasWeb === true,
    }));
  });

/**
 * Response to a challenge, which only a holder of the secret can compute. It includes the origin: a program that
 * forwards the challenge to a real server gets a response for that server's address.
 */
export const proofOf = (secret: Secret, origin: string, challenge: string): string =>
  secret.sign(KIND, `${origin}\n${challenge}`);

/** Returns whether a response is a valid proof, with the current or a previous secret. */
export const isProof = (secret: Secret, origin: string, challenge: string, answer: unknown): boolean =>
  typeof answer === 'string' && secret.signatures(KIND, `${origin}\n${challenge}`).includes(answer);
