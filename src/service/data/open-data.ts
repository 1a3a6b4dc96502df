import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecret, type Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { openSqliteStore } from '../../store/sqlite-store.ts';
import type { Store } from '../../store/store.ts';

/** The data of one installation: its database, and the secret that encrypts private values in it. */
export interface Data {
  store: Store;
  secret: Secret;
}

/**
 * Opens the data in a folder, and creates it if it does not exist. With `databaseUrl`, opens a PostgreSQL database.
 * `secret` replaces the secret file in the folder; in a list, all but the first are retired secrets. Throws if
 * `databaseUrl` is set but `secret` is not.
 */
export function openData(
  directory: string,
  secret: string | readonly string[] | undefined,
  databaseUrl?: string,
): Data {
  if (databaseUrl === undefined) {
    const database = join(directory, 'kith.db');
    // The secret is created before the database, so a database without a secret means that the secret was lost.
    const opened = loadSecret(join(directory, 'secret'), secret, existsSync(database));
    return { store: openSqliteStore(database), secret: opened };
  }
  const url = oneDatabase(databaseUrl);
  if (secret === undefined || secret.length === 0) {
    throw new KithError('ServiceUnavailable', 'KITH_DATABASE_URL is set, but KITH_SECRET is not.', {
      hint: 'Set KITH_SECRET to the same secret, of at least 32 characters, on all nodes that use this database.',
    });
  }
  const opened = loadSecret('', secret);
  const open = async () => (await import('../../store/postgres-store.ts')).openPostgresStore(url);
  return { store: openLater(open), secret: opened };
}

/** Validates KITH_DATABASE_URL, and returns it trimmed. Throws 400 if it is not the URL of one PostgreSQL database. */
export function oneDatabase(text: string): string {
  const url = text.trim();
  // The host may be missing: for a socket, it is in ?host=.
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url.replace('@/', '@host/'))) {
    throw new KithError('BadRequest', 'KITH_DATABASE_URL is not the URL of a PostgreSQL database.', {
      hint: 'Use postgres://user:password@host/database. In the password, write / as %2F, # as %23, ? as %3F, and % as %25.',
    });
  }
  if (!/[\s,]postgres(ql)?:\/\//.test(url)) return url;
  throw new KithError('BadRequest', 'KITH_DATABASE_URL contains several databases.', {
    hint: 'Set it to a single database URL.',
  });
}

/** A store that opens at first use. If that fails, the next use tries again. */
export function openLater(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    read: async (userId, work) => (await opened()).read(userId, work),
    write: async (userId, work, options) => (await opened()).write(userId, work, options),
    directory: async (work) => (await opened()).directory(work),
    ready: async () => (await opened()).ready(),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
