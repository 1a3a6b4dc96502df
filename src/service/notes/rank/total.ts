import { sql } from 'kysely';
import type { Context } from '../../runtime/context.ts';

/** Maximum count. Term weights hardly change beyond it. */
const MAX_COUNT = 100_000;
/** Minimum count that is cached. */
const LARGE = 20_000;
const KEPT_MS = 5 * 60 * 1_000;
const MAX_CACHED = 1_000;

const kept = new Map<string, { total: number; until: number }>();

/** Number of the user's notes, used for term weights. A large count may be up to five minutes old. */
export async function totalOfNotes({ db, user }: Context): Promise<number> {
  const known = kept.get(user.user_id);
  if (known && known.until > Date.now()) return known.total;
  kept.delete(user.user_id);
  const { rows } = await sql<{ total: number | string }>`select count(*) as total from
    (select 1 from timeline_items where user_id = ${user.user_id} limit ${MAX_COUNT}) as own`.execute(db);
  const total = Number(rows[0]!.total);
  if (total >= LARGE) {
    if (kept.size >= MAX_CACHED) kept.clear();
    kept.set(user.user_id, { total, until: Date.now() + KEPT_MS });
  }
  return total;
}
