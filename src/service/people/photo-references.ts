import { sql } from 'kysely';
import { ADDRESS_FIELDS } from '../../catalogue/contact-fields.ts';
import { photoAddress } from '../../catalogue/photos.ts';
import { openContent, sealContent } from '../bin/records.ts';
import type { Secret } from '../secret.ts';
import { inList } from '../store/in-list.ts';
import type { Db } from '../store/store.ts';
import { openImages, sealImages } from './merge-records.ts';

// Who refers to a photo: contacts, and sealed records of contacts that were deleted or merged.

export interface Owner {
  db: Db;
  secret: Secret;
  userId: string;
}

/** Of the photos with these ids, those that a contact has. */
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
      .where(field, 'in', inList(ids.map(photoAddress)))
      .execute();
    for (const row of rows) found.add(row[field]!);
  }
  return new Set(ids.filter((id) => found.has(photoAddress(id))));
}

type ContactRows = Record<string, unknown>[];

const SEALED = [
  {
    table: 'bin',
    read: (secret: Secret, sealed: string) => {
      const content = openContent({ secret }, sealed);
      return { rows: content.rows.contacts, sealedAnew: () => sealContent({ secret }, content) };
    },
  },
  {
    table: 'merges',
    read: (secret: Secret, sealed: string) => {
      const images = openImages({ secret }, sealed);
      return { rows: images.contacts, sealedAnew: () => sealImages({ secret }, images) };
    },
  },
] as const;

/**
 * The contacts inside every record of what was deleted or merged. What `change` does to a row is kept when it says so.
 * Answers whether all records could be opened: one sealed under a secret that was lost must stop nothing else.
 */
export async function contactsInRecords(
  { db, secret, userId }: Owner,
  change: (row: ContactRows[number]) => boolean | Promise<boolean>,
): Promise<boolean> {
  let all = true;
  for (const { table, read } of SEALED) {
    const records = await db
      .selectFrom(table as 'bin')
      .select(['id', 'sealed'])
      .where('user_id', '=', userId)
      .execute();
    for (const { id, sealed } of records) {
      const record = opened(() => read(secret, sealed));
      if (!record) {
        all = false;
        continue;
      }
      const { rows = [], sealedAnew } = record;
      let changed = false;
      for (const row of rows) changed = (await change(row)) || changed;
      if (!changed) continue;
      await db
        .updateTable(table as 'bin')
        .set({ sealed: sealedAnew() })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
    }
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
