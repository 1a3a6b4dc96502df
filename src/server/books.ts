import { userById } from '../identity/users/users.ts';
import { listConflicts, settleConflict } from '../service/cards/conflicts.ts';
import type { Data } from '../service/data/open-data.ts';
import { allowDeletions, type FollowedBook, listBooks, planSync } from '../service/follow/books.ts';
import type { UserData } from '../service/runtime/user-data.ts';
import type { Service } from '../service/service.ts';
import { KithError } from '../shared/error.ts';
import type { BooksServices, NewBook, FollowedBook as ShownBook, WaitingEdit } from '../web/services/books.ts';
import { deviceOf } from './book-sync/kith-side.ts';

interface Options extends Data {
  service: Pick<Service, 'userData'>;
  /** Whether the pages are for the local user of this machine alone. */
  isLocal: boolean;
}

/** Address books that are followed through the pages, as `kith connect carddav` does. */
export function booksServices({ store, secret, service, isLocal }: Options): BooksServices {
  return {
    list: async (userId) => (await listBooks(store, userId)).map(shown),
    async connect(userId, book) {
      const { connectBooks } = await import('./book-sync/connect-book.ts');
      const { user, password, bothWays } = book;
      const signIn = { url: addressOf(book), user, password, ...(!isLocal && { isPublic: true as const }) };
      const books = book.book === '' ? [] : [book.book];
      return (await connectBooks({ store, secret }, userId, signIn, { books, bothWays })).map(shown);
    },
    async syncSoon(userId, id) {
      if (!(await isThere(userId, id))) return false;
      await planSync(store, userId, id, new Date().toISOString());
      return true;
    },
    async allowDeletions(userId, id) {
      if (!(await isThere(userId, id))) return false;
      await allowDeletions(store, userId, id);
      await planSync(store, userId, id, new Date().toISOString());
      return true;
    },
    async disconnect(userId, id) {
      const { forgetBook } = await import('./book-sync/forget-book.ts');
      const book = await forgetBook(store, await dataOf(userId), id);
      return book && shown(book);
    },
    async waiting(userId) {
      const books = await listBooks(store, userId);
      return (await dataOf(userId)).read(async (context): Promise<WaitingEdit[]> => {
        const conflicts = await listConflicts(context);
        const ids = [...new Set(conflicts.map(({ contactId }) => contactId))].slice(0, MOST_PEOPLE);
        const people = ids.length === 0 ? [] : await namesOf(context, ids);
        const names = new Map(people.map(({ id, full_name }) => [id, full_name]));
        return conflicts
          .filter(({ contactId }) => names.has(contactId))
          .map(({ device, at: _, ...conflict }) => ({
            ...conflict,
            name: names.get(conflict.contactId) ?? null,
            from: books.find(({ id }) => deviceOf(id) === device)?.name,
          }));
      });
    },
    async settle(userId, id) {
      await (await dataOf(userId)).write((context) => settleConflict(context, id));
    },
  };

  async function isThere(userId: string, id: string): Promise<boolean> {
    return (await listBooks(store, userId)).some((book) => book.id === id);
  }

  async function dataOf(userId: string): Promise<UserData> {
    const user = await userById(store, userId);
    if (!user) throw new KithError('NotFound', 'The account was removed.');
    return service.userData({ user, permissions: 'write' });
  }
}

/** Of those who wait, as many as a page shows. */
const MOST_PEOPLE = 200;

const namesOf = ({ db, user }: Parameters<Parameters<UserData['read']>[0]>[0], ids: string[]) =>
  db
    .selectFrom('contacts')
    .select(['id', 'full_name'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();

const shown = ({ userId: _, ...book }: FollowedBook): ShownBook => book;

/** People type addresses without what they begin with. */
function addressOf({ address }: NewBook): string {
  return /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
}
