import { readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoTrouble } from '../../contract/photos.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import { append, chunked } from '../../shared/lists.ts';
import type { Db, Store } from '../../store/store.ts';
import { folderOf, idInName, photoFileIn, photoFiles } from './files.ts';
import { keepPhoto, photoId } from './photos.ts';
import { contactsInRecords } from './references.ts';

// Photos were once files in a folder beside the data, and contacts named them by their paths. Both are brought over when
// the data is opened. Every step can be repeated, so a start that dies in the middle leaves the rest to the next one.

/**
 * Moves photos from files in the data folder into the database, for every user who names one, also in deleted or merged
 * contacts, wherever the folder was when they were saved. A file is removed once it is in the database; a file that
 * nobody names, or that is not a picture, stays.
 */
export async function adoptPhotos(store: Store, secret: Secret, dataDir: string): Promise<void> {
  const names = new Set(photoFiles(dataDir));
  const folder = folderOf(dataDir);
  const users = await store.read('', (db) => db.selectFrom('users').select('user_id').execute());
  const held = new Set<string>();
  for (const { user_id } of users) {
    const adoption = { store, secret, userId: user_id, folder, names };
    await adoptContacts(adoption);
    await adoptRecords(adoption);
    for (const id of await photosHeld(adoption)) held.add(id);
  }
  for (const name of names) {
    const path = join(folder, name);
    const bytes = held.has(idInName(name)) ? readable(path) : undefined;
    if (bytes && photoId(bytes) === idInName(name)) tryTo(() => unlinkSync(path));
  }
  tryTo(() => rmdirSync(folder));
}

/** A failed removal does not stop a start: another process was first, files are left in the folder, or it is read-only. */
function tryTo(remove: () => void): void {
  try {
    remove();
  } catch {
    // The next start looks again.
  }
}

interface Adoption {
  store: Store;
  secret: Secret;
  userId: string;
  folder: string;
  names: ReadonlySet<string>;
}

const AT_ONCE = 8;

async function adoptContacts(adoption: Adoption): Promise<void> {
  const { store, userId, names } = adoption;
  const isFile = (field: string) => sql<boolean>`${sql.ref(field)} like 'file:%'`;
  const all = await store.read(userId, (db) =>
    db
      .selectFrom('contacts')
      .select(['id', ...ADDRESS_FIELDS])
      .where('user_id', '=', userId)
      .where((row) => row.or(ADDRESS_FIELDS.map(isFile)))
      .execute(),
  );
  const named = all.flatMap((row) =>
    ADDRESS_FIELDS.flatMap((field) => {
      const name = photoFileIn(row[field]);
      return name && names.has(name) ? [{ id: row.id, field, address: row[field], name }] : [];
    }),
  );
  for (const part of chunked(named, AT_ONCE)) {
    await store.write(userId, async (db) => {
      for (const { id, field, address, name } of part) {
        const kept = await bringOver(adoption, db, name);
        if (!kept) continue;
        await db
          .updateTable('contacts')
          .set({ [field]: kept })
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .where(field, '=', address)
          .execute();
      }
    });
  }
}

async function adoptRecords(adoption: Adoption): Promise<void> {
  const { store, secret, userId, names } = adoption;
  for (const table of ['bin', 'merges'] as const) {
    await store.write(userId, (db) =>
      contactsInRecords({ db, secret, userId }, table, async (row) => {
        let changed = false;
        for (const field of ADDRESS_FIELDS) {
          const name = photoFileIn(row[field]);
          const kept = name && names.has(name) && (await bringOver(adoption, db, name));
          if (!kept) continue;
          row[field] = kept;
          changed = true;
        }
        return changed;
      }),
    );
  }
}

/** The ids of the files that are in the database, also since a start that died before it removed them. */
async function photosHeld({ store, userId, names }: Adoption): Promise<string[]> {
  return store.read(userId, async (db) => {
    const held: string[] = [];
    for (const part of chunked([...names].map(idInName))) {
      const rows = await db
        .selectFrom('photos')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', 'in', part)
        .execute();
      append(
        held,
        rows.map(({ id }) => id),
      );
    }
    return held;
  });
}

/** The new address of a photo; undefined for a file that cannot be read or kept, which stays. */
async function bringOver({ folder, userId }: Adoption, db: Db, name: string): Promise<string | undefined> {
  const bytes = readable(join(folder, name));
  if (!bytes || photoTrouble(bytes)) return undefined;
  return keepPhoto({ db, user: { user_id: userId }, now: new Date().toISOString() }, bytes);
}

function readable(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // Reported by `kith doctor`, as the photo of a contact that is missing.
    return undefined;
  }
}
