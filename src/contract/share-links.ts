import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, dayOrTime, ownId, uuid } from './schema/primitives.ts';

const shareLink = once(() =>
  z
    .object({
      id: ownId(),
      group_id: uuid().describe('The group that the link shows.'),
      token: z.string().describe('Secret part of the URL: `/v1/shared/{token}` opens the group.'),
      created_at: answeredTime().describe('When the link was created, in UTC.'),
      expires_at: answeredTime().nullable().describe('When the link stops working; null for never.'),
    })
    .meta({ id: 'ShareLink', description: 'A link that shows a group to anyone who has it.' }),
);

export const shareLinks = defineOperations({
  list_share_links: {
    summary: 'List share links',
    description: 'Lists a group’s share links, including expired ones.',
    method: 'GET',
    path: '/v2/groups/{groupId}/share-links',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () =>
      z.object({ share_links: z.array(shareLink()).describe('The group’s share links, including expired ones.') }),
  },
  create_share_link: {
    summary: 'Create a share link',
    description:
      'Creates a link to a group. Anyone who has it can read, without a key, only the names, job titles, and companies of the members. Archived contacts are not shown.',
    method: 'POST',
    path: '/v2/groups/{groupId}/share-links',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'share_link',
    body: () =>
      z
        .strictObject({
          expires_at: dayOrTime().nullable().optional().meta({
            description:
              "When the link stops working: a time, or the last day that it works, in the account's time zone. Null or omitted: never.",
            toolDescription: 'the last day (YYYY-MM-DD), or a time with offset',
          }),
        })
        .describe('How long to share.'),
    data: () => z.object({ share_link: shareLink() }),
  },
  delete_share_link: {
    summary: 'Delete a share link',
    description: 'Revokes a link immediately. Its URL returns 404 from then on.',
    method: 'DELETE',
    path: '/v2/groups/{groupId}/share-links/{shareLinkId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
});
