import type { UserData } from '../../service/runtime/user-data.ts';
import { bookDevice, removeBook, type SyncedBook } from '../../service/sync/books.ts';
import { forgetDevice } from '../../store/forget-device.ts';
import type { Store } from '../../store/store.ts';

/** Stops syncing an address book. People are kept on both sides. Returns undefined if no book has this id. */
export async function forgetBook(store: Store, data: UserData, id: string): Promise<SyncedBook | undefined> {
  const book = await removeBook(store, data.user.user_id, id);
  if (book) await data.write(({ db, user }) => forgetDevice(db, user.user_id, bookDevice(id)));
  return book;
}
