import type { OperationName } from '../../contract/operations.ts';
import { notFound } from '../../shared/error.ts';
import { bulkResult, partByOwner } from '../common/bulk.ts';
import { pageByRanking } from '../common/ranked-pages.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { deleteFavorites, type FavoriteView, findOrAddFavorites, rankFavorite, viewFavorites } from './favorites.ts';
import { sizesOfFavorites } from './size.ts';

type Names = Extract<
  OperationName,
  'list_favorites' | `${'get' | 'update' | 'delete'}_favorite` | `bulk_${'create' | 'update' | 'delete'}_favorites`
>;

export const favoriteHandlers: Handlers<Names> = {
  async list_favorites(context, { query }) {
    const { ids, pageFields } = await pageByRanking(context, 'favorites', query, sizesOfFavorites(context));
    return { favorites: await viewFavorites(context, ids), ...pageFields };
  },

  async bulk_create_favorites(context, { body }) {
    return { favorites: await viewFavorites(context, await findOrAddFavorites(context, body.favorites)) };
  },

  get_favorite: async (context, { path }) => ({ favorite: await requireFavorite(context, path.favoriteId!) }),

  async update_favorite(context, { path, body }) {
    const { id } = await requireFavorite(context, path.favoriteId!);
    await rankFavorite(context, id, body.ranking);
    return { favorite: await requireFavorite(context, id) };
  },

  async bulk_update_favorites(context, { body }) {
    const asked = body.updates.map(({ favoriteId }) => favoriteId);
    const { found, missing } = await partByOwner(context, 'favorites', asked);
    for (const { favoriteId, data } of body.updates) await rankFavorite(context, favoriteId, data.ranking);
    return bulkResult(found, missing);
  },

  async delete_favorite(context, { path }) {
    const { id } = await requireFavorite(context, path.favoriteId!);
    await deleteFavorites(context, [id]);
    return { affected: 1, ids: [id] };
  },

  // The response has no list of failures, because a missing id needs no deletion.
  async bulk_delete_favorites(context, { body }) {
    const { found } = await partByOwner(context, 'favorites', body.favoriteIds);
    await deleteFavorites(context, found);
    return { affected: found.length, ids: found };
  },
};

async function requireFavorite(context: Context, id: string): Promise<FavoriteView> {
  const [favorite] = await viewFavorites(context, [id]);
  if (!favorite) throw notFound('favorite', id);
  return favorite;
}
