import type { Client } from '../client/client.ts';
import type { ChangePublisher } from '../mcp/notifications/notices.ts';
import { settings, version } from '../process/environment.ts';
import type { UserData } from '../service/runtime/user-data.ts';
import type { OpenClient } from './composition/open-client.ts';
import { type OverviewPlace, readOverview } from './overview-file.ts';

/** The user's id in notices of a process that serves one user. */
export const LOCAL_USER = 'local';

/** How long after a client connected the overview is saved. Most clients have sent their first requests by then. */
const IDLE_MS = 1_000;

/** Undefined for data that is not in a file. */
const overviewPlace = (): OverviewPlace | undefined =>
  settings.KITH_BASE_URL || settings.KITH_DATABASE_URL
    ? undefined
    : { dataDir: settings.KITH_DATA_DIR, user: (settings.KITH_USER ?? '').toLowerCase(), version };

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
  /**
   * Returns the overview that an earlier process saved, if it is still true. From then on, this process keeps it current
   * for the next one.
   */
  savedOverview(): string | undefined;
  close(): Promise<void>;
}

/** Service of a process for one user. It opens on the first call and publishes changes to `notices`. */
export function openLater(notices: ChangePublisher): LaterService {
  let opening: Promise<OpenClient> | undefined;
  /** Where to save an overview, once a client got one. */
  let place: OverviewPlace | undefined;
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
  /** Saves the overview, if a client got one. A failure only makes the next start slower. */
  async function keep(): Promise<void> {
    try {
      const open = place && (await opening);
      if (open) await (await import('./keep-overview.ts')).keepOverview(place!, open);
    } catch {}
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
    savedOverview() {
      place = overviewPlace();
      const saved = place && readOverview(place);
      // Some clients end the process without notice.
      if (place && saved === undefined) setTimeout(() => void keep(), IDLE_MS).unref();
      return saved;
    },
    async close() {
      await keep();
      await opening?.then(({ close }) => close()).catch(() => {});
    },
  };
}
