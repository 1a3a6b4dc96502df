import type { Secret } from '../../identity/secrets/secret.ts';
import type { Caller } from '../../identity/users/caller.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { saveChanges } from './changes.ts';
import type { Context } from './context.ts';
import type { Cursors } from './cursor.ts';
import { type OutboxWork, outboxWorker } from './outbox.ts';

/**
 * One user's data in transactions, as rows. Operations run on it; export, import and trash use it for work that no
 * operation can do. Only the process that owns the data gets one; nothing that comes over a connection leads to it, save
 * what pages do for who is signed in.
 */
export interface UserData {
  user: UserRow;
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** With `keep: false` the work is undone when it is done (dry run). */
  write<T>(work: (context: Context) => Promise<T>, options?: { keep?: boolean }): Promise<T>;
  /** Saves what the user set for the account, which the directory holds. */
  saveSettings(settings: Partial<UserRow>): Promise<void>;
  /** Resolves when messages taken from the outbox have had their effect. */
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

/** The data of every user, and the outbox behind their writes. */
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
