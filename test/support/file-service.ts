import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { type Mailboxes, startMailboxes } from './mailboxes.ts';
import { type RunningService, startService, type User } from './service.ts';

/** A service whose users can have accounts at fakes of Google and Microsoft. */
export async function startConnected(under?: string[]): Promise<RunningService & { mailboxes: Mailboxes }> {
  const mailboxes = await startMailboxes();
  const service = await startService(undefined, mailboxes.env, under);
  return {
    ...service,
    mailboxes,
    async user(email, timeZone) {
      const user: User = await service.user(email, timeZone);
      // A remote service uses only the real Google and Microsoft.
      if (service.dataDir === '') return user;
      return { ...user, connect: (secret) => mailboxes.fill(service, user, secret) };
    },
    async stop() {
      await service.stop();
      await mailboxes.fake.stop();
    },
  };
}

type Connected = Awaited<ReturnType<typeof startConnected>>;

interface Shared extends Connected {
  readonly database: Database;
}

/** One service is shared by all test files of a worker. Their users are independent. */
let shared: Promise<Shared> | undefined;

/** The service lives as long as the worker. */
const WHILE_WATCHED = fileURLToPath(new URL('./while-watched.mjs', import.meta.url));

async function startShared(): Promise<Shared> {
  const service = await startConnected([process.execPath, WHILE_WATCHED]);
  let database: Database | undefined;
  return {
    ...service,
    // Opened only by tests that need it, because a remote service has none.
    get database() {
      database ??= openDatabase(service.dataDir);
      return database;
    },
  };
}

/**
 * The worker's service, its database, and a new user. Call it at the file's top level: after the file's tests, it
 * checks that no request caused an internal error.
 */
export async function serviceForFile(): Promise<{
  service: RunningService;
  mailboxes: Mailboxes;
  readonly database: Database;
  ada: User;
}> {
  shared ??= startShared();
  const service = await shared;
  const { mailboxes } = service;
  const before = service.log().length;
  afterAll(() => {
    expect(service.log().slice(before)).not.toContain('unexpected fault');
    expect(mailboxes.fake.violations).toEqual([]);
  });
  return {
    service,
    mailboxes,
    get database() {
      return service.database;
    },
    ada: await service.user(),
  };
}
