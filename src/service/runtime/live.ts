import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import type { Live, ProviderRecord } from './handler.ts';
import { type Answer, type KeyedRequest, recordedFor } from './idempotency.ts';
import { claim, release, settle } from './idempotency-steps.ts';
import type { Purge } from './retention.ts';
import type { UserData } from './user-data.ts';

interface Keyed {
  secret: Secret;
  keyed: KeyedRequest | undefined;
  data: UserData;
  purge: Purge;
  /** How long the key is held for work that may have died. */
  leaseMs?: number;
  /** How long the answer is kept; a day if left out. */
  keptMs?: number | undefined;
}

export type AnyLiveWrite = {
  change: (live: Live, request: never) => Promise<{ record: ProviderRecord; data: unknown }>;
  recall: (live: Live, record: ProviderRecord) => Promise<unknown>;
};

/**
 * Runs work that no transaction can hold, under its key: what it answers as `record` is kept, and an equal request later
 * gets that. Work that fails releases its key.
 */
export async function runOnce<T>(
  { secret, keyed, data, purge, leaseMs, keptMs }: Keyed,
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
    // Releases the key for the retry; if even that cannot be written, the lease runs out by itself.
    await data.write(({ db, now }) => release(db, secret, keyed, held, now)).catch(() => {});
    throw error;
  }
}

/**
 * Runs a write at a provider under its key. The record holds status, account and the provider's id, never what
 * was written: that belongs to the provider, whose own idempotency covers a crash between effect and record.
 */
export async function runLiveWrite(
  handler: AnyLiveWrite,
  request: unknown,
  { live, status, ...services }: Keyed & { live: Live; status: number },
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
  throw new KithError('InternalServerError', 'a record of a write at a provider names no event');
}
