import type { Data } from '../service/data.ts';
import type { UserRow } from '../service/store/tables.ts';
import { localUser, userByEmail } from '../service/users/users.ts';
import { processEnvironment } from './environment.ts';
import { withData } from './with-data.ts';

/** Runs `work` on the data here: for the local user, or for the user of `kith serve` with this e-mail. */
export const withUser = <T>(email: string | undefined, work: (data: Data, user: UserRow) => Promise<T>): Promise<T> =>
  withData(async (data) => {
    const { store } = data;
    const user =
      email === undefined ? await localUser(store, processEnvironment.KITH_USER) : await userByEmail(store, email);
    return work(data, user);
  });
