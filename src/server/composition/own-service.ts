import type { Client } from '../../client/client.ts';
import { inProcess } from '../../client/in-process.ts';
import type { Caller } from '../../identity/users/caller.ts';
import { settings, version } from '../../process/environment.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import type { Service } from '../../service/service.ts';
import { KithError } from '../../shared/error.ts';
import type { Store } from '../../store/store.ts';
import { withUser } from './local-data.ts';
import { hereFor, onFault } from './open-client.ts';

export interface OwnService {
  data: UserData;
  client: Client;
  service: Service;
  caller: Caller;
  store: Store;
}

/**
 * Runs work on the data here of the local user, or of the user with this e-mail. Throws where the settings name a remote
 * service; `what` says what needs the data itself.
 */
export async function withOwnService<T>(
  what: string,
  email: string | undefined,
  work: (own: OwnService) => Promise<T>,
): Promise<T> {
  if (settings.KITH_BASE_URL) {
    throw new KithError('BadRequest', `${what} needs the data itself, and KITH_BASE_URL names a remote service.`, {
      hint: 'Run it where the data is, or use the page of the service.',
    });
  }
  const [{ createService }, { everyRoute }] = await Promise.all([
    import('../../service/service.ts'),
    import('../operations/handlers.ts'),
  ]);
  return withUser(email, async ({ store, secret }, user) => {
    const caller = { user, permissions: 'write', isOwner: true } as const;
    const authenticate = async () => caller;
    const service = createService(
      { store, secret, version, authenticate, onFault, place: hereFor(settings) },
      everyRoute(),
    );
    const client = inProcess(
      (...call) => service.call(caller, ...call),
      () => service.idle(),
    );
    return work({ data: service.userData(caller), client, service, caller, store }).finally(() => client.close());
  });
}
