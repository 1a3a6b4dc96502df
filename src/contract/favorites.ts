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

/** Fields of a favorite's target. Exactly one is set. */
export const FAVORITE_TARGETS = ['group_id', 'view_id', 'contact_id'] as const;

const TARGET_KINDS = { group_id: 'group', view_id: 'view', contact_id: 'contact' } as const;

const favorite = once(() =>
  z
    .object({
      id: ownId(),
      user_id: owner().user_id,
      ...shape(FAVORITE_TARGETS, (target) =>
        z.string().nullable().describe(`The pinned ${TARGET_KINDS[target]}; otherwise null.`),
      ),
      ranking: z.int().nullable().describe('Sort position, lowest first.'),
      ...stamps(),
      groups: group().nullable().describe('The pinned group as a record.'),
      views: view().nullable().describe('The pinned view as a record.'),
      contacts: contact().nullable().describe('The pinned contact as a record.'),
    })
    .meta({ id: 'Favorite', description: 'A contact, group, or view pinned for quick access.' }),
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
          .describe(`The ${TARGET_KINDS[target]} to pin. Exactly one target is required.`),
      ),
      ranking: ranking().optional().describe('Sort position, lowest first. Default: last.'),
    })
    .refine(
      (entry) => FAVORITE_TARGETS.filter((target) => entry[target]).length === 1,
      `must have exactly one of ${FAVORITE_TARGETS.join(', ')}`,
    );

/** The only field that can change. Null clears it. */
const changes = () =>
  z.strictObject({
    ranking: ranking().nullable().optional().meta({
      description: 'New sort position, lowest first; null clears it.',
      toolDescription: 'lowest first',
    }),
  });

const one = () => z.object({ favorite: favorite() });
const many = () => z.object({ favorites: z.array(favorite()).describe('The favorites, in order.') });

export const favorites = defineOperations({
  list_favorites: {
    summary: 'List favorites',
    description: 'Lists all favorites in order, each with the pinned contact, group, or view.',
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
      'Pins up to 100 contacts, groups, or views, one target each. For a target that is already pinned, the existing favorite is returned.',
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
          description: 'The targets to pin, 1 to 100.',
          toolDescription: 'each with one of group_id, view_id, contact_id; ranking: lowest first, default: last',
        }),
      }),
    data: many,
  },
  get_favorite: {
    summary: 'Get a favorite',
    description: 'Returns one favorite with its target.',
    method: 'GET',
    path: '/v2/favorites/{favoriteId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_favorite: {
    summary: 'Move a favorite',
    description: 'Changes the sort position of a favorite. Nothing else can be changed.',
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
      'Changes the sort positions of up to 100 favorites. Rows are independent: failures are listed in `failed`, and the others are changed.',
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
            data: changes().describe('The changes.'),
          }),
        ).describe('The changes, 1 to 100.'),
      }),
    data: bulkResult,
  },
  delete_favorite: {
    summary: 'Remove a favorite',
    description: 'Unpins one favorite. The contact, group, or view is kept.',
    method: 'DELETE',
    path: '/v2/favorites/{favoriteId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  bulk_delete_favorites: {
    summary: 'Remove many favorites',
    description: 'Unpins up to 100 favorites. Their targets are kept.',
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
