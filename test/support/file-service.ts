import { afterAll, expect } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { type Mailboxes, startMailboxes } from './mailboxes.ts';
import { type RunningService, startService, type User } from './service.ts';

/** A service whose users can have accounts at fakes of Google and Microsoft. */
export async function startConnected(): Promise<RunningService & { mailboxes: Mailboxes }> {
  const mailboxes = await startMailboxes();
  const service = await startService(undefined, mailboxes.env);
  return {
    ...service,
    mailboxes,
    async user(email) {
      const user: User = await service.user(email);
      // A service that runs elsewhere knows Google and Microsoft alone.
      if (service.dataDir === '') return user;
      return { ...user, connect: (secret) => mailboxes.fill(service, user, secret) };
    },
    async stop() {
      await service.stop();
      await mailboxes.fake.stop();
    },
  };
}

/**
 * A service for one test file, its database and a first user. Call it at the file's top level: it is stopped after the
 * file's tests, and no request of theirs may have been a fault of the service.
 */
export async function serviceForFile(): Promise<{
  service: RunningService;
  mailboxes: Mailboxes;
  readonly database: Database;
  ada: User;
}> {
  const { mailboxes, ...service } = await startConnected();
  let database: Database | undefined;
  afterAll(async () => {
    database?.close();
    await service.stop();
    expect(service.log()).not.toContain('unexpected fault');
    expect(mailboxes.fake.violations).toEqual([]);
  });
  return {
    service,
    mailboxes,
    // Opened by who asks: a service that runs elsewhere shows none.
    get database() {
      database ??= openDatabase(service.dataDir);
      return database;
    },
    ada: await service.user(),
  };
}
