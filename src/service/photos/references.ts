import { sql } from 'kysely';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoAddress } from '../../contract/photos.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import type { Db } from '../../store/store.ts';
import { openImages, sealImages } from '../undo-records/merge-records.ts';
import { objectsOf, openContent, sealContent } from '../undo-records/trash-content.ts';
import { addObjects } from '../undo-records/trash-entries.ts';

// Photos are referred to by contacts, and by sealed records of contacts that were deleted or merged.

export interface Owner {
  db: Db;
  secret: Secret;
  userId: string;
}

/** The photos with these ids that a contact has. */
export async function photosOfContacts({ db, userId }: Owner, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const field of ADDRESS_FIELDS) {
    const column = sql.ref<string>(field);
    const rows = await db
      .selectFrom('contacts')
      .select(field)
      .where('user_id', '=', userId)
      // As the index has it, in so many words: only then do the planners take it.
      .where(sql<boolean>`${column} >= 'kith://photos/' and ${column} < 'kith://photos0'`)
      .where(field, 'in', ids.map(photoAddress))
      .execute();
    for (const row of rows) found.add(row[field]!);
  }
  return new Set(ids.filter((id) => found.has(photoAddress(id))));
}

/** The photos with these ids that a contact in the trash has. */
export async function photosOfTrash({ db, userId }: Owner, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('bin_objects')
    .select('object_id')
    .where('user_id', '=', userId)
    .where('object_id', 'in', ids)
    .execute();
  return rows.map(({ object_id }) => object_id);
}

type ContactRow = Record<string, unknown>;

/** How a record is opened and sealed again; afterwards it is found by what it then contains. */
const RECORDS = {
  bin: (secret: Secret, sealed: string) => {
    const content = openContent({ secret }, sealed);
    const sealedAnew = () => sealContent({ secret }, content);
    return { rows: content.rows.contacts, sealedAnew, objects: () => objectsOf(content) };
  },
  merges: (secret: Secret, sealed: string) => {
    const images = openImages({ secret }, sealed);
    return { rows: images.contacts, sealedAnew: () => sealImages({ secret }, images), objects: () => [] };
  },
};

/**
 * Visits the contacts inside every record of one kind, of deletions or of merges. A row is saved when `change` returns
 * true. Returns whether all records could be opened: one sealed under a lost secret must not stop the others.
 */
export async function contactsInRecords(
  { db, secret, userId }: Owner,
  table: keyof typeof RECORDS,
  change: (row: ContactRow) => boolean | Promise<boolean>,
): Promise<boolean> {
  let all = true;
  const records = await db.selectFrom(table).select(['id', 'sealed']).where('user_id', '=', userId).execute();
  for (const { id, sealed } of records) {
    const record = opened(() => RECORDS[table](secret, sealed));
    if (!record) {
      all = false;
      continue;
    }
    let changed = false;
    for (const row of record.rows ?? []) changed = (await change(row)) || changed;
    if (!changed) continue;
    await db
      .updateTable(table)
      .set({ sealed: record.sealedAnew() })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
    await addObjects({ db, user: { user_id: userId } }, id, record.objects());
  }
  return all;
}

function opened<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
