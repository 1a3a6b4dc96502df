import * as z from 'zod';
import { contact } from './contact.ts';
import { group } from './groups.ts';
import { defineOperations, once } from './operation.ts';
import { affectedIds, bulkResult, each, ids, nullableUuid, ranking, uuid } from './schema/primitives.ts';
import { view } from './views.ts';

/** What a favorite can point at; exactly one of them is set. */
export const FAVORITE_TARGETS = ['group_id', 'view_id', 'contact_id'] as const;

const favorite = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      ...each(FAVORITE_TARGETS, () => z.string().nullable()),
      ranking: z.int().nullable(),
      created_at: z.string(),
      updated_at: z.string(),
      groups: group().nullable(),
      views: view().nullable(),
      contacts: contact().nullable(),
    })
    .meta({ id: 'Favorite' }),
);

const LIMIT = 100;
const rows = <S extends z.ZodType>(entry: S) =>
  z.array(entry).min(1, 'must not be empty').max(LIMIT, `must have at most ${LIMIT} entries`);

const newFavorite = () =>
  z
    .strictObject({ ...each(FAVORITE_TARGETS, () => nullableUuid().optional()), ranking: ranking().optional() })
    .refine(
      (entry) => FAVORITE_TARGETS.filter((target) => entry[target]).length === 1,
      `must have exactly one of ${FAVORITE_TARGETS.join(', ')}`,
    );

/** Only the ranking can change; null clears it. */
const changes = () => z.strictObject({ ranking: ranking().nullable().optional() });

const one = () => z.object({ favorite: favorite() });
const many = () => z.object({ favorites: z.array(favorite()) });

export const favorites = defineOperations({
  list_favorites: {
    method: 'GET',
    path: '/v2/favorites',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: many,
  },
  bulk_create_favorites: {
    method: 'POST',
    path: '/v2/favorites/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    findsOrCreates: true,
    body: () => z.strictObject({ favorites: rows(newFavorite()) }),
    data: many,
  },
  get_favorite: {
    method: 'GET',
    path: '/v2/favorites/{favoriteId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_favorite: {
    method: 'PATCH',
    path: '/v2/favorites/{favoriteId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    body: changes,
    data: one,
  },
  bulk_update_favorites: {
    method: 'POST',
    path: '/v2/favorites/batch-update',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    body: () => z.strictObject({ updates: rows(z.strictObject({ favoriteId: uuid(), data: changes() })) }),
    data: bulkResult,
  },
  delete_favorite: {
    method: 'DELETE',
    path: '/v2/favorites/{favoriteId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  bulk_delete_favorites: {
    method: 'POST',
    path: '/v2/favorites/batch-delete',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: () => z.strictObject({ favoriteIds: ids(LIMIT) }),
    data: affectedIds,
  },
});
