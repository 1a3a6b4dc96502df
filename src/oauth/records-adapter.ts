import { AsyncLocalStorage } from 'node:async_hooks';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Secret } from '../service/secrets/secret.ts';
import type { Db, Store } from '../service/store/store.ts';
import { endGrant } from '../service/users/connected-hosts.ts';
import {
  consumeRecord,
  findRecord,
  putRecord,
  recordIn,
  removeExpiredRecords,
  removeRecord,
} from '../service/users/sign-in-records.ts';

const SECOND_MS = 1_000;
const DAY_SECONDS = 24 * 60 * 60;

/** A registration that no host came back with. */
const UNUSED_CLIENT_SECONDS = DAY_SECONDS;
/** How long a registered host is known after it was last given a token. */
export const CLIENT_SECONDS = 180 * DAY_SECONDS;

/**
 * Thrown where a code or token was used by another request while this one was under way. That is two windows of one host,
 * and no theft: the one that comes second is refused, and the grant stays.
 */
type UsedTwice = () => Error;

/** When the request under way came in, in ISO 8601 UTC. */
export const arrival = new AsyncLocalStorage<string>();

/** The records of the authorization server in our tables: one adapter for each of its models. */
export function recordsAdapter({ store, secret }: { store: Store; secret: Secret }, usedTwice: UsedTwice) {
  return (model: string): Adapter => ({
    upsert: (id, payload, expiresIn) =>
      store.directory(async (db) => {
        // What begins an authorization cleans up: rows that nobody comes back for must not pile up.
        if (model === 'Interaction' || model === 'Client') await removeExpiredRecords(db);
        if (model === 'RefreshToken') await keepClient(db, payload);
        const seconds = expiresIn ?? UNUSED_CLIENT_SECONDS;
        await putRecord(db, secret, model, id, {
          content: payload as Record<string, unknown>,
          userId: payload.accountId,
          hostId: model === 'Grant' ? id : payload.grantId,
          uid: payload.uid,
          expiresAt: new Date(Date.now() + seconds * SECOND_MS),
        });
      }),
    find: (id) => found(model, id, 'lookup'),
    findByUid: (uid) => found(model, uid, 'uid_lookup'),
    // The device flow is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      const isFirst = await store.directory((db) => consumeRecord(db, secret, model, id));
      if (!isFirst) throw usedTwice();
    },
    destroy: (id) =>
      store.directory(async (db) => {
        if (model === 'Grant') await endGrant(db, id);
        await removeRecord(db, secret, model, id);
      }),
    revokeByGrantId: (grantId) =>
      store.directory(async (db) => {
        await db.deleteFrom('sign_in_records').where('host_id', '=', grantId).where('kind', '=', model).execute();
      }),
  });

  async function found(model: string, text: string, by: 'lookup' | 'uid_lookup') {
    const record = await findRecord(store, secret, model, text, by);
    if (!record) return undefined;
    const { content, consumedAt } = record;
    if (consumedAt === null) return content as AdapterPayload;
    const arrivedAt = arrival.getStore();
    if (arrivedAt !== undefined && arrivedAt <= consumedAt) throw usedTwice();
    return { ...content, consumed: true } as AdapterPayload;
  }

  /** A host that uses its registration keeps it. */
  async function keepClient(db: Db, { clientId }: AdapterPayload): Promise<void> {
    if (clientId === undefined) return;
    const record = await recordIn(db, secret, 'Client', clientId);
    if (!record) return;
    const expiresAt = new Date(Date.now() + CLIENT_SECONDS * SECOND_MS);
    await putRecord(db, secret, 'Client', clientId, { content: record.content, expiresAt });
  }
}
