import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contact } from './contact.ts';
import { group } from './groups.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  bulkResult,
  idOf,
  idsOf,
  optionalPages,
  optionalPaging,
  owner,
  ownId,
  ranking,
  shape,
  stamps,
} from './schema/primitives.ts';
import { view } from './views.ts';

/** A favorite points at exactly one of these. */
export const FAVORITE_TARGETS = ['group_id', 'view_id', 'contact_id'] as const;

const TARGET_KINDS = { group_id: 'group', view_id: 'view', contact_id: 'contact' } as const;

const favorite = once(() =>
  z
    .object({
      id: ownId(),
      user_id: owner().user_id,
      ...shape(FAVORITE_TARGETS, (target) =>
        z.string().nullable().describe(`The ${TARGET_KINDS[target]} it pins, if it pins one.`),
      ),
      ranking: z.int().nullable().describe('Its place among the favorites, the lowest first.'),
      ...stamps(),
      groups: group().nullable().describe('The group it pins, as a record.'),
      views: view().nullable().describe('The view it pins, as a record.'),
      contacts: contact().nullable().describe('The contact it pins, as a record.'),
    })
    .meta({ id: 'Favorite', description: 'A contact, group or view that is pinned for quick reach.' }),
);

const LIMIT = 100;
const rows = <S extends z.ZodType>(entry: S) =>
  z.array(entry).min(1, 'must not be empty').max(LIMIT, `must have at most ${LIMIT} entries`);

const newFavorite = () =>
  z
    .strictObject({
      ...shape(FAVORITE_TARGETS, (target) =>
        idOf(TARGET_KINDS[target])
          .nullable()
          .optional()
          .describe(`The ${TARGET_KINDS[target]} to pin; exactly one target is given.`),
      ),
      ranking: ranking().optional().describe('Its place, the lowest first; after the last one if left out.'),
    })
    .refine(
      (entry) => FAVORITE_TARGETS.filter((target) => entry[target]).length === 1,
      `must have exactly one of ${FAVORITE_TARGETS.join(', ')}`,
    );

/** Only the ranking can change; null clears it. */
const changes = () =>
  z.strictObject({
    ranking: ranking().nullable().optional().meta({
      description: 'Its new place, the lowest first; null clears it.',
      toolDescription: 'lowest first; may be below 0',
    }),
  });

const one = () => z.object({ favorite: favorite() });
const many = () => z.object({ favorites: z.array(favorite()).describe('The favorites, in their order.') });

export const favorites = defineOperations({
  list_favorites: {
    summary: 'List favorites',
    description: 'Lists all favorites in their order, each with the contact, group or view it pins.',
    method: 'GET',
    path: '/v2/favorites',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(optionalPaging()),
    data: () => many().extend(optionalPages()),
  },
  bulk_create_favorites: {
    summary: 'Create favorites',
    description:
      'Pins up to 100 contacts, groups or views, one target each. A target that is pinned already answers the favorite it has.',
    method: 'POST',
    path: '/v2/favorites/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    findsOrCreates: true,
    body: () =>
      z.strictObject({
        favorites: rows(newFavorite()).meta({
          description: 'What to pin, 1 to 100.',
          toolDescription: 'each with one of group_id, view_id, contact_id; ranking: lowest first, last if left out',
        }),
      }),
    data: many,
  },
  get_favorite: {
    summary: 'Get a favorite',
    description: 'Answers one favorite with what it pins.',
    method: 'GET',
    path: '/v2/favorites/{favoriteId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_favorite: {
    summary: 'Move a favorite',
    description: 'Changes the place of a favorite; nothing else of it can change.',
    method: 'PATCH',
    path: '/v2/favorites/{favoriteId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    body: changes,
    data: one,
  },
  bulk_update_favorites: {
    summary: 'Move many favorites',
    description:
      'Changes the places of up to 100 favorites. Each row stands alone: failures are listed in `failed`, the others are done.',
    method: 'POST',
    path: '/v2/favorites/batch-update',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        updates: rows(
          z.strictObject({
            favoriteId: idOf('favorite').describe('The favorite to move.'),
            data: changes().describe('What to change of it.'),
          }),
        ).describe('The changes, 1 to 100.'),
      }),
    data: bulkResult,
  },
  delete_favorite: {
    summary: 'Remove a favorite',
    description: 'Unpins one favorite; the contact, group or view stays.',
    method: 'DELETE',
    path: '/v2/favorites/{favoriteId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  bulk_delete_favorites: {
    summary: 'Remove many favorites',
    description: 'Unpins up to 100 favorites; what they pin stays.',
    method: 'POST',
    path: '/v2/favorites/batch-delete',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: () =>
      z.strictObject({ favoriteIds: idsOf('favorite', LIMIT).describe('The favorites to remove, 1 to 100.') }),
    data: affectedIds,
  },
});
