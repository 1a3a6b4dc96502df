import { type SqlBool, sql } from 'kysely';
import type { Context } from '../runtime/context.ts';
import { firstFitting, MAX_ROWS, type Sizes } from './answer-size.ts';

export interface RankedPage {
  ids: string[];
  pageFields: { pagination: { nextCursor: string | null; count: number }; warnings?: string[] };
}

type RankedTable = 'favorites' | 'custom_fields';

/** Lists ids of ranked records, unranked ones last. Without `take`, returns all that fit in one answer. */
export async function pageByRanking(
  { db, user, cursors }: Context,
  table: RankedTable,
  { take = MAX_ROWS, cursor }: { take?: number | undefined; cursor?: string | undefined },
  sizes: Sizes,
): Promise<RankedPage> {
  const list = JSON.stringify([user.user_id, `list_${table}`]);
  // Rankings are integers, so records without one follow the highest.
  const place = sql<number>`coalesce(ranking, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
  let ranked = db
    .selectFrom(table)
    .select(['id', place.as('place')])
    .where('user_id', '=', user.user_id);
  if (cursor !== undefined) {
    const [after, id] = cursors.read(list, cursor);
    ranked = ranked.where(sql<SqlBool>`(${place} > ${after} or (${place} = ${after} and id > ${id}))`);
  }
  const rows = await ranked
    .orderBy(place)
    .orderBy('id')
    .limit(take + 1)
    .execute();
  const wanted = rows.slice(0, take).map(({ id }) => id);
  const { ids, warnings } = await firstFitting(wanted, sizes);
  const last = rows[ids.length - 1];
  const nextCursor = rows.length > ids.length ? cursors.write(list, [Number(last!.place), last!.id]) : null;
  return { ids, pageFields: { pagination: { nextCursor, count: ids.length }, ...(warnings && { warnings }) } };
}

/** The highest ranking, or 0 if there is none. */
export async function highestRanking({ db, user }: Context, table: RankedTable): Promise<number> {
  const { highest } = await db
    .selectFrom(table)
    .select((row) => row.fn.max('ranking').as('highest'))
    .where('user_id', '=', user.user_id)
    .executeTakeFirstOrThrow();
  return highest ?? 0;
}
