import type { BookSyncReport } from '../../src/dav/sync/report.ts';
import { localUser } from '../../src/identity/users/users.ts';
import { connectBooks } from '../../src/server/book-sync/connect-book.ts';
import { syncBook } from '../../src/server/book-sync/sync-book.ts';
import { openAddressBook } from '../../src/service/cards/address-book.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import type { UserData } from '../../src/service/runtime/user-data.ts';
import { createService } from '../../src/service/service.ts';
import type { PersonCard } from '../../src/shared/cards/address-book.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { CARD_LISTS, CARD_TEXTS } from '../../src/shared/cards/fields.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { temporaryFolder } from './service.ts';

type SyncOptions = Parameters<typeof syncBook>[2];

/** A file-based kith in this process that syncs an address book. */
export interface SyncedBooks {
  data: Data;
  user: UserRow;
  connect(
    url: string,
    user: string,
    password: string,
    more?: { bothWays?: boolean; books?: string[] },
  ): Promise<string>;
  sync(bookId: string, options?: SyncOptions): Promise<BookSyncReport>;
  people(): Promise<PersonCard[]>;
  /** Another device on the same data. */
  put(name: string, fields: CardFields): Promise<void>;
  delete(name: string): Promise<void>;
  inside<T>(work: (data: UserData) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function startBookSync(): Promise<SyncedBooks> {
  const folder = temporaryFolder();
  const data = openData(folder.path, undefined);
  const user = await localUser(data.store, 'me@kith.example');
  const onFault = (_: unknown, error: unknown) => {
    throw error;
  };
  const inside: SyncedBooks['inside'] = async (work) => {
    const service = createService({ ...data, version: 'test', authenticate: async () => undefined, onFault });
    try {
      return await work(service.userData({ user, permissions: 'write' }));
    } finally {
      await service.idle();
    }
  };
  return {
    data,
    user,
    inside,
    async connect(url, login, password, { bothWays = true, books = [] } = {}) {
      const signIn = { url, user: login, password };
      const [book] = await connectBooks(data, user.user_id, signIn, { books, bothWays });
      return book!.id;
    },
    async sync(bookId, options = {}) {
      const report = await inside((userData) => syncBook({ ...data, userData }, bookId, options));
      if (!report) throw new Error('the book is not followed any more');
      return report;
    },
    people: () =>
      inside(async (userData) => {
        const book = openAddressBook(userData, 'look');
        const names = (await book.list(undefined, 10_000)).map(({ name }) => name);
        const cards = await book.read(names, true, false);
        return cards.flatMap((card) => (card.kind === 'person' ? [card] : []));
      }),
    put: (name, fields) =>
      inside(async (userData) => {
        const present = [...CARD_TEXTS, ...CARD_LISTS];
        const book = openAddressBook(userData, 'phone');
        const [before] = await book.read([name], false, true);
        const uid = before?.uid ?? name.replace('.vcf', '');
        const text = `BEGIN:VCARD\nVERSION:3.0\nUID:${uid}\nEND:VCARD\n`;
        const { outcome } = await book.put(name, { kind: 'person', uid, fields, present, text }, {});
        if (outcome === 'refused' || outcome === 'taken') throw new Error(outcome);
      }),
    delete: (name) =>
      inside(async (userData) => {
        await openAddressBook(userData, 'phone').remove(name, {});
      }),
    async close() {
      await data.store.close();
      folder.remove();
    },
  };
}
