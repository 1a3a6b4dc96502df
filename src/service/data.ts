import { join } from 'node:path';
import { loadSecret, type Secret } from './secret.ts';
import { openSqliteStore, type Store } from './store/store.ts';

/** The data of one installation: its database and the secret that seals what is private in it. */
export interface Data {
  store: Store;
  secret: Secret;
}

/** Opens the data in a folder, making it where absent. `secret` stands in for the file beside the data. */
export function openData(directory: string, secret: string | undefined): Data {
  return { store: openSqliteStore(join(directory, 'kith.db')), secret: loadSecret(join(directory, 'secret'), secret) };
}
