import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import type { Live, ProviderRecord } from './handler.ts';
import type { Answer, KeyedRequest } from './idempotency.ts';
import { claim, release, settle } from './idempotency-steps.ts';
import type { Purge } from './retention.ts';
import type { UserData } from './user-data.ts';

interface KeyedLive {
  live: Live;
  secret: Secret;
  keyed: KeyedRequest | undefined;
  status: number;
  data: UserData;
  purge: Purge;
}

export type AnyLiveWrite = {
  change: (live: Live, request: never) => Promise<{ record: ProviderRecord; data: unknown }>;
  recall: (live: Live, record: ProviderRecord) => Promise<unknown>;
};

/**
 * Runs a write at a provider under its key. The record holds status, account and the provider's id, never what
 * was written: that belongs to the provider, whose own idempotency covers a crash between effect and record.
 */
export async function runLiveWrite(
  handler: AnyLiveWrite,
  request: unknown,
  { live, secret, keyed, status, data, purge }: KeyedLive,
): Promise<{ data: unknown; replayed: boolean }> {
  if (!keyed) return { data: (await handler.change(live, request as never)).data, replayed: false };
  const claimed = await data.write(({ db, now }) => claim(db, secret, keyed, now));
  if ('answer' in claimed) return { data: await handler.recall(live, recordOf(claimed.answer)), replayed: true };
  const { held } = claimed;
  try {
    const { record, data: given } = await handler.change(live, request as never);
    await data.write(async (context) => {
      await settle(context.db, secret, keyed, held, { status, body: record }, context.now);
      await purge(context.db, secret, keyed.userId, context.now);
    });
    return { data: given, replayed: false };
  } catch (error) {
    // Releases the key for the retry; if even that cannot be written, the lease runs out by itself.
    await data.write(({ db, now }) => release(db, secret, keyed, held, now)).catch(() => {});
    throw error;
  }
}

function recordOf({ body }: Answer): ProviderRecord {
  const { account, id } = body as Partial<ProviderRecord>;
  if (account !== undefined && id !== undefined) return { account, id };
  throw new KithError('InternalServerError', 'a record of a write at a provider names no event');
}
