import type { Client } from '../client/client.ts';
import type { ChangePublisher } from '../mcp/notifications/notices.ts';
import type { UserData } from '../service/runtime/user-data.ts';
import type { OpenClient } from './composition/open-client.ts';

/** The user's id in notices of a process that serves one user. */
export const LOCAL_USER = 'local';

/** A service in this process, with its user. */
export type InProcess = NonNullable<OpenClient['embedded']> & { userId: string };

export interface LaterService {
  client(): Promise<Client>;
  /** Undefined when the service is remote. */
  userData(): Promise<UserData | undefined>;
  /** Returns whether another process wrote to the data since the last call. */
  changedElsewhere(): Promise<boolean>;
  /** Opens the service if necessary. Throws if the database does not respond. Does not check a remote service. */
  ready(): Promise<void>;
  /** Returns the service in this process, and opens it if necessary. Throws for a remote service. */
  inProcess(): Promise<InProcess>;
  /** Returns the origin of a running web app on the data; undefined if there is none. */
  webOrigin(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Service of a process for one user. It opens on the first call and publishes changes to `notices`. */
export function openLater(notices: ChangePublisher): LaterService {
  let opening: Promise<OpenClient> | undefined;
  const open = async (): Promise<OpenClient> => {
    const [{ FOR_ASSISTANTS, openClient }, { notifyingClient }] = await Promise.all([
      import('./composition/open-client.ts'),
      import('../mcp/notifications/notifying-client.ts'),
    ]);
    const opened = await openClient(undefined, FOR_ASSISTANTS);
    return { ...opened, client: notifyingClient(opened.client, notices, LOCAL_USER) };
  };
  async function opened(): Promise<OpenClient> {
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      // The next attempt can succeed, for example after a lock is released.
      opening = undefined;
      throw error;
    }
  }
  return {
    client: async () => (await opened()).client,
    userData: async () => (await opened()).userData,
    async changedElsewhere() {
      try {
        return (await opened()).changedElsewhere?.() ?? false;
      } catch {
        // The next call reports the problem.
        return false;
      }
    },
    ready: async () => (await opened()).ready?.(),
    async inProcess() {
      const { embedded, userData } = await opened();
      if (!embedded || !userData) throw new Error('the service is remote');
      return { ...embedded, userId: userData.user.user_id };
    },
    webOrigin: async () => (await opened()).webOrigin(),
    async close() {
      await opening?.then(({ close }) => close()).catch(() => {});
    },
  };
}
