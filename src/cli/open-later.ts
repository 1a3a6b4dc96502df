import type { Client } from '../client/client.ts';
import type { Notices } from '../mcp/notices.ts';
import type { OpenClient } from './wiring.ts';

/** Whom a process of one user tells of changes. */
export const LOCAL_USER = 'local';

/** The service of a process of one user: opened by the first call, and told of on what changed through it. */
export function openLater(notices: Notices): { client(): Promise<Client>; close(): Promise<void> } {
  let opening: Promise<OpenClient> | undefined;
  const open = async (): Promise<OpenClient> => {
    const [{ openClient }, { tellingClient }] = await Promise.all([
      import('./wiring.ts'),
      import('../mcp/telling-client.ts'),
    ]);
    const opened = await openClient();
    return { ...opened, client: tellingClient(opened.client, notices, LOCAL_USER) };
  };
  return {
    async client() {
      opening ??= open();
      try {
        return (await opening).client;
      } catch (error) {
        // A start that failed may work the next time: a lock gone, a disk freed.
        opening = undefined;
        throw error;
      }
    },
    async close() {
      await opening?.then(({ close }) => close()).catch(() => {});
    },
  };
}
