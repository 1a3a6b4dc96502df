import { type SqlBool, sql } from 'kysely';
import type { Context } from '../runtime/context.ts';
import { firstFitting, type Sizes } from './answer-size.ts';

export interface NamePage {
  ids: string[];
  pageFields: { pagination: { nextCursor: string | null; count: number }; warnings?: string[] };
}

/** Lists ids of the user's records, sorted by name and id. With `sizes`, the page ends when the answer is full. */
export async function pageByName(
  { db, user, cursors }: Context,
  table: 'tags' | 'groups' | 'views',
  { take, cursor }: { take: number; cursor?: string | undefined },
  sizes?: Sizes,
): Promise<NamePage> {
  const list = JSON.stringify([user.user_id, `list_${table}`]);
  let named = db.selectFrom(table).select(['id', 'name']).where('user_id', '=', user.user_id);
  if (cursor !== undefined) {
    const [name, id] = cursors.read(list, cursor);
    named = named.where(sql<SqlBool>`(${sql.ref('name')}, ${sql.ref('id')}) > (${name}, ${id})`);
  }
  const rows = await named
    .orderBy('name')
    .orderBy('id')
    .limit(take + 1)
    .execute();
  const wanted = rows.slice(0, take).map(({ id }) => id);
  const { ids, warnings } = sizes ? await firstFitting(wanted, sizes) : { ids: wanted };
  const last = rows[ids.length - 1];
  const nextCursor = rows.length > ids.length ? cursors.write(list, [last!.name, last!.id]) : null;
  return { ids, pageFields: { pagination: { nextCursor, count: ids.length }, ...(warnings && { warnings }) } };
}
