import type { LocalBook, LocalWriter, SyncProgress } from '../../dav/sync/local-book.ts';
import { openAddressBook } from '../../service/cards/address-book.ts';
import { saveConflicts } from '../../service/cards/conflicts.ts';
import { cardNamed } from '../../service/cards/rows.ts';
import type { Context } from '../../service/runtime/context.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import { bookDevice } from '../../service/sync/books.ts';
import {
  type BookKey,
  dropLink,
  linkedToOtherBooks,
  readCardText,
  readLinks,
  readSyncState,
  saveLink,
  saveLooked,
} from '../../service/sync/links.ts';
import { type BookRun, extendRun } from '../../service/sync/runs.ts';
import { matcherOf } from './matcher.ts';

/** Gives a sync run the user's cards and the book's stored state. */
export function kithSide(data: UserData, run: BookRun, now: () => Date): LocalBook {
  const of: BookKey = { userId: run.book.userId, bookId: run.book.id };
  const device = bookDevice(of.bookId);
  return {
    cards: openAddressBook(data, device),
    async looked() {
      const looked = await data.read(({ db }) => readSyncState(db, of));
      return looked === undefined ? undefined : (JSON.parse(looked) as SyncProgress);
    },
    links: () => data.read(({ db }) => readLinks(db, of)),
    text: (href) => data.read(({ db, secret }) => readCardText(db, secret, of, href)),
    linkedToOtherBooks: () => data.read(({ db }) => linkedToOtherBooks(db, of)),
    matcher: async (people) => matcherOf(people),
    write: (work) =>
      data.write(async (context) => {
        await extendRun(context.db, run, now());
        return work(writingIn(context, data, of, device));
      }),
  };
}

/** Writes the changes of a run in the transaction of this context. */
function writingIn(context: Context, data: UserData, of: BookKey, device: string): LocalWriter {
  const { db, secret } = context;
  const inside: UserData = { ...data, read: (work) => work(context), write: (work) => work(context) };
  return {
    cards: openAddressBook(inside, device),
    saveLink: (link) => saveLink(db, secret, of, link),
    dropLink: (href) => dropLink(db, of, href),
    saveLooked: (looked) => saveLooked(db, of, JSON.stringify(looked)),
    async saveConflicts(name, conflicts) {
      const row = await cardNamed(context, name);
      if (row) await saveConflicts(context, row.id, device, conflicts);
    },
  };
}
