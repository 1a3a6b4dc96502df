import { onPostgres } from '../../store/store.ts';
import { unplaced } from '../../store/word-rows.ts';
import { indexContacts } from '../indexing/contact-index.ts';
import { indexNotes } from '../indexing/note-index.ts';
import type { Context } from '../runtime/context.ts';
import { readDialedNumbers } from './renormalize-phones.ts';

const TAKEN_AT_ONCE = 100;

/** How many notes and contacts are still to be indexed. */
export async function countRemaining({ db, user }: Context): Promise<number> {
  const waiting = db.selectFrom('records_to_index').where('user_id', '=', user.user_id);
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Indexes some of the records that an older version left; answers whether there may be more (migrations 12 and 14). */
export async function indexRemaining(context: Context): Promise<boolean> {
  const { db, user } = context;
  const rows = await db
    .selectFrom('records_to_index')
    .select(['kind', 'id'])
    .where('user_id', '=', user.user_id)
    .orderBy('kind')
    .orderBy('id')
    .limit(TAKEN_AT_ONCE)
    .execute();
  if (rows.length === 0) return placeRemaining(context);
  const idsOf = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  await readDialedNumbers(db, user, idsOf('contact'));
  await indexContacts(db, user.user_id, idsOf('contact'));
  await indexNotes(db, user.user_id, idsOf('note'));
  for (const kind of new Set(rows.map((row) => row.kind))) {
    await db
      .deleteFrom('records_to_index')
      .where('user_id', '=', user.user_id)
      .where('kind', '=', kind)
      .where('id', 'in', idsOf(kind))
      .execute();
  }
  return rows.length === TAKEN_AT_ONCE || placeRemaining(context);
}

/** Numbers some of the words that are not numbered by time (migration 25); answers whether there may be more. */
async function placeRemaining({ db, user }: Context): Promise<boolean> {
  if (onPostgres(db)) return false;
  for (const [kind, index] of [
    ['contact', indexContacts],
    ['note', indexNotes],
  ] as const) {
    const ids = await unplaced(db, kind, user.user_id, TAKEN_AT_ONCE);
    if (ids.length > 0) await index(db, user.user_id, ids);
    if (ids.length === TAKEN_AT_ONCE) return true;
  }
  return false;
}
