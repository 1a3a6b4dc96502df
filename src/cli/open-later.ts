import type { Client } from '../client/client.ts';
import type { Notices } from '../mcp/notifications/notices.ts';
import type { OpenClient } from './composition-root.ts';

/** Whom a process of one user tells of changes. */
export const LOCAL_USER = 'local';

export interface LaterService {
  client(): Promise<Client>;
  /** Whether another process wrote to the same data since this was last asked. */
  changedElsewhere(): Promise<boolean>;
  /** Opens the service where that is yet to be done. Throws when its data does not answer; a remote one is not asked. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The service of a process of one user: opened by the first call, and told of on what changed through it. */
export function openLater(notices: Notices): LaterService {
  let opening: Promise<OpenClient> | undefined;
  const open = async (): Promise<OpenClient> => {
    const [{ openClient }, { notifyingClient }] = await Promise.all([
      import('./composition-root.ts'),
      import('../mcp/notifications/notifying-client.ts'),
    ]);
    const opened = await openClient();
    return { ...opened, client: notifyingClient(opened.client, notices, LOCAL_USER) };
  };
  async function opened(): Promise<OpenClient> {
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      // A start that failed may work the next time: a lock gone, a disk freed.
      opening = undefined;
      throw error;
    }
  }
  return {
    client: async () => (await opened()).client,
    async changedElsewhere() {
      try {
        return (await opened()).changedElsewhere?.() ?? false;
      } catch {
        // The next call will say what is wrong.
        return false;
      }
    },
    ready: async () => (await opened()).ready?.(),
    async close() {
      await opening?.then(({ close }) => close()).catch(() => {});
    },
  };
}
