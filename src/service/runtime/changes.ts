import { chunked } from '../../shared/lists.ts';
import type { CardKind, CardRow } from '../store/card-tables.ts';
import type { Context } from './context.ts';

/**
 * Notes that the cards of these contacts or groups changed: they were made, changed or deleted. Whoever keeps an address
 * book in step learns of it.
 */
export function noteChanged(context: Context, kind: CardKind, ids: Iterable<string>): void {
  context.changed ??= new Map();
  for (const id of ids) context.changed.set(id, kind);
}

/** Gives each noted card the next number. Runs at the end of every transaction that writes; one that needs the numbers runs it itself. */
export async function saveChanges(context: Context): Promise<void> {
  const { db, user, now, changed } = context;
  if (!changed || changed.size === 0) return;
  delete context.changed;
  const there = new Set([
    ...(await standing(context, 'contacts', changed, 'contact')),
    ...(await standing(context, 'groups', changed, 'group')),
  ]);
  let change = await takeNumbers(context, changed.size);
  const rows = [...changed].map(([id, kind]): CardRow => {
    const gone = there.has(id) ? 0 : 1;
    return { user_id: user.user_id, id, kind, name: `${id}.vcf`, uid: id, change: ++change, changed_at: now, gone };
  });
  for (const part of chunked(rows)) {
    await db
      .insertInto('cards')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet(({ ref }) => ({
          change: ref('excluded.change'),
          changed_at: ref('excluded.changed_at'),
          gone: ref('excluded.gone'),
        })),
      )
      .execute();
  }
}

/** Takes so many numbers; answers the one before them. */
async function takeNumbers({ db, user }: Context, count: number): Promise<number> {
  const { change } = await db
    .insertInto('card_counters')
    .values({ user_id: user.user_id, change: count, purged: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({ change: row('card_counters.change', '+', count) })),
    )
    .returning('change')
    .executeTakeFirstOrThrow();
  return change - count;
}

async function standing(
  { db, user }: Context,
  table: 'contacts' | 'groups',
  changed: Map<string, CardKind>,
  wanted: CardKind,
): Promise<string[]> {
  const ids = [...changed].flatMap(([id, kind]) => (kind === wanted ? [id] : []));
  const found: string[] = [];
  for (const part of chunked(ids)) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
