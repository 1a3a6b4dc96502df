import type { Db } from './store.ts';

/** Deletes the record of which cards a device or synced address book has, once it is no longer used. */
export async function forgetDevice(db: Db, userId: string, device: string): Promise<void> {
  await db.deleteFrom('cards_given').where('user_id', '=', userId).where('device', '=', device).execute();
  await db.deleteFrom('card_devices').where('user_id', '=', userId).where('device', '=', device).execute();
}
