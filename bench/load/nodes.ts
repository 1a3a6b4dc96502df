import { chmodSync } from 'node:fs';
import { inProcess } from '../../src/client/in-process.ts';
import { addUser } from '../../src/identity/users/users.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { createService } from '../../src/service/service.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { type PostgresServer, querying, startPostgres } from '../../test/support/postgres.ts';
import { contactNumber, noteNumber } from '../seed.ts';
import { type Listening, listening } from '../sockets.ts';
import type { LoadedUser } from './kinds.ts';

export const SECRET = 'a secret of the bench, and of nothing else';

export interface AddedUser extends LoadedUser {
  user: UserRow;
}

/** A PostgreSQL of this run that syncs every commit, with an empty database. */
export async function startDatabase(folder: string): Promise<{ url: string; server: PostgresServer }> {
  // It runs as another user, who has to reach its own folder in here.
  chmodSync(folder, 0o755);
  const server = await startPostgres({ durableIn: folder });
  await querying(server.url('postgres'), (client) => client.query('create database kith'));
  return { url: server.url('kith'), server };
}

/** So many `kith serve` on one PostgreSQL, as fast as they can. */
export function startNodes(
  url: string,
  count: number,
  { node = [], env = {} }: { node?: string[]; env?: Record<string, string> } = {},
): Promise<Listening[]> {
  const settings = { KITH_DATABASE_URL: url, KITH_SECRET: SECRET, KITH_RATE_LIMIT: '0', KITH_LOG_LEVEL: 'warn' };
  const command = [process.execPath, ...node, 'dist/cli.js', 'serve', '--port', '0'];
  return Promise.all(Array.from({ length: count }, () => listening(command, { ...settings, ...env })));
}

/** New users with so many people each and a note about each, through the service in this process. */
export async function addUsers(
  url: string,
  { users, people }: { users: number; people: number },
  tell: (what: string) => void,
): Promise<AddedUser[]> {
  const data = openData('', SECRET, url);
  const authenticate = async () => undefined;
  const onFault = (_: string, error: unknown) => {
    throw error;
  };
  const service = createService({ ...data, version: 'bench', authenticate, onFault });
  const run = Date.now().toString(36);
  const contacts = Array.from({ length: people }, (_, number) => contactNumber(number));
  const added: AddedUser[] = [];
  const addOne = async (number: number) => {
    const { id, api_key } = await addUser(data.store, data.secret, { email: `user${number}@${run}.example` });
    const user = await data.store.directory((db) =>
      db.selectFrom('users').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow(),
    );
    const client = inProcess(
      (...call) => service.call({ user, permissions: 'write' }, ...call),
      async () => {},
    );
    const made = await client.call('bulk_create_contacts', { contacts });
    const contactIds = made.data.contacts.map(({ id }) => id);
    await client.call('bulk_create_notes', { notes: contactIds.map((contact, index) => noteNumber(index, contact)) });
    added.push({ user, key: api_key!, contactIds });
    if (added.length % 100 === 0) tell(`${added.length} users added`);
  };
  let next = 0;
  const adding = async () => {
    while (next < users) await addOne(next++);
  };
  await Promise.all(Array.from({ length: 6 }, adding));
  await service.idle();
  await data.store.close();
  await querying(url, (client) => client.query('analyze'));
  return added;
}
