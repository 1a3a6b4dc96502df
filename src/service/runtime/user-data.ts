import type { Secret } from '../../identity/secrets/secret.ts';
import type { Caller } from '../../identity/users/caller.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { saveChanges } from './changes.ts';
import type { Context } from './context.ts';
import type { Cursors } from './cursor.ts';
import { type OutboxWork, outboxWorker } from './outbox.ts';

/**
 * Transactions on one user's rows. Operations use it, and so do export, import, and trash for work that no operation
 * covers. It exists only in the process that owns the data. Over the network, only the web app uses it, for the
 * signed-in user.
 */
export interface UserData {
  user: UserRow;
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** With `keep: false` (dry run), the transaction is rolled back. */
  write<T>(work: (context: Context) => Promise<T>, options?: { keep?: boolean }): Promise<T>;
  /** Saves account settings in the directory. */
  saveSettings(settings: Partial<UserRow>): Promise<void>;
  /** Resolves when no outbox messages are being processed. */
  idle(): Promise<void>;
}

export interface UserDataServices {
  store: Store;
  secret: Secret;
  cursors: Cursors;
  now: () => Date;
  outboxWork: OutboxWork;
  onFault(error: unknown): void;
}

/** Opens the users' data and the outbox of their writes. */
export function openUserData({ store, secret, cursors, now, outboxWork, onFault }: UserDataServices) {
  const outbox = outboxWorker((caller, work) => of(caller).write(work), outboxWork, onFault);
  return { of, outbox };

  function of(caller: Caller): UserData {
    const { user } = caller;
    const contextOver = (db: Db): Context => ({ db, user, now: now().toISOString(), cursors, secret });
    return {
      user,
      read: (work) => store.read(user.user_id, (db) => work(contextOver(db))),
      async write(work, options) {
        let leftMessage: boolean | undefined;
        const inContext = async (db: Db) => {
          const context = contextOver(db);
          const result = await work(context);
          await saveChanges(context);
          leftMessage = context.leftMessage;
          return result;
        };
        const result = await store.write(user.user_id, inContext, options);
        if (leftMessage && options?.keep !== false) outbox.wake(caller);
        return result;
      },
      async saveSettings(settings) {
        await store.directory((db) =>
          db.updateTable('users').set(settings).where('user_id', '=', user.user_id).execute(),
        );
        Object.assign(user, settings);
      },
      idle: outbox.idle,
    };
  }
}
