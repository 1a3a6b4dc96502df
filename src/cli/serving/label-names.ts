import type { Store } from '../../service/store/store.ts';

const MOST = 500;

/**
 * What tags and groups are called, by id. The operations that list them count who has each, which takes long where
 * many have; a name is there at once.
 */
export const labelNames =
  (store: Store) =>
  (userId: string, ids: readonly string[]): Promise<Map<string, string>> =>
    store.read(userId, async (db) => {
      const rows = await Promise.all(
        (['tags', 'groups'] as const).map((table) =>
          db
            .selectFrom(table)
            .select(['id', 'name'])
            .where('user_id', '=', userId)
            .where('id', 'in', ids.slice(0, MOST))
            .execute(),
        ),
      );
      return new Map(rows.flat().map(({ id, name }) => [id, name]));
    });
