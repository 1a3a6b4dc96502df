import { FAVORITE_TARGETS } from '../../contract/favorites.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { rankingAfter } from '../../contract/schema/primitives.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import { requireOwned } from '../common/owned.ts';
import { highestRanking } from '../common/ranked-pages.ts';
import { NO_RELATIONS, readContacts } from '../contact-rows/read.ts';
import { viewGroups } from '../groups/view.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';
import { viewsById } from '../views/views.ts';

export type FavoriteView = DataOf<Operations['get_favorite']>['favorite'];
type NewFavorite = RequestOf<Operations['bulk_create_favorites']>['body']['favorites'][number];
type Target = (typeof FAVORITE_TARGETS)[number];

const TABLES = { group_id: 'groups', view_id: 'views', contact_id: 'contacts' } as const;

/** Formats favorites with their targets, in the order of `ids`. Ids that are not the caller's are omitted. */
export async function viewFavorites(context: Context, ids: string[]): Promise<FavoriteView[]> {
  const views: FavoriteView[] = [];
  for (const part of chunked([...new Set(ids)])) for (const view of await viewPart(context, part)) views.push(view);
  return inOrderOf(ids, views);
}

async function viewPart(context: Context, ids: string[]): Promise<FavoriteView[]> {
  const rows = await favoritesOf(context).selectAll().where('id', 'in', ids).execute();
  const targets = (target: Target) => rows.flatMap((row) => row[target] ?? []);
  const groups = byId(await viewGroups(context, targets('group_id')));
  const views = byId(await viewsById(context, targets('view_id')));
  const contacts = byId(await readContacts(context, targets('contact_id'), NO_RELATIONS));
  return rows.map((row) => ({
    user_id: row.user_id,
    id: row.id,
    contact_id: row.contact_id,
    group_id: row.group_id,
    view_id: row.view_id,
    ranking: row.ranking,
    created_at: row.created_at,
    updated_at: row.updated_at,
    groups: (row.group_id && groups.get(row.group_id)) || null,
    views: (row.view_id && views.get(row.view_id)) || null,
    contacts: (row.contact_id && contacts.get(row.contact_id)) || null,
  }));
}

const favoritesOf = ({ db, user }: Context) => db.selectFrom('favorites').where('user_id', '=', user.user_id);

const byId = <R extends { id: string }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]));

/**
 * Returns the favorite for each entry's target, creating missing ones. New favorites without a ranking go last. Throws
 * 404 if a target is not the caller's.
 */
export async function findOrAddFavorites(context: Context, entries: NewFavorite[]): Promise<string[]> {
  for (const target of FAVORITE_TARGETS) await requireTargets(context, entries, target);
  let highest = await highestRanking(context, 'favorites');
  const ids: string[] = [];
  for (const entry of entries) {
    const target = FAVORITE_TARGETS.find((name) => entry[name])!;
    const known = await favoritesOf(context).select('id').where(target, '=', entry[target]!).executeTakeFirst();
    const ranking = entry.ranking ?? rankingAfter(highest);
    if (!known) highest = Math.max(highest, ranking);
    ids.push(known?.id ?? (await addFavorite(context, { [target]: entry[target], ranking })));
  }
  return ids;
}

async function requireTargets(context: Context, entries: NewFavorite[], target: Target): Promise<void> {
  const named = entries.flatMap((entry, index) => (entry[target] ? [{ id: entry[target], index }] : []));
  await requireOwned(
    context,
    TABLES[target],
    named.map(({ id }) => id),
    (nth) => `favorites[${named[nth]!.index}].${target}`,
  );
}

async function addFavorite(
  { db, user, now }: Context,
  entry: { [T in Target]?: string | null | undefined } & { ranking: number },
): Promise<string> {
  const id = newId();
  const { group_id = null, view_id = null, contact_id = null, ranking } = entry;
  await db
    .insertInto('favorites')
    .values({ user_id: user.user_id, id, group_id, view_id, contact_id, ranking, created_at: now, updated_at: now })
    .execute();
  return id;
}

/**
 * Sets the ranking of a favorite. Null clears it, and undefined leaves it unchanged. The caller must own the favorite.
 */
export async function rankFavorite(
  { db, user, now }: Context,
  id: string,
  ranking: number | null | undefined,
): Promise<void> {
  if (ranking === undefined) return;
  await db
    .updateTable('favorites')
    .set({ ranking, updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
}

/** Moves favorites to the trash. The caller must own them. */
export async function deleteFavorites(context: Context, ids: string[]): Promise<void> {
  const { db, user } = context;
  await moveToTrash(context, 'favorite', ids, () =>
    db.deleteFrom('favorites').where('user_id', '=', user.user_id).where('id', 'in', ids).execute(),
  );
}
