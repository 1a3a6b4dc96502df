import { createHash } from 'node:crypto';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { isPhotoAddress, isPicture, photoAddress, photoIdIn, pictureBytes } from '../../contract/photos.ts';
import { badRequest } from '../../shared/error.ts';
import type { ContactRow, PhotoRow, UserRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';

type Addresses = { [K in (typeof ADDRESS_FIELDS)[number]]?: string | null | undefined };

/** The id of a photo: its SHA-256 in hex, so that a user has each image only once. */
export const photoId = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const photoRow = (user_id: string, bytes: Uint8Array, created_at: string): PhotoRow => ({
  ...{ user_id, id: photoId(bytes), bytes, size: bytes.length },
  ...{ created_at, checked_at: created_at },
});

/** Saves a photo if it does not exist yet. Returns its address. */
export async function savePhoto(
  { db, user, now }: Pick<Context, 'db' | 'now'> & { user: Pick<UserRow, 'user_id'> },
  bytes: Uint8Array,
) {
  const row = photoRow(user.user_id, bytes, now);
  await db
    .insertInto('photos')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ checked_at: now }))
    .execute();
  return photoAddress(row.id);
}

/**
 * Saves each image in a contact's input, and replaces it with its address. Throws 400 for the address of a photo that is
 * not the user's, except the contact's current address.
 */
export async function withStoredPhotos<I extends Addresses>(
  context: Context,
  input: I,
  current?: ContactRow,
): Promise<I> {
  const kept: Addresses = {};
  for (const field of ADDRESS_FIELDS) {
    const address = input[field];
    if (!address || address === current?.[field]) continue;
    if (isPicture(address)) kept[field] = await savePhoto(context, pictureBytes(address)!);
    else if (isPhotoAddress(address) && !(await hasPhoto(context, address)))
      throw badRequest(
        { [field]: 'is not the address of one of your photos' },
        'Send the image as data:image/…;base64,…',
      );
  }
  return { ...input, ...kept };
}

async function hasPhoto({ db, user }: Context, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('id', '=', photoIdIn(address) ?? '')
    .executeTakeFirst();
  return row !== undefined;
}

/** The bytes of a photo. Undefined if the user has no photo with this id. */
export async function photoBytes(
  { db, user }: Pick<Context, 'db' | 'user'>,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('photos')
    .select('bytes')
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.bytes;
}
