import type { Caller } from '../../identity/users/caller.ts';
import { newId } from '../../store/ids.ts';
import { insertRows } from '../../store/insert.ts';
import type { Context } from './context.ts';

const TAKEN_AT_ONCE = 200;

/** Leaves a message for each changed contact, in the transaction of the change. */
export async function tellOfChanges(context: Context, contactIds: string[]): Promise<void> {
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

/** Work done after a write, in transactions of its own. */
export interface OutboxWork {
  /** Handles contacts that changed. */
  changed(context: Context, contactIds: string[]): Promise<void>;
}

export interface OutboxWorker {
  /** A user's data was written: look for messages soon. */
  wake(caller: Caller): void;
  /** Resolves when nothing is being worked on; messages left are taken at the next start. */
  idle(): Promise<void>;
}

/**
 * Takes messages shortly after the writes that left them, many at once. Message and effect go in one transaction,
 * so a crash at any moment leaves both or neither.
 */
export function outboxWorker(
  inWrite: <T>(caller: Caller, work: (context: Context) => Promise<T>) => Promise<T>,
  work: OutboxWork,
  onFault: (error: unknown) => void,
): OutboxWorker {
  const waiting = new Map<string, Caller>();
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    // Lets the write that woke us be answered before its messages are taken.
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

  /** Handles some messages and removes them; gives how many there were. */
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
