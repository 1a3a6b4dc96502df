import * as z from 'zod';
import { defineOperations } from './schema/operation.ts';
import { integer, uuid } from './schema/primitives.ts';

const MAX_LABELS = 500;

const label = () =>
  z.object({
    id: uuid().describe('The id of the tag or group, a UUID.'),
    name: z.string().describe('The name of the tag or group.'),
  });

export const labels = defineOperations({
  list_label_names: {
    summary: 'List the names of tags and groups',
    description:
      'Lists the names of tags and groups without counts, which makes it fast. list_tags and list_groups also count.',
    method: 'GET',
    path: '/v2/labels',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'web'],
    query: () =>
      z.strictObject({
        ids: z
          .array(uuid())
          .max(MAX_LABELS, `must have at most ${MAX_LABELS} entries`)
          .optional()
          .describe('Only the tags and groups with these ids; unknown ids are skipped.'),
        take: integer(1, MAX_LABELS)
          .default(MAX_LABELS)
          .describe(`Maximum number of tags, and of groups, 1 to ${MAX_LABELS}. Default: ${MAX_LABELS}.`),
      }),
    data: () =>
      z.object({
        tags: z.array(label()).describe('The tags, by name.'),
        groups: z.array(label()).describe('The groups, by name.'),
      }),
  },
});
