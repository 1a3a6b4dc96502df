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
      name: z.string().describe('What the group is called.'),
      emoji: z.string().nullable().describe('A symbol to show beside the name.'),
      description: z.string().nullable().describe('What the group is for.'),
      parent_id: z.string().nullable().describe('The group it lies in; null at the top.'),
      ...stamps(),
      _count: z
        .object({
          groups_contacts: z
            .int()
            .describe(
              'How many members the group itself has, without its subgroups unless asked, and without archived contacts.',
            ),
        })
        .describe('Numbers about the group.'),
    })
    .meta({ id: 'Group', description: 'A named set of contacts, which may lie in another.' }),
);

const EMOJI_LENGTH = 100;

export const groupFields = () =>
  z.strictObject({
    name: recordName().describe('What the group is called; must not be blank.'),
    emoji: nullableText(EMOJI_LENGTH).optional().describe('A symbol to show beside the name; null clears it.'),
    description: nullableText().optional().describe('What the group is for; null clears it.'),
    parent_id: idOf('group').nullable().optional().meta({
      description: 'The group to put it in, none of its own subgroups; null for the top.',
      toolDescription: 'the group it lies in; null: the top',
    }),
    parent: ignored(),
    groups_contacts: listOf(z.strictObject({ contact_id: idOf('contact').describe('A member.'), contact: ignored() }))
      .optional()
      .meta({
        description: 'The members, at most 500; they replace those that were there.',
        toolDescription: 'the members; a change replaces all',
      }),
  });

const subgroups = (description: string) => ({
  includeSubgroups: z.boolean().default(false).meta({ description, toolDescription: 'those of groups within it too' }),
});

const one = () => z.object({ group: group() });
const contactIds = () => z.strictObject({ contactIds: idsOf('contact', 500).describe('The contacts, 1 to 500.') });

export const groups = defineOperations({
  list_groups: {
    summary: 'List groups',
    description: 'Lists your groups of all levels by name, each with its size and the group it lies in.',
    method: 'GET',
    path: '/v2/groups',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        ...paging(),
        ...subgroups('Whether sizes count the members of all groups within, each person once.'),
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
    description: 'Creates a group, at the top or in another one, with or without members.',
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
            .meta({ tool: 'omit', description: 'The id to give it, a UUID; the service makes one if left out.' }),
        })
        .describe('The group to create.'),
    data: one,
  },
  get_group: {
    summary: 'Get a group',
    description: 'Answers one group with its size; list_group_contacts tells who is in it.',
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
      'Changes the given fields of a group; `groups_contacts` replaces all its members. A group cannot be put into itself or a subgroup of its own.',
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
      'Deletes a group with its favorites and share links. Its contacts stay, and its subgroups move up to the group it lay in.',
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
      'Lists the members of a group, without archived contacts. E-mails, phones and other parts of a contact come only when `include` names them.',
    method: 'GET',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    // This cursor alone is plain: a contact's id (docs/api/paging.md#cursors).
    query: () =>
      z.strictObject({
        ...paging(),
        cursor: uuid().optional().meta({
          description: 'The `nextCursor` of the page before, or any contact to go on after.',
          toolDescription: 'nextCursor of the page before',
        }),
        ...subgroups('Whether members of all groups within are listed too, each once.'),
        ...includeQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The members, in the order of their ids.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  add_contacts_to_group: {
    summary: 'Add contacts to a group',
    description: 'Adds up to 500 contacts to a group; those who are in it already are skipped.',
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
    description: 'Takes up to 500 contacts out of a group; the contacts themselves stay.',
    method: 'DELETE',
    path: '/v2/groups/{groupId}/contacts',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: contactIds,
    data: bulkResult,
  },
  count_group_contacts: {
    summary: 'Count the contacts of groups',
    description:
      'Answers how many members each of the given groups has, or each of all groups, without archived contacts.',
    method: 'GET',
    path: '/v2/groups/contact-counts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        groupIds: idsOf('group', 500).optional().meta({
          description: 'The groups to count, at most 500; all if left out.',
          toolDescription: 'all if left out',
        }),
        ...subgroups('Whether the members of all groups within count too, each person once.'),
      }),
    data: () =>
      z.object({
        counts: z
          .array(
            z.object({
              group_id: uuid().describe('The group that was counted.'),
              count: z.int().describe('How many members it has; archived contacts do not count.'),
            }),
          )
          .describe('One entry for each group.'),
      }),
  },
  merge_groups: {
    summary: 'Merge groups',
    description:
      'Merges up to 100 groups into this one, which keeps its id and gets all their members, subgroups and views. Their favorites and share links are deleted.',
    method: 'POST',
    path: '/v2/groups/{groupId}/merge',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        sourceGroupIds: idsOf('group', 100).meta({
          description: 'The groups to merge into this one, 1 to 100.',
          toolDescription: 'the groups that go into groupId',
        }),
        finalName: recordName().describe('What the group is called afterwards.'),
        finalEmoji: nullableText(EMOJI_LENGTH)
          .optional()
          .describe('Its symbol afterwards; the one it has if left out, null for none.'),
      }),
    data: () =>
      z.object({
        group: group(),
        mergedGroupIds: z.array(uuid()).describe('The groups that went into it and are gone.'),
        reparentedGroupIds: z.array(uuid()).describe('Their subgroups, which lie in it now.'),
        contactIds: z.array(uuid()).describe('Its members afterwards.'),
        movedViewIds: z.array(uuid()).describe('Their views, which are filed under it now.'),
        deletedFavoriteIds: z.array(uuid()).describe('Favorites of theirs that were deleted.'),
        deletedShareLinkIds: z.array(uuid()).describe('Share links of theirs that were deleted.'),
      }),
  },
});
