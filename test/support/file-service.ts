import { afterAll, expect } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { type RunningService, startService, type User } from './service.ts';

/**
 * A service for one test file, its database and a first user. Call it at the file's top level: it is stopped after the
 * file's tests, and no request of theirs may have been a fault of the service.
 */
export async function serviceForFile(): Promise<{ service: RunningService; readonly database: Database; ada: User }> {
  const service = await startService();
  let database: Database | undefined;
  afterAll(async () => {
    database?.close();
    await service.stop();
    expect(service.log()).not.toContain('unexpected fault');
  });
  return {
    service,
    // Opened by who asks: a service that runs elsewhere shows none.
    get database() {
      database ??= openDatabase(service.dataDir);
      return database;
    },
    ada: await service.user(),
  };
}
