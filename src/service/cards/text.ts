import { saveChanges } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';

// What a client sent as a card, whole: more than contacts hold, and sealed as such.

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

/** `takenFrom`: see `takeOverText`. */
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

/** In a merge: a survivor without a text takes over that of the first of the others who has one. */
export async function takeOverText(context: Context, survivor: string, others: string[]): Promise<void> {
  const texts = await readTexts(context, [survivor, ...others]);
  const from = others.find((id) => texts.has(id));
  if (from === undefined || texts.has(survivor)) return;
  // The survivor may be as new as this transaction, and have no card yet.
  await saveChanges(context);
  await saveText(context, survivor, texts.get(from)!, from);
}

/** When the merge is taken back: those others still have their own. */
export async function giveBackText({ db, user }: Context, survivor: string, others: string[]): Promise<void> {
  await db
    .deleteFrom('card_texts')
    .where('user_id', '=', user.user_id)
    .where('id', '=', survivor)
    .where('taken_from', 'in', others)
    .execute();
}
