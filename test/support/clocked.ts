import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll } from 'vitest';
import { authenticateByKey } from '../../src/identity/users/api-keys.ts';
import { addUser } from '../../src/identity/users/users.ts';
import { everyRoute } from '../../src/server/operations/handlers.ts';
import { openData } from '../../src/service/data/open-data.ts';
import type { UserData } from '../../src/service/runtime/user-data.ts';
import { createService } from '../../src/service/service.ts';
import type { Store } from '../../src/store/store.ts';
import { type Database, openDatabase } from './database.ts';
import { engineSettings, TEST_SECRET } from './engine.ts';
import { type Api, apiAt, temporaryFolder } from './service.ts';

export interface ClockedService {
  /** The service's current time. */
  now: Date;
  dataDir: string;
  store: Store;
  user(timeZone?: string): Promise<Api & { id: string }>;
  /** An existing user. */
  withKey(apiKey: string): Api;
  /** A user's data without the API, as the command line opens it. */
  userData(userId: string): Promise<UserData>;
  stop(): Promise<void>;
}

/** The service in this process, over a real socket, with a test clock, on its own data or a given folder. */
export async function startClockedService(dataDir?: string): Promise<ClockedService> {
  const folder = dataDir === undefined ? temporaryFolder() : { path: dataDir, remove() {} };
  const { KITH_DATABASE_URL } = await engineSettings(folder.path);
  const { store, secret } = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
  const authenticate = authenticateByKey(store, secret);
  const onFault = (_: unknown, error: unknown) => {
    throw error;
  };
  const now = () => clocked.now;
  const service = createService({ store, secret, version: 'test', authenticate, onFault, now }, everyRoute());
  const server = serve({
    fetch: (request) => service.fetch(request),
    port: 0,
    hostname: '127.0.0.1',
    // A database check blocks this process, so no connection may count as idle in that time.
    serverOptions: { keepAliveTimeout: 0 },
  });
  if (!server.listening) await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let users = 0;
  const clocked: ClockedService = {
    now: new Date(),
    dataDir: folder.path,
    store,
    async user(timeZone) {
      const { id, api_key } = await addUser(store, secret, { email: `user${++users}@example.com`, timeZone });
      return { ...apiAt(baseUrl, api_key!), id };
    },
    withKey: (apiKey) => apiAt(baseUrl, apiKey),
    async userData(userId) {
      const user = await store.directory((db) =>
        db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
      );
      return service.userData({ user, permissions: 'write' });
    },
    async stop() {
      server.close();
      await service.idle();
      await store.close();
      folder.remove();
    },
  };
  return clocked;
}

/** A service for a test file, with its database. Call it at the file's top level. It stops after the file's tests. */
export async function clockedServiceForFile(): Promise<{ service: ClockedService; readonly database: Database }> {
  const service = await startClockedService();
  let database: Database | undefined;
  afterAll(() => {
    database?.close();
    return service.stop();
  });
  return {
    service,
    get database() {
      database ??= openDatabase(service.dataDir);
      return database;
    },
  };
}
