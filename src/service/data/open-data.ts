import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecret, type Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { openSqliteStore } from '../../store/sqlite-store.ts';
import type { Store } from '../../store/store.ts';

/** The data of one installation: its database, and the secret that seals the private parts of it. */
export interface Data {
  store: Store;
  secret: Secret;
}

/**
 * Opens the data in a folder, making it where absent; with `databaseUrl` the data on PostgreSQL. `secret` stands
 * in for the file beside the data; where several are given, those after the first were rotated out.
 */
export function openData(
  directory: string,
  secret: string | readonly string[] | undefined,
  databaseUrl?: string,
): Data {
  if (databaseUrl === undefined) {
    const database = join(directory, 'kith.db');
    // The secret is made before the database: where there is a database without a secret, the secret was lost.
    const opened = loadSecret(join(directory, 'secret'), secret, existsSync(database));
    return { store: openSqliteStore(database), secret: opened };
  }
  const url = oneDatabase(databaseUrl);
  if (secret === undefined || secret.length === 0) {
    throw new KithError('ServiceUnavailable', 'KITH_DATABASE_URL is set, but KITH_SECRET is not.', {
      hint: 'All nodes on one database share a secret of at least 32 characters: set KITH_SECRET on each of them.',
    });
  }
  const opened = loadSecret('', secret);
  const open = async () => (await import('../../store/postgres-store.ts')).openPostgresStore(url);
  return { store: openLater(open), secret: opened };
}

/** The address in KITH_DATABASE_URL. Throws if it is no address of PostgreSQL, or several. */
export function oneDatabase(text: string): string {
  const url = text.trim();
  // A host may be missing: it stands behind ?host= where it is a socket.
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url.replace('@/', '@host/'))) {
    throw new KithError('BadRequest', 'KITH_DATABASE_URL is not the address of a PostgreSQL database.', {
      hint: 'Give it as postgres://user:password@host/database, with / of the password as %2F, # as %23, ? as %3F and % as %25.',
    });
  }
  if (!/[\s,]postgres(ql)?:\/\//.test(url)) return url;
  throw new KithError('BadRequest', 'KITH_DATABASE_URL names several databases; kith takes one.', {
    hint: 'Name one database.',
  });
}

/** A store that opens with its first use. An opening that failed is tried again with the next. */
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
