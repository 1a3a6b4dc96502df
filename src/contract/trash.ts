import * as z from 'zod';
import { TRASH_KIND_NAMES } from './archive.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { dateTime, idOf, pagination, paging, someOf, text } from './schema/primitives.ts';

const kind = () => z.enum(TRASH_KIND_NAMES);

const deletedRecord = () =>
  z.object({
    id: z.string().describe('Id of the deleted record, for `restore_from_trash`.'),
    kind: kind().describe('Kind of record.'),
    name: z.string().describe('Name, or beginning of the text; empty if it has none.'),
    deleted_at: answeredTime().describe('When it was deleted, in UTC.'),
    expires_at: answeredTime().describe('When it is permanently deleted, in UTC.'),
  });

// OAuth tokens cannot empty the trash, because users grant the delete scope on the promise that deletions can be undone.
const forGood = { effect: 'delete', idempotency: 'optional', envelope: 'v2', management: true } as const;
const offered = ['api', 'web', 'cli'] as const;

export const trash = defineOperations({
  list_trash: {
    summary: 'List the trash',
    description: 'Lists records deleted in the last 30 days that can still be restored, latest first.',
    method: 'GET',
    path: '/v2/trash',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        kind: kind()
          .optional()
          .meta({ description: 'Only records of this kind.', toolDescription: 'such as contact or note' }),
        searchQuery: text(1_000).optional().meta({
          description: 'Beginnings of words in the name, which must all occur, ignoring case and accents.',
          toolDescription: 'words in its name',
        }),
        ...paging(),
      }),
    data: () =>
      z.object({
        items: z.array(deletedRecord()).describe('The deleted records, latest first.'),
        pagination: pagination(),
      }),
  },
  restore_from_trash: {
    summary: 'Restore from the trash',
    description:
      'Restores up to 500 deleted records with everything deleted with them: a contact with its details, links, notes, and reminders. Ids that are not in the trash are listed in `failed`.',
    method: 'POST',
    path: '/v2/trash/restore',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        ids: someOf(idOf('deleted record'), 500).meta({
          description: 'Ids of the deleted records, 1 to 500.',
          toolDescription: 'ids from list_trash',
        }),
      }),
    data: () =>
      z.object({
        restored: z
          .array(
            z.object({
              id: z.string().describe('Id of the restored record.'),
              kind: kind().describe('Kind of record.'),
            }),
          )
          .describe('The restored records.'),
        failed: z
          .array(
            z.object({
              id: z.string().describe('The id as sent.'),
              reason: z.string().describe('Why it was not restored, as text.'),
            }),
          )
          .describe('Ids that were not restored.'),
      }),
  },
  get_from_trash: {
    summary: 'Get a deleted record',
    description: 'Returns a deleted record, by its id.',
    method: 'GET',
    path: '/v2/trash/{trashId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered,
    data: () => z.object({ item: deletedRecord().describe('The deleted record.') }),
  },
  delete_from_trash: {
    summary: 'Delete one record permanently',
    description: 'Permanently deletes one record in the trash and everything deleted with it. This cannot be undone.',
    method: 'DELETE',
    path: '/v2/trash/{trashId}',
    offered,
    ...forGood,
    data: () => z.object({ item: deletedRecord().describe('The permanently deleted record.') }),
  },
  empty_trash: {
    summary: 'Empty the trash',
    description: 'Permanently deletes everything in the trash. This cannot be undone.',
    method: 'POST',
    path: '/v2/trash/empty',
    offered,
    ...forGood,
    body: () =>
      z.strictObject({
        until: dateTime().optional().describe('Only records deleted up to this time. Default: now.'),
      }),
    data: () => z.object({ affected: z.int().describe('Number of permanently deleted records.') }),
  },
});
