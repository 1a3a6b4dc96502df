import * as z from 'zod';
import { defineOperations, once } from './operation.ts';
import { affectedIds, nullableDateTime, uuid } from './schema/primitives.ts';

const shareLink = once(() =>
  z
    .object({
      id: uuid(),
      group_id: uuid(),
      token: z.string(),
      created_at: z.string(),
      expires_at: z.string().nullable(),
    })
    .meta({ id: 'ShareLink' }),
);

export const shareLinks = defineOperations({
  list_share_links: {
    method: 'GET',
    path: '/v2/groups/{groupId}/share-links',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ share_links: z.array(shareLink()) }),
  },
  create_share_link: {
    method: 'POST',
    path: '/v2/groups/{groupId}/share-links',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'share_link',
    body: () => z.strictObject({ expires_at: nullableDateTime().optional() }),
    data: () => z.object({ share_link: shareLink() }),
  },
  delete_share_link: {
    method: 'DELETE',
    path: '/v2/groups/{groupId}/share-links/{shareLinkId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
});
