import type { ConnectedApp } from '../../contract/connected-apps.ts';
import { scopesIn } from '../../contract/scopes.ts';
import { KithError } from '../../shared/error.ts';
import type { ConnectedHostRow } from '../../store/sign-in-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import { record } from './security-log.ts';

/** Records in a transaction of the directory that a person connected an app. */
export async function addHost(db: Db, host: Omit<ConnectedHostRow, 'created_at' | 'last_used_at'>): Promise<void> {
  await db
    .insertInto('connected_hosts')
    .values({ ...host, created_at: new Date().toISOString(), last_used_at: null })
    .execute();
  await record(db, { event: 'host.connected', userId: host.user_id, key: host.name, detail: host.scopes });
}

const FIRST_CODE_MS = 10 * 60_000;

/** A user's connected apps, newest first, without those whose last token expired. */
export async function listHosts(store: Store, userId: string): Promise<ConnectedApp[]> {
  const rows = await store.directory(async (db) => {
    await db
      .deleteFrom('connected_hosts')
      .where('user_id', '=', userId)
      // An app that was connected just now has not received its first code yet.
      .where('created_at', '<', new Date(Date.now() - FIRST_CODE_MS).toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('sign_in_records')
              .select('kind')
              .whereRef('sign_in_records.host_id', '=', 'connected_hosts.id')
              .where('expires_at', '>', new Date().toISOString())
              .where('kind', 'in', ['AuthorizationCode', 'RefreshToken', 'AccessToken']),
          ),
        ),
      )
      .execute();
    return db
      .selectFrom('connected_hosts')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  });
  return rows.map(summary);
}

/** Disconnects an app, from the next request on. Throws 404 if the app is not connected. */
export function removeHost(store: Store, userId: string, id: string, address?: string): Promise<ConnectedApp> {
  return store.directory(async (db) => {
    const row = await db
      .deleteFrom('connected_hosts')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw new KithError('NotFound', 'This app is not connected.', { hint: 'It may already be disconnected.' });
    await ended(db, row, address);
    return summary(row);
  });
}

/** Ends a grant without a request from a person: the app gave up its tokens, or a token was used twice. */
export async function endGrant(db: Db, id: string): Promise<void> {
  const row = await db.deleteFrom('connected_hosts').where('id', '=', id).returningAll().executeTakeFirst();
  if (row) await ended(db, row);
}

async function ended(db: Db, { id, user_id: userId, name }: ConnectedHostRow, address?: string): Promise<void> {
  await db.deleteFrom('sign_in_records').where('host_id', '=', id).execute();
  await record(db, { event: 'host.disconnected', userId, key: name, address });
}

const summary = ({ id, name, sent_to, scopes, created_at, last_used_at }: ConnectedHostRow): ConnectedApp => ({
  id,
  name,
  sent_to,
  scopes: scopesIn(scopes),
  created_at,
  last_used_at,
});
