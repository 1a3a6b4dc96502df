import type { Client } from '../../src/client/client.ts';
import { inProcessClient } from '../../src/client/in-process.ts';
import { userById } from '../../src/identity/users/users.ts';
import { everyRoute } from '../../src/server/operations/handlers.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { createService } from '../../src/service/service.ts';
import { engineSettings } from './engine.ts';

/** A service's address and data folder. */
interface RunningData {
  dataDir: string;
  baseUrl: string;
}

/** Calls operations on a running service's data as its owner does on the command line. */
export async function asOwner<T>(
  { dataDir, baseUrl }: RunningData,
  { id }: { id: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const { store, secret } = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  const onFault = (_: unknown, error: unknown) => {
    throw error;
  };
  const authenticate = async () => undefined;
  const place = () => ({ isLocal: true, origin: baseUrl });
  const service = createService({ store, secret, version: 'test', authenticate, onFault, place }, everyRoute());
  try {
    const caller = { user: (await userById(store, id))!, permissions: 'write', isOwner: true } as const;
    return await work(
      inProcessClient(
        (...call) => service.call(caller, ...call),
        () => service.idle(),
      ),
    );
  } finally {
    await service.idle();
    await store.close();
  }
}
