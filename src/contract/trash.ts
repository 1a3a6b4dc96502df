import * as z from 'zod';
import { TRASH_KIND_NAMES } from './archive.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { dateTime, idOf, pagination, paging, someOf, text } from './schema/primitives.ts';

const kind = () => z.enum(TRASH_KIND_NAMES);

const deletedThing = () =>
  z.object({
    id: z.string().describe('The id that it had; restore_from_trash takes it.'),
    kind: kind().describe('What it was.'),
    name: z.string().describe('Its name or the beginning of its text; empty when it has none.'),
    deleted_at: answeredTime().describe('When it was deleted, in UTC.'),
    expires_at: answeredTime().describe('When it is purged for good, in UTC.'),
  });

// A connected app that may delete was promised the trash: what it deletes can be restored. So no OAuth token empties it.
const forGood = { effect: 'delete', idempotency: 'optional', envelope: 'v2', management: true } as const;
const offered = ['api', 'web', 'cli'] as const;

export const trash = defineOperations({
  list_trash: {
    summary: 'List the trash',
    description: 'Lists what was deleted in the last 30 days and can still be restored, the latest first.',
    method: 'GET',
    path: '/v2/trash',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        kind: kind()
          .optional()
          .meta({ description: 'Only things of this kind.', toolDescription: 'such as contact or note' }),
        searchQuery: text(1_000).optional().meta({
          description: 'Beginnings of words of the name, which must all occur. Case and accents do not matter.',
          toolDescription: 'words of its name',
        }),
        ...paging(),
      }),
    data: () =>
      z.object({
        items: z.array(deletedThing()).describe('What was deleted, the latest first.'),
        pagination: pagination(),
      }),
  },
  restore_from_trash: {
    summary: 'Restore from the trash',
    description:
      'Brings back up to 500 deleted things, each whole with what went with it: a contact with its details, links, notes and reminders. What is not in the trash is listed in `failed`.',
    method: 'POST',
    path: '/v2/trash/restore',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        ids: someOf(idOf('deleted thing'), 500).meta({
          description: 'The ids of what was deleted, 1 to 500.',
          toolDescription: 'ids from list_trash',
        }),
      }),
    data: () =>
      z.object({
        restored: z
          .array(
            z.object({
              id: z.string().describe('The id that it has again.'),
              kind: kind().describe('What it is.'),
            }),
          )
          .describe('What is back.'),
        failed: z
          .array(
            z.object({
              id: z.string().describe('The id as it was sent.'),
              reason: z.string().describe('Why it was not restored, in words.'),
            }),
          )
          .describe('What was not restored.'),
      }),
  },
  get_from_trash: {
    summary: 'Get a deleted thing',
    description: 'Answers what one deleted thing was, by the id that it had.',
    method: 'GET',
    path: '/v2/trash/{trashId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered,
    data: () => z.object({ item: deletedThing().describe('The deleted record.') }),
  },
  delete_from_trash: {
    summary: 'Delete one thing for good',
    description: 'Takes one deleted thing out of the trash, with what was deleted with it. It cannot be restored.',
    method: 'DELETE',
    path: '/v2/trash/{trashId}',
    offered,
    ...forGood,
    data: () => z.object({ item: deletedThing().describe('The permanently deleted record.') }),
  },
  empty_trash: {
    summary: 'Empty the trash',
    description: 'Deletes for good what is in the trash. It cannot be restored.',
    method: 'POST',
    path: '/v2/trash/empty',
    offered,
    ...forGood,
    body: () =>
      z.strictObject({
        until: dateTime().optional().describe('Only what was deleted until then. Default: now.'),
      }),
    data: () => z.object({ affected: z.int().describe('How many things are gone for good.') }),
  },
});
