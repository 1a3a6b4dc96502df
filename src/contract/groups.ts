import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contact, includeQuery } from './contact.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  bulkResult,
  idOf,
  idsOf,
  ignored,
  listOf,
  nullableText,
  owner,
  ownId,
  pagination,
  paging,
  recordName,
  stamps,
  uuid,
  warned,
} from './schema/primitives.ts';

export const group = once(() =>
  z
    .object({
      id: ownId(),
      ...owner(),
      name: z.string().describe('Name of the group.'),
      emoji: z.string().nullable().describe('Emoji shown next to the name.'),
      description: z.string().nullable().describe('Purpose of the group.'),
      parent_id: z.string().nullable().describe('The parent group; null at the top level.'),
      ...stamps(),
      _count: z
        .object({
          groups_contacts: z
            .int()
            .describe('Number of members, without archived contacts. Includes subgroups only on request.'),
        })
        .describe('Counts for the group.'),
    })
    .meta({ id: 'Group', description: 'A named set of contacts. Groups can be nested.' }),
);

const EMOJI_LENGTH = 100;

export const groupFields = () =>
  z.strictObject({
    name: recordName().describe('Name of the group; must not be blank.'),
    emoji: nullableText(EMOJI_LENGTH).optional().describe('Emoji shown next to the name; null clears it.'),
    description: nullableText().optional().describe('Purpose of the group; null clears it.'),
    parent_id: idOf('group').nullable().optional().meta({
      description: 'The parent group, which must not be one of its subgroups; null for the top level.',
      toolDescription: 'the parent group; null: top level',
    }),
    parent: ignored(),
    groups_contacts: listOf(z.strictObject({ contact_id: idOf('contact').describe('A member.'), contact: ignored() }))
      .optional()
      .meta({
        description: 'The members, at most 500. They replace the existing ones.',
        toolDescription: 'the members; an update replaces all',
      }),
  });

const subgroups = (description: string) => ({
  includeSubgroups: z.boolean().default(false).meta({ description, toolDescription: 'with subgroups' }),
});

const one = () => z.object({ group: group() });
const contactIds = () => z.strictObject({ contactIds: idsOf('contact', 500).describe('The contacts, 1 to 500.') });

export const groups = defineOperations({
  list_groups: {
    summary: 'List groups',
    description: 'Lists groups of all levels by name, each with its size and parent group.',
    method: 'GET',
    path: '/v2/groups',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        ...paging(),
        ...subgroups('Whether sizes include members of all subgroups, each person once.'),
      }),
    data: () =>
      z.object({
        groups: z.array(group()).describe('The groups, by name.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  create_group: {
    summary: 'Create a group',
    description: 'Creates a group at the top level or in another group, with or without members.',
    method: 'POST',
    path: '/v2/groups',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'group',
    body: () =>
      groupFields()
        .extend({
          id: uuid()
            .optional()
            .meta({ tool: 'omit', description: 'Id for the new group, a UUID. Default: generated.' }),
        })
        .describe('The group to create.'),
    data: one,
  },
  get_group: {
    summary: 'Get a group',
    description: 'Returns one group with its size. `list_group_contacts` lists its members.',
    method: 'GET',
    path: '/v2/groups/{groupId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_group: {
    summary: 'Change a group',
    description:
      'Changes the given fields of a group; `groups_contacts` replaces all its members. A group cannot be moved into itself or one of its subgroups.',
    method: 'PATCH',
    path: '/v2/groups/{groupId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    wrapper: 'group',
    body: () => groupFields().partial().describe('The fields to change.'),
    data: one,
  },
  delete_group: {
    summary: 'Delete a group',
    description:
      'Deletes a group with its favorites and share links. Its contacts are kept, and its subgroups move to its parent group.',
    method: 'DELETE',
    path: '/v2/groups/{groupId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  list_group_contacts: {
    summary: 'List the contacts of a group',
    description:
      'Lists the members of a group, without archived contacts. Email addresses, phone numbers, and other parts are returned only if `include` names them.',
    method: 'GET',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    // Unlike other cursors, this one is a plain contact id (docs/api/paging.md#cursors).
    query: () =>
      z.strictObject({
        ...paging(),
        cursor: uuid().optional().meta({
          description: 'The `nextCursor` of the previous page, or the id of the contact to continue after.',
          toolDescription: 'previous nextCursor',
        }),
        ...subgroups('Whether to include members of all subgroups, each once.'),
        ...includeQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The members, by id.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  add_contacts_to_group: {
    summary: 'Add contacts to a group',
    description: 'Adds up to 500 contacts to a group. Existing members are skipped.',
    method: 'PUT',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: contactIds,
    data: bulkResult,
  },
  remove_contacts_from_group: {
    summary: 'Remove contacts from a group',
    description: 'Removes up to 500 contacts from a group. The contacts themselves are kept.',
    method: 'DELETE',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: contactIds,
    data: bulkResult,
  },
  count_group_contacts: {
    summary: 'Count group members',
    description:
      'Returns the number of contacts in each of the given groups, or in every group, without archived contacts.',
    method: 'GET',
    path: '/v2/groups/contact-counts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        groupIds: idsOf('group', 500).optional().meta({
          description: 'The groups to count, at most 500. Default: all.',
          toolDescription: 'default: all',
        }),
        ...subgroups('Whether to include members of all subgroups, each person once.'),
      }),
    data: () =>
      z.object({
        counts: z
          .array(
            z.object({
              group_id: uuid().describe('The group.'),
              count: z.int().describe('Number of members, without archived contacts.'),
            }),
          )
          .describe('One entry per group.'),
      }),
  },
  merge_groups: {
    summary: 'Merge groups',
    description:
      'Merges up to 100 groups into this one, which keeps its id and gets their members, subgroups, and views. Their favorites and share links are deleted.',
    method: 'POST',
    path: '/v2/groups/{groupId}/merge',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        sourceGroupIds: idsOf('group', 100).meta({
          description: 'The groups to merge into this one, 1 to 100.',
          toolDescription: 'the groups to merge into groupId',
        }),
        finalName: recordName().describe('Name of the merged group.'),
        finalEmoji: nullableText(EMOJI_LENGTH)
          .optional()
          .describe('Emoji of the merged group; null for none. Default: unchanged.'),
      }),
    data: () =>
      z.object({
        group: group(),
        mergedGroupIds: z.array(uuid()).describe('The merged groups, which no longer exist.'),
        reparentedGroupIds: z.array(uuid()).describe('Their subgroups, which moved into this group.'),
        contactIds: z.array(uuid()).describe('Members of the merged group.'),
        movedViewIds: z.array(uuid()).describe('Their views, which moved to this group.'),
        deletedFavoriteIds: z.array(uuid()).describe('Their deleted favorites.'),
        deletedShareLinkIds: z.array(uuid()).describe('Their deleted share links.'),
      }),
  },
});
