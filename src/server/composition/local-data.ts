import { record, type SecurityEvent } from '../../identity/users/security-log.ts';
import { localUser, userByEmail } from '../../identity/users/users.ts';
import { settings as ownSettings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import { type Data, openData } from '../../service/data/open-data.ts';
import type { Settings } from '../../settings.ts';
import type { UserRow } from '../../store/tables.ts';

/** Opens the data folder or database of the settings. During a rotation, the previous secret works too. */
export function openLocalData(settings: Settings = ownSettings): Data {
  const { KITH_SECRET: secret, KITH_SECRET_PREVIOUS: previous } = settings;
  const secrets = secret === undefined ? undefined : previous === undefined ? [secret] : [secret, previous];
  return openData(settings.KITH_DATA_DIR, secrets, settings.KITH_DATABASE_URL);
}

/** Runs `work` on the local data, and closes it afterwards. */
export async function withData<T>(work: (data: Data) => Promise<T>): Promise<T> {
  const data = openLocalData();
  try {
    return await work(data);
  } finally {
    await data.store.close();
  }
}

/** Runs `work` on the local data for the local user, or for the user with this email. */
export const withUser = <T>(email: string | undefined, work: (data: Data, user: UserRow) => Promise<T>): Promise<T> =>
  withData(async (data) => {
    const { store } = data;
    const user = email === undefined ? await localUser(store, ownSettings.KITH_USER) : await userByEmail(store, email);
    return work(data, user);
  });

/**
 * Records a command's work on local data in the security log. With remote data, it does nothing. A failed write to the log
 * is only reported, because the work itself succeeded.
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
    tell(`kith: could not write to the security log: ${(error as Error).message}\n`);
  }
}
