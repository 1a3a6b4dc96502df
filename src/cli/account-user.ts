import { type Data, openData } from '../service/data.ts';
import type { UserRow } from '../service/store/tables.ts';
import { localUser, userByEmail } from '../service/users.ts';
import { dataDirectory } from './settings.ts';

/** Runs `work` on the data here: for the local user, or for the user of `kith serve` with this e-mail. */
export async function withUser<T>(
  email: string | undefined,
  work: (data: Data, user: UserRow) => Promise<T>,
): Promise<T> {
  const { KITH_SECRET, KITH_DATABASE_URL, KITH_USER } = process.env;
  const data = openData(dataDirectory(), KITH_SECRET, KITH_DATABASE_URL);
  try {
    const user = email === undefined ? await localUser(data.store, KITH_USER) : await userByEmail(data.store, email);
    return await work(data, user);
  } finally {
    await data.store.close();
  }
}
