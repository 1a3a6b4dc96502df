import type { Db } from './store.ts';

/** Forgets what a device, or a followed address book, has of the cards: it is not used any more. */
export async function forgetDevice(db: Db, userId: string, device: string): Promise<void> {
  await db.deleteFrom('cards_given').where('user_id', '=', userId).where('device', '=', device).execute();
  await db.deleteFrom('card_devices').where('user_id', '=', userId).where('device', '=', device).execute();
}
