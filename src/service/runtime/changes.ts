import { chunked } from '../../shared/lists.ts';
import type { CardKind, CardRow } from '../store/card-tables.ts';
import type { Context } from './context.ts';
import { countAnew } from './counts.ts';

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
  const taken = await takeNumbers(context, changed.size);
  // The first change of all, or a kith that does not keep counts was here.
  if (!taken.areCounted) await countAnew(context);
  let change = taken.before;
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

/** Takes so many numbers; tells the one before them, and whether the kept counts held until now, and so go on. */
async function takeNumbers({ db, user }: Context, count: number): Promise<{ before: number; areCounted: boolean }> {
  const { change, counted } = await db
    .insertInto('card_counters')
    .values({ user_id: user.user_id, change: count, purged: 0, counted: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({
        change: row('card_counters.change', '+', count),
        counted: row
          .case()
          .when('card_counters.counted', '=', row.ref('card_counters.change'))
          .then(row('card_counters.change', '+', count))
          .end(),
      })),
    )
    .returning(['change', 'counted'])
    .executeTakeFirstOrThrow();
  return { before: change - count, areCounted: counted !== null };
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
