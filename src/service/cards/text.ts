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

export async function saveText({ db, user, secret }: Context, id: string, text: string): Promise<void> {
  const sealed = secret.seal(TEXT_PURPOSE, text);
  await db
    .insertInto('card_texts')
    .values({ user_id: user.user_id, id, sealed })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ sealed }))
    .execute();
}
