import { saveChanges } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';

// The original text of cards from clients, which contains more than contacts do. It is stored encrypted.

export const TEXT_PURPOSE = 'card';

export async function readTexts({ db, user, secret }: Context, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('card_texts')
    .select(['id', 'sealed'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, sealed }) => [id, secret.open(TEXT_PURPOSE, sealed)]));
}

/** Saves a card's text. `takenFrom` is the contact that it was copied from, see `copyCardText`. */
export async function saveText(
  { db, user, secret }: Context,
  id: string,
  text: string,
  takenFrom: string | null = null,
): Promise<void> {
  const said = { sealed: secret.seal(TEXT_PURPOSE, text), taken_from: takenFrom };
  await db
    .insertInto('card_texts')
    .values({ user_id: user.user_id, id, ...said })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(said))
    .execute();
}

/** Copies a card text to a merge's survivor, if it has none, from the first merged contact that has one. */
export async function copyCardText(context: Context, survivor: string, others: string[]): Promise<void> {
  const texts = await readTexts(context, [survivor, ...others]);
  const from = others.find((id) => texts.has(id));
  if (from === undefined || texts.has(survivor)) return;
  // The survivor may have been created in this transaction, and have no card yet.
  await saveChanges(context);
  await saveText(context, survivor, texts.get(from)!, from);
}

/** Undoes `copyCardText`. The merged contacts still have their own texts. */
export async function removeCopiedText({ db, user }: Context, survivor: string, others: string[]): Promise<void> {
  await db
    .deleteFrom('card_texts')
    .where('user_id', '=', user.user_id)
    .where('id', '=', survivor)
    .where('taken_from', 'in', others)
    .execute();
}
