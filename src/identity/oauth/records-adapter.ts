import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db, Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { endGrant } from '../users/connected-hosts.ts';
import {
  consumeRecord,
  type FoundRecord,
  findRecord,
  putRecord,
  recordIn,
  removeExpiredRecords,
  removeRecord,
} from '../users/sign-in-records.ts';

const SECOND_MS = 1_000;
const DAY_SECONDS = 24 * 60 * 60;

/** Lifetime of a registration whose app never returned. */
const UNUSED_CLIENT_SECONDS = DAY_SECONDS;
/** Lifetime of a registered client after its last token. */
export const CLIENT_SECONDS = 180 * DAY_SECONDS;

/**
 * How long a used refresh token keeps working. Two windows of one app may send it at once, and each gets its own tokens. A later
 * use means that the token was copied, so it ends the grant.
 */
export const REFRESH_GRACE_MS = 10_000;

/** Thrown when another request used a code first while this one was being answered. The grant is kept. */
type UsedTwice = () => Error;

/** Stores the authorization server's records in kith's tables, with one adapter per model. */
export function recordsAdapter({ store, secret }: { store: Store; secret: Secret }, usedTwice: UsedTwice) {
  return (model: string): Adapter => ({
    upsert: (id, payload, expiresIn) =>
      store.directory(async (db) => {
        // Each new authorization removes expired rows, so that abandoned ones do not pile up.
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
    // The device flow is disabled.
    findByUserCode: async () => undefined,
    consume: (id) =>
      store.directory(async (db) => {
        if (await consumeRecord(db, secret, model, id)) return;
        const record = await recordIn(db, secret, model, id);
        if (!record || !isUsable(model, record)) throw usedTwice();
      }),
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
    return { ...record.content, ...(!isUsable(model, record) && { consumed: true }) } as AdapterPayload;
  }

  /** Extends the lifetime of a used registration. */
  async function keepClient(db: Db, { clientId }: AdapterPayload): Promise<void> {
    if (clientId === undefined) return;
    const record = await recordIn(db, secret, 'Client', clientId);
    if (!record) return;
    const expiresAt = new Date(Date.now() + CLIENT_SECONDS * SECOND_MS);
    await putRecord(db, secret, 'Client', clientId, { content: record.content, expiresAt });
  }
}

const isUsable = (model: string, { consumedMsAgo }: FoundRecord): boolean =>
  consumedMsAgo === null || (model === 'RefreshToken' && consumedMsAgo <= REFRESH_GRACE_MS);
