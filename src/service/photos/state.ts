import { sql } from 'kysely';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoIdIn } from '../../contract/photos.ts';
import type { Context } from '../runtime/context.ts';

/** How many photos a user has, and the contacts whose photo is missing. */
export interface PhotoState {
  count: number;
  bytes: number;
  missing: { id: string; full_name: string | null }[];
}

export async function photoState({ db, user }: Context): Promise<PhotoState> {
  const photos = await db.selectFrom('photos').select(['id', 'size']).where('user_id', '=', user.user_id).execute();
  const ids = new Set(photos.map(({ id }) => id));
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'full_name', ...ADDRESS_FIELDS])
    .where('user_id', '=', user.user_id)
    .where((row) => row.or(ADDRESS_FIELDS.map(isOurs)))
    .orderBy('id')
    .execute();
  const isMissing = (address: string | null): boolean => {
    const id = photoIdIn(address);
    return id !== undefined && !ids.has(id);
  };
  return {
    count: photos.length,
    bytes: photos.reduce((sum, { size }) => sum + size, 0),
    missing: contacts
      .filter((contact) => ADDRESS_FIELDS.some((field) => isMissing(contact[field])))
      .map(({ id, full_name }) => ({ id, full_name })),
  };
}

const isOurs = (field: string) => sql<boolean>`${sql.ref(field)} like 'kith://photos/%'`;
