import type { Data } from '../service/data.ts';
import type { UserRow } from '../service/store/tables.ts';
import { localUser, userByEmail } from '../service/users.ts';
import { processEnvironment } from './environment.ts';
import { openOwnData } from './own-data.ts';

/** Runs `work` on the data here: for the local user, or for the user of `kith serve` with this e-mail. */
export async function withUser<T>(
  email: string | undefined,
  work: (data: Data, user: UserRow) => Promise<T>,
): Promise<T> {
  const data = openOwnData();
  try {
    const user =
      email === undefined
        ? await localUser(data.store, processEnvironment.KITH_USER)
        : await userByEmail(data.store, email);
    return await work(data, user);
  } finally {
    await data.store.close();
  }
}
