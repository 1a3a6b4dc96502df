import { sql } from 'kysely';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoAddress, photoIdIn } from '../../contract/photos.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import type { Db } from '../../store/store.ts';
import { openImages } from '../undo-records/merge-records.ts';

// References to photos in contacts, and in encrypted records of deleted or merged contacts.

export interface Owner {
  db: Db;
  secret: Secret;
  userId: string;
}

/** Those of the ids that contacts refer to. */
export async function photosOfContacts({ db, userId }: Owner, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const field of ADDRESS_FIELDS) {
    const column = sql.ref<string>(field);
    const rows = await db
      .selectFrom('contacts')
      .select(field)
      .where('user_id', '=', userId)
      // Repeats the condition of the partial index, so that the query planners use it.
      .where(sql<boolean>`${column} >= 'kith://photos/' and ${column} < 'kith://photos0'`)
      .where(field, 'in', ids.map(photoAddress))
      .execute();
    for (const row of rows) found.add(row[field]!);
  }
  return new Set(ids.filter((id) => found.has(photoAddress(id))));
}

/** Those of the ids that contacts in the trash refer to. */
export async function photosOfTrash({ db, userId }: Owner, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('bin_objects')
    .select('object_id')
    .where('user_id', '=', userId)
    .where('object_id', 'in', ids)
    .execute();
  return rows.map(({ object_id }) => object_id);
}

/**
 * The photos in merge records. Undefined if a record cannot be decrypted, for example because its secret was lost: it may
 * contain any photo.
 */
export async function photosOfMerges({ db, secret, userId }: Owner): Promise<string[] | undefined> {
  const records = await db.selectFrom('merges').select('sealed').where('user_id', '=', userId).execute();
  const found: string[] = [];
  for (const { sealed } of records) {
    const contacts = contactsIn(secret, sealed);
    if (!contacts) return undefined;
    for (const row of contacts) {
      for (const field of ADDRESS_FIELDS) {
        const id = photoIdIn(row[field] as string | null);
        if (id) found.push(id);
      }
    }
  }
  return found;
}

function contactsIn(secret: Secret, sealed: string): Record<string, unknown>[] | undefined {
  try {
    return openImages({ secret }, sealed).contacts ?? [];
  } catch {
    return undefined;
  }
}
