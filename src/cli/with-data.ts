import type { Data } from '../service/data.ts';
import { record, type SecurityEvent } from '../service/users/security-log.ts';
import { localUser } from '../service/users/users.ts';
import { processEnvironment } from './environment.ts';
import { openOwnData } from './own-data.ts';
import { tell } from './print.ts';
import { namesRemote } from './settings.ts';

/** Runs `work` on the data here, and closes it again. */
export async function withData<T>(work: (data: Data) => Promise<T>): Promise<T> {
  const data = openOwnData();
  try {
    return await work(data);
  } finally {
    await data.store.close();
  }
}

/**
 * Writes to the security log what a command has done with the data of the local user. Does nothing where the data is
 * elsewhere; where it cannot be written it is only said: the work is done, and must not look as if it had failed.
 */
export async function recordDone(
  event: Omit<SecurityEvent, 'userId'>,
  of: 'user' | 'everybody' = 'user',
): Promise<void> {
  if (namesRemote()) return;
  try {
    await withData(async ({ store }) => {
      const user = of === 'user' ? await localUser(store, processEnvironment.KITH_USER) : undefined;
      await store.directory((db) => record(db, { ...event, userId: user?.user_id }));
    });
  } catch (error) {
    tell(`kith: the security log could not be written: ${(error as Error).message}\n`);
  }
}
