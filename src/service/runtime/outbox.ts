import type { Caller } from '../../identity/users/caller.ts';
import { newId } from '../../store/ids.ts';
import { insertRows } from '../../store/insert.ts';
import type { Context } from './context.ts';

const TAKEN_AT_ONCE = 200;

/** Adds a message to the outbox for each changed contact with a social profile, in the transaction of the change. */
export async function queueChanges(context: Context, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return;
  const { db, user, now } = context;
  context.leftMessage = true;
  const messages = contactIds.map((contact_id) => ({
    user_id: user.user_id,
    id: newId(),
    contact_id,
    created_at: now,
  }));
  await insertRows(db, 'outbox', messages);
}

/** Deferred work after writes, in separate transactions. */
export interface OutboxWork {
  /** Processes changed contacts. */
  changed(context: Context, contactIds: string[]): Promise<void>;
}

export interface OutboxWorker {
  /** Schedules processing of a user's messages, after the current write is answered. */
  wake(caller: Caller): void;
  /** Resolves when no messages are being processed. Remaining ones are processed after the next start. */
  idle(): Promise<void>;
}

/**
 * Processes messages in batches, shortly after the writes that added them. A message is deleted in the transaction of
 * its effect, so a crash can neither lose nor repeat it.
 */
export function outboxWorker(
  inWrite: <T>(caller: Caller, work: (context: Context) => Promise<T>) => Promise<T>,
  work: OutboxWork,
  onFault: (error: unknown) => void,
): OutboxWorker {
  const waiting = new Map<string, Caller>();
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    // The write that called wake() is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    for (const [userId, caller] of waiting) {
      waiting.delete(userId);
      while ((await inWrite(caller, takeSome)) === TAKEN_AT_ONCE);
    }
  }

  function start(): void {
    running ??= drain()
      .catch(onFault)
      .finally(() => {
        running = undefined;
        if (waiting.size > 0) start();
      });
  }

  return {
    wake(caller) {
      waiting.set(caller.user.user_id, caller);
      start();
    },
    idle: async () => running,
  };

  /** Processes and deletes a batch of messages. Returns their number. */
  async function takeSome(context: Context): Promise<number> {
    const { db, user } = context;
    const messages = await db
      .selectFrom('outbox')
      .select(['id', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .orderBy('id')
      .limit(TAKEN_AT_ONCE)
      .execute();
    if (messages.length === 0) return 0;
    await work.changed(context, [...new Set(messages.map(({ contact_id }) => contact_id))]);
    await db
      .deleteFrom('outbox')
      .where('user_id', '=', user.user_id)
      .where(
        'id',
        'in',
        messages.map(({ id }) => id),
      )
      .execute();
    return messages.length;
  }
}
