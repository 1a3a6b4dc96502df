import type { Secret } from '../../identity/secrets/secret.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import type { FollowedCardRow } from '../../store/follow-tables.ts';
import { newId } from '../../store/ids.ts';
import type { Db } from '../../store/store.ts';

/** The encryption purpose of remote card texts. */
export const CARD_PURPOSE = 'followed card';

/** The key of a book. */
export interface BookKey {
  userId: string;
  bookId: string;
}

const COLUMNS = ['href', 'etag', 'uid', 'name', 'change', 'here', 'there'] as const;

export async function readLinks(db: Db, { userId, bookId }: BookKey): Promise<CardLink[]> {
  const rows = await db
    .selectFrom('followed_cards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .execute();
  return rows.map((row) => ({ ...row, here: JSON.parse(row.here), there: JSON.parse(row.there) }));
}

/** The last text of a remote card, without its photo. */
export async function readCardText(db: Db, secret: Secret, of: BookKey, href: string): Promise<string | undefined> {
  const row = await linkAt(db, of, href).select('sealed').executeTakeFirst();
  return row && secret.open(CARD_PURPOSE, row.sealed);
}

const linkAt = (db: Db, { userId, bookId }: BookKey, href: string) =>
  db.selectFrom('followed_cards').where('user_id', '=', userId).where('book_id', '=', bookId).where('href', '=', href);

/** Saves a link, and replaces the one with the same path. Keeps the stored text if none is given. */
export async function saveLink(
  db: Db,
  secret: Secret,
  of: BookKey,
  { here, there, text, ...link }: CardLink & { text?: string | undefined },
): Promise<void> {
  const { etag, uid, name, change, href } = link;
  const digests = { here: JSON.stringify(here), there: JSON.stringify(there) };
  const known = await linkAt(db, of, href).select(['id', 'sealed']).executeTakeFirst();
  const sealed = known && text === undefined ? known.sealed : secret.seal(CARD_PURPOSE, text ?? '');
  const values = { etag, uid, name, change, ...digests, sealed };
  const { userId, bookId } = of;
  if (known) {
    const { id } = known;
    await db.updateTable('followed_cards').set(values).where('user_id', '=', userId).where('id', '=', id).execute();
    return;
  }
  const row: FollowedCardRow = { user_id: userId, id: newId(), book_id: bookId, href, ...values };
  await db.insertInto('followed_cards').values(row).execute();
}

export async function dropLink(db: Db, { userId, bookId }: BookKey, href: string): Promise<void> {
  await db
    .deleteFrom('followed_cards')
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .where('href', '=', href)
    .execute();
}

/** The names of local cards that are linked to another of the user's books. */
export async function linkedToOtherBooks(db: Db, { userId, bookId }: BookKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom('followed_cards')
    .select('name')
    .where('user_id', '=', userId)
    .where('book_id', '!=', bookId)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

const bookOf = (db: Db, { userId, bookId }: BookKey) =>
  db.selectFrom('followed_books').where('user_id', '=', userId).where('id', '=', bookId);

/** The sync state of a book, as JSON in the format of the sync code. */
export const readSyncState = async (db: Db, of: BookKey): Promise<string | undefined> =>
  (await bookOf(db, of).select('looked').executeTakeFirst())?.looked ?? undefined;

export async function saveLooked(db: Db, { userId, bookId }: BookKey, looked: string): Promise<void> {
  await db
    .updateTable('followed_books')
    .set({ looked })
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .execute();
}
