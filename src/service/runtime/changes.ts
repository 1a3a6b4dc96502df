import { chunked } from '../../shared/lists.ts';
import type { CardKind, CardRow } from '../../store/card-tables.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { insertRows } from '../../store/insert.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { Db } from '../../store/store.ts';
import type { Context } from './context.ts';
import { recount } from './counts.ts';

/** Marks contacts or groups as created, changed, or deleted, so that syncing devices fetch their cards again. */
export function markChanged(context: Context, kind: CardKind, ids: Iterable<string>): void {
  context.changed ??= new Map();
  for (const id of ids) context.changed.set(id, kind);
}

/**
 * Assigns the next change number to each marked card. Runs at the end of every write transaction; a handler that needs
 * the numbers earlier calls it itself.
 */
export async function saveChanges(context: Context): Promise<void> {
  const { db, user, now, changed } = context;
  if (!changed || changed.size === 0) return;
  delete context.changed;
  const idsOf = (wanted: CardKind) => [...changed].flatMap(([id, kind]) => (kind === wanted ? [id] : []));
  const contacts = await ownRows(db, user.user_id, 'contacts', ['id', 'is_archived'], {
    where: { id: idsOf('contact') },
  });
  const groups = await ownRows(db, user.user_id, 'groups', ['id'], { where: { id: idsOf('group') } });
  const inBook = new Set([...contacts.filter(({ is_archived }) => !is_archived), ...groups].map(({ id }) => id));
  const there = new Set([...contacts, ...groups].map(({ id }) => id));
  const absent = [...changed.keys()].filter((id) => !inBook.has(id));
  const known = new Set([...inBook, ...(await everInBook(context, absent))]);
  const taken = await takeNumbers(context, changed.size);
  // True for the first change, or after an older version that keeps no counts has written.
  if (!taken.areCounted) await recount(context);
  let number = taken.before;
  const rows = [...changed].map(([id, kind]): CardRow => {
    const gone = there.has(id) ? 0 : 1;
    number++;
    const change = known.has(id) ? number : 0;
    return { user_id: user.user_id, id, kind, name: `${id}.vcf`, uid: id, change, changed_at: now, gone };
  });
  await insertRows(db, 'cards', rows, { key: ['user_id', 'id'], set: ['change', 'changed_at', 'gone'] });
}

/** The cards that were ever in the address book. Devices learn only of the removal of these. */
async function everInBook({ db, user }: Context, ids: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of chunked(ids)) {
    const rows = await db
      .selectFrom('cards')
      .select('id')
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .where('change', '>', 0)
      .execute();
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/** Reserves `count` change numbers. Returns the number before the first, and whether the stored counts are valid. */
async function takeNumbers({ db, user }: Context, count: number): Promise<{ before: number; areCounted: boolean }> {
  const [taken] = await runCompiled(db, 'take numbers', numbersOf, [user.user_id, count]);
  const { change, counted } = taken!;
  return { before: change - count, areCounted: counted !== null };
}

const numbersOf = (db: Db, userId: string, count: number) =>
  db
    .insertInto('card_counters')
    .values({ user_id: userId, change: count, purged: 0, counted: null })
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
    .returning(['change', 'counted']);
