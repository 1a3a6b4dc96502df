import { settings } from '../../process/environment.ts';
import type { Data } from '../../service/data/open-data.ts';
import { type BookSignIn, type SyncedBook, saveBook } from '../../service/sync/books.ts';
import { KithError } from '../../shared/error.ts';
import { booksAt } from './open-book.ts';

export interface BookChoices {
  /** Names of the books to sync, if the server has several; `all` for every book. */
  books: string[];
  bothWays: boolean;
}

/** Few, because a person waits for the result. */
const TRIES = 2;

/** Finds the address books of a server and starts to sync the chosen ones. Throws a KithError if the choice is unclear. */
export async function connectBooks(
  data: Data,
  userId: string,
  signIn: BookSignIn,
  { books, bothWays }: BookChoices,
  signal?: AbortSignal,
): Promise<SyncedBook[]> {
  const found = await booksAt(signIn, { signal, tries: TRIES });
  const wanted = books.includes('all') ? found : chosen(found, books);
  const dueAt = new Date(Date.now() + settings.KITH_SYNC_MINUTES * 60_000).toISOString();
  const saved: SyncedBook[] = [];
  for (const { url, name } of wanted)
    saved.push(await saveBook(data, userId, { name, bothWays, signIn: { ...signIn, url: url.href } }, dueAt));
  return saved;
}

function chosen<B extends { name: string }>(found: B[], books: string[]): B[] {
  const names = found.map(({ name }) => name).join(', ');
  if (books.length === 0 && found.length === 1) return found;
  if (books.length === 0) {
    throw new KithError('BadRequest', `There are several address books: ${names}.`, {
      hint: 'Choose one by name, or use all.',
    });
  }
  return books.map((wanted) => {
    const book = found.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
    if (book) return book;
    throw new KithError('NotFound', `There is no address book called ${wanted}.`, { hint: `Choose one of: ${names}.` });
  });
}
