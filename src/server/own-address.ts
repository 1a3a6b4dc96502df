import { setTimeout as sleep } from 'node:timers/promises';
import {
  PROOF_PATH,
  proofOf,
  type RunningServer,
  recordServer,
  removeServer,
} from '../identity/users/running-servers.ts';
import type { Data } from '../service/data/open-data.ts';
import { logFault } from './composition/log.ts';

const FORGET_MS = 300;

/** A command's challenge of 256 bits. */
const CHALLENGE = /^[\w-]{43}$/;

/** A server's record of its own address. */
export interface OwnAddress {
  /** The proof on its path; undefined on other paths. */
  route(request: Request): Response | undefined;
  forget(): Promise<void>;
}

/** Records this process's address. A failed write is only logged, because the server works without the record. */
export async function ownAddress({ store, secret }: Data, server: RunningServer): Promise<OwnAddress> {
  const onFault = (error: unknown) => logFault('server address', error);
  await recordServer(store, secret, server).catch(onFault);
  return {
    route(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== PROOF_PATH) return undefined;
      const challenge = searchParams.get('challenge') ?? '';
      if (!CHALLENGE.test(challenge)) return new Response(null, { status: 400 });
      const proof = proofOf(secret, server.origin, challenge);
      return Response.json({ proof }, { headers: { 'Cache-Control': 'no-store' } });
    },
    // A hung database must not keep the process alive.
    forget: () =>
      Promise.race([
        removeServer(store, secret, server.origin).catch(onFault),
        sleep(FORGET_MS, undefined, { ref: false }),
      ]),
  };
}
