import * as z from 'zod';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId } from './schema/primitives.ts';

const named = () =>
  z.object({
    id: z.string().describe('Id of the contact or group.'),
    name: z.string().describe('Its name; empty if it has none.'),
  });

/** Maximum number of merges in a list. */
export const MAX_LISTED_MERGES = 200;

/** Merges that can be undone. `merge_contacts`, `undo_contact_merge`, and `merge_groups` are with their resources. */
export const merges = defineOperations({
  list_merges: {
    summary: 'List merges',
    description:
      'Lists the merges of contacts and groups in the last 30 days that can be undone, latest first, at most 200. Merges into the same contact or group are undone latest first.',
    method: 'GET',
    path: '/v2/merges',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'cli'],
    data: () =>
      z.object({
        merges: z
          .array(
            z.object({
              id: ownId(),
              merged_at: answeredTime().describe('When it was merged, in UTC.'),
              contact_id: z
                .string()
                .optional()
                .describe('The surviving contact, for undo_contact_merge. Absent for groups.'),
              group_id: z
                .string()
                .optional()
                .describe('The surviving group, for undo_group_merge. Absent for contacts.'),
              name: z.string().describe('Name of the survivor; empty if it has none.'),
              merged: z.array(named()).describe('The contacts or groups merged into it.'),
              later_merged_into: z
                .string()
                .optional()
                .describe('The contact that it was merged into later. Undo that merge first.'),
            }),
          )
          .describe('The merges, latest first.'),
      }),
  },
  undo_group_merge: {
    summary: 'Undo a merge of groups',
    description:
      'Undoes the latest merge into this group, up to 30 days old. The merged groups are restored, and later changes are kept. A second call undoes the merge before it. Returns 409 if there is none left.',
    method: 'POST',
    path: '/v2/groups/{groupId}/undo-merge',
    // Not idempotent: it restores groups, and a second call undoes another merge.
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    offered: ['api', 'cli'],
    data: () => z.object({ groups: z.array(named()).describe('The separated groups, the survivor first.') }),
  },
});
