import { type SqlBool, sql } from 'kysely';
import type { Context } from '../runtime/context.ts';

export interface NamePage {
  ids: string[];
  pagination: { nextCursor: string | null; count: number };
}

/** A page of the ids of the caller's named records, by name, then id. */
export async function pageByName(
  { db, user, cursors }: Context,
  table: 'tags' | 'groups' | 'views',
  { take, cursor }: { take: number; cursor?: string | undefined },
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
  const shown = rows.slice(0, take);
  const last = shown.at(-1);
  const nextCursor = rows.length > take ? cursors.write(list, [last!.name, last!.id]) : null;
  return { ids: shown.map(({ id }) => id), pagination: { nextCursor, count: shown.length } };
}
