import * as z from 'zod';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId } from './schema/primitives.ts';

const named = () =>
  z.object({
    id: z.string().describe('Its id.'),
    name: z.string().describe('Its name; empty without one.'),
  });

/** Merges that can be taken back. merge_contacts, undo_contact_merge and merge_groups are with their resources. */
export const merges = defineOperations({
  list_merges: {
    summary: 'List merges',
    description:
      'Lists the merges of contacts and groups in the last 30 days that can be taken back, the latest first. Of several into one, the latest is taken back first.',
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
                .describe('The contact that was kept; undo_contact_merge takes it. Absent for groups.'),
              group_id: z
                .string()
                .optional()
                .describe('The group that was kept; undo_group_merge takes it. Absent for contacts.'),
              name: z.string().describe('The name of what was kept; empty without one.'),
              merged: z.array(named()).describe('What was merged into it.'),
              later_merged_into: z
                .string()
                .optional()
                .describe('The contact that it was merged into later. That merge has to be taken back first.'),
            }),
          )
          .describe('The merges, the latest first.'),
      }),
  },
  undo_group_merge: {
    summary: 'Undo a merge of groups',
    description:
      'Takes back the latest merge into this group, up to 30 days old: the merged groups are back, and changes made since stay. A second call takes back the merge before; with none left it is a 409.',
    method: 'POST',
    path: '/v2/groups/{groupId}/undo-merge',
    // It brings groups back, and a second call takes back the merge before as well.
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    offered: ['api', 'cli'],
    data: () => z.object({ groups: z.array(named()).describe('The groups that are apart again, the kept one first.') }),
  },
});
