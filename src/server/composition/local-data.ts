import { record, type SecurityEvent } from '../../identity/users/security-log.ts';
import { localUser, userByEmail } from '../../identity/users/users.ts';
import { settings as ownSettings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import { type Data, openData } from '../../service/data/open-data.ts';
import type { Settings } from '../../settings.ts';
import type { UserRow } from '../../store/tables.ts';

/** The data here that the settings name. While the secret is rotated, the previous one opens it too. */
export function openLocalData(settings: Settings = ownSettings): Data {
  const { KITH_SECRET: secret, KITH_SECRET_PREVIOUS: previous } = settings;
  const secrets = secret === undefined ? undefined : previous === undefined ? [secret] : [secret, previous];
  return openData(settings.KITH_DATA_DIR, secrets, settings.KITH_DATABASE_URL);
}

/** Runs `work` on the data here, and closes it again. */
export async function withData<T>(work: (data: Data) => Promise<T>): Promise<T> {
  const data = openLocalData();
  try {
    return await work(data);
  } finally {
    await data.store.close();
  }
}

/** Runs `work` on the data here: for the local user, or for the user of `kith serve` with this e-mail. */
export const withUser = <T>(email: string | undefined, work: (data: Data, user: UserRow) => Promise<T>): Promise<T> =>
  withData(async (data) => {
    const { store } = data;
    const user = email === undefined ? await localUser(store, ownSettings.KITH_USER) : await userByEmail(store, email);
    return work(data, user);
  });

/**
 * Writes to the security log what a command has done with the data of the local user. Does nothing where the data is
 * elsewhere. A log that cannot be written is only reported: the work is done, and must not look as if it had failed.
 */
export async function recordDone(
  event: Omit<SecurityEvent, 'userId'>,
  of: 'user' | 'everybody' = 'user',
): Promise<void> {
  if (ownSettings.KITH_BASE_URL) return;
  try {
    await withData(async ({ store }) => {
      const user = of === 'user' ? await localUser(store, ownSettings.KITH_USER) : undefined;
      await store.directory((db) => record(db, { ...event, userId: user?.user_id }));
    });
  } catch (error) {
    tell(`kith: the security log could not be written: ${(error as Error).message}\n`);
  }
}
