import type { Client } from '../client/client.ts';
import type { Notices } from '../mcp/notifications/notices.ts';
import type { UserData } from '../service/runtime/user-data.ts';
import type { OpenClient } from './composition/open-client.ts';

/** The user's id in notices of a process that serves one user. */
export const LOCAL_USER = 'local';

/** A service in this process, and whose it is. */
export type InProcess = NonNullable<OpenClient['embedded']> & { userId: string };

export interface LaterService {
  client(): Promise<Client>;
  /** Undefined when the service is remote. */
  userData(): Promise<UserData | undefined>;
  /** Whether another process wrote to the same data since this was last asked. */
  changedElsewhere(): Promise<boolean>;
  /** Opens the service if it is not open yet. Throws when its data does not answer; a remote service is not asked. */
  ready(): Promise<void>;
  /** The service in this process, opened if it is not open yet. Throws for a remote one. */
  inProcess(): Promise<InProcess>;
  close(): Promise<void>;
}

/** The service of a process that serves one user. The first call opens it; its changes are published to `notices`. */
export function openLater(notices: Notices): LaterService {
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
      // The next attempt may work: a lock gone, a disk freed.
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
        // The next call will say what is wrong.
        return false;
      }
    },
    ready: async () => (await opened()).ready?.(),
    async inProcess() {
      const { embedded, userData } = await opened();
      if (!embedded || !userData) throw new Error('the service is remote');
      return { ...embedded, userId: userData.user.user_id };
    },
    async close() {
      await opening?.then(({ close }) => close()).catch(() => {});
    },
  };
}
