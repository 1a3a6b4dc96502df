import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import type { ProviderContext, ProviderRecord } from './handler.ts';
import { type Answer, type KeyedRequest, recordedFor } from './idempotency.ts';
import { claim, release, settle } from './idempotency-steps.ts';
import type { Purge } from './retention.ts';
import type { UserData } from './user-data.ts';

interface KeyedServices {
  secret: Secret;
  keyed: KeyedRequest | undefined;
  data: UserData;
  purge: Purge;
  /** How long the key stays claimed if the process dies. */
  leaseMs?: number;
  /** How long the answer is kept. Default: a day. */
  keptMs?: number | undefined;
}

export type AnyProviderWrite = {
  change: (live: ProviderContext, request: never) => Promise<{ record: ProviderRecord; data: unknown }>;
  recall: (live: ProviderContext, record: ProviderRecord) => Promise<unknown>;
};

/**
 * Runs work outside of transactions, at most once per key. The returned `record` is stored, and repeated requests with
 * the same key get it as `answer`. Failed work releases its key.
 */
export async function runOnce<T>(
  { secret, keyed, data, purge, leaseMs, keptMs }: KeyedServices,
  work: () => Promise<{ record: Answer; given: T }>,
): Promise<{ given: T } | { answer: Answer }> {
  if (!keyed) return { given: (await work()).given };
  const claimed = await data.write(({ db, now }) => claim(db, secret, keyed, now, leaseMs));
  if ('answer' in claimed) return claimed;
  const { held } = claimed;
  try {
    const { record, given } = await work();
    await data.write(async ({ db, now }) => {
      await settle(db, secret, keyed, held, record, keptMs === undefined ? now : recordedFor(keptMs, now));
      await purge(db, secret, keyed.userId, now);
    });
    return { given };
  } catch (error) {
    // Releases the key for a retry. If this write fails too, the lease expires.
    await data.write(({ db, now }) => release(db, secret, keyed, held, now)).catch(() => {});
    throw error;
  }
}

/**
 * Runs a write at a provider, at most once per key. The record contains status, account, and the provider's id, but
 * never the written data, which belongs to the provider. The provider's idempotency covers a crash between the write and
 * the record.
 */
export async function runProviderWrite(
  handler: AnyProviderWrite,
  request: unknown,
  { live, status, ...services }: KeyedServices & { live: ProviderContext; status: number },
): Promise<{ data: unknown; replayed: boolean }> {
  const ran = await runOnce(services, async () => {
    const { record, data } = await handler.change(live, request as never);
    return { record: { status, body: record }, given: data };
  });
  if ('answer' in ran) return { data: await handler.recall(live, recordOf(ran.answer)), replayed: true };
  return { data: ran.given, replayed: false };
}

function recordOf({ body }: Answer): ProviderRecord {
  const { account, id } = body as Partial<ProviderRecord>;
  if (account !== undefined && id !== undefined) return { account, id };
  throw new KithError('InternalServerError', 'the record of a provider write has no event id');
}
