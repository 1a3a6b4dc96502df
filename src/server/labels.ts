import type { Db, Store } from '../store/store.ts';
import type { LabelServices } from '../web/services/services.ts';

const MOST = 500;

/**
 * What tags and groups are called. The operations that list them count who has each, which takes long where many have;
 * a name is there at once.
 */
export const labelsIn = (store: Store): LabelServices => ({
  names: (userId, ids) =>
    store.read(userId, async (db) => {
      const rows = await Promise.all(
        (['tags', 'groups'] as const).map((table) =>
          named(db, table, userId).where('id', 'in', ids.slice(0, MOST)).execute(),
        ),
      );
      return new Map(rows.flat().map(({ id, name }) => [id, name]));
    }),
  first: (userId, count) =>
    store.read(userId, async (db) => {
      const [tags, groups] = await Promise.all(
        (['tags', 'groups'] as const).map((table) =>
          named(db, table, userId).orderBy('name').orderBy('id').limit(count).execute(),
        ),
      );
      return { tags: tags!, groups: groups! };
    }),
});

const named = (db: Db, table: 'tags' | 'groups', userId: string) =>
  db.selectFrom(table).select(['id', 'name']).where('user_id', '=', userId);
