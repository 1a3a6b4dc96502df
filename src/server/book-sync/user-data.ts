import { version } from '../../process/environment.ts';
import type { Data } from '../../service/data/open-data.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import { createService } from '../../service/service.ts';
import type { UserRow } from '../../store/tables.ts';
import { onFault } from '../composition/open-client.ts';

/** Runs a command's work on one user's data past the API, and waits for what follows from it. */
export async function withUserData<T>(data: Data, user: UserRow, work: (userData: UserData) => Promise<T>): Promise<T> {
  const service = createService({ ...data, version, authenticate: async () => undefined, onFault });
  try {
    return await work(service.userData({ user, permissions: 'write' }));
  } finally {
    await service.idle();
  }
}
