import * as z from 'zod';
import { contact, includeQuery } from './contact.ts';
import { defineOperations, once } from './operation.ts';
import {
  affectedIds,
  bulkResult,
  each,
  ids,
  ignored,
  listOf,
  nullableText,
  nullableUuid,
  pagination,
  paging,
  recordName,
  text,
  uuid,
} from './schema/primitives.ts';

export const group = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      workspace_id: z.string().nullable(),
      name: z.string(),
      emoji: z.string().nullable(),
      description: z.string().nullable(),
      parent_id: z.string().nullable(),
      created_at: z.string(),
      updated_at: z.string(),
      _count: z.object({ groups_contacts: z.int() }),
    })
    .meta({ id: 'Group' }),
);

const EMOJI_LENGTH = 100;

const fields = () =>
  z.strictObject({
    name: recordName(),
    emoji: nullableText(EMOJI_LENGTH).optional(),
    description: nullableText().optional(),
    parent_id: nullableUuid().optional(),
    parent: ignored(),
    groups_contacts: listOf(z.strictObject({ contact_id: uuid(), contact: ignored() })).optional(),
  });

const one = () => z.object({ group: group() });
const contactIds = () => z.strictObject({ contactIds: ids(500) });

export const groups = defineOperations({
  list_groups: {
    method: 'GET',
    path: '/v2/groups',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(paging()),
    data: () => z.object({ groups: z.array(group()), pagination: pagination() }),
  },
  create_group: {
    method: 'POST',
    path: '/v2/groups',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'group',
    body: () => fields().extend({ id: uuid().optional() }),
    data: one,
  },
  get_group: {
    method: 'GET',
    path: '/v2/groups/{groupId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_group: {
    method: 'PATCH',
    path: '/v2/groups/{groupId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    wrapper: 'group',
    body: () => fields().partial(),
    data: one,
  },
  delete_group: {
    method: 'DELETE',
    path: '/v2/groups/{groupId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  list_group_contacts: {
    method: 'GET',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    // The one cursor that is plain: a contact's id (docs/api/paging.md#cursors).
    query: () => z.strictObject({ ...paging(), cursor: uuid().optional(), ...includeQuery() }),
    data: () => z.object({ contacts: z.array(contact()), pagination: pagination() }),
  },
  add_contacts_to_group: {
    method: 'PUT',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: contactIds,
    data: bulkResult,
  },
  remove_contacts_from_group: {
    method: 'DELETE',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: contactIds,
    data: bulkResult,
  },
  count_group_contacts: {
    method: 'GET',
    path: '/v2/groups/contact-counts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject({ groupIds: ids(500).optional() }),
    data: () => z.object({ counts: z.array(z.object({ group_id: uuid(), count: z.int() })) }),
  },
  merge_groups: {
    method: 'POST',
    path: '/v2/groups/{groupId}/merge',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    body: () => z.strictObject({ sourceGroupIds: ids(100), finalName: recordName(), finalEmoji: text(EMOJI_LENGTH) }),
    data: () =>
      z.object({
        group: group(),
        ...each(
          [
            'mergedGroupIds',
            'reparentedGroupIds',
            'contactIds',
            'movedViewIds',
            'deletedFavoriteIds',
            'deletedShareLinkIds',
          ],
          () => z.array(uuid()),
        ),
      }),
  },
});
