import * as z from 'zod';
import { defineOperations, once } from './operation.ts';
import { affectedIds, bulkResult, flags, ids, itemError, pagination, paging, text, uuid } from './schema/primitives.ts';

const tag = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      workspace_id: z.string().nullable(),
      name: z.string(),
      _count: z.object({ tags_contacts: z.int() }),
    })
    .meta({ id: 'Tag' }),
);

/** Longer ones are no names of tags; composing what is much longer could take long. */
const LONGEST_TYPED = 1_000;

/** Trimmed, NFC, 1 to 100 characters (docs/api/organizing.md#tags). */
export const readTagName = (name: string): string =>
  name.length > LONGEST_TYPED ? name : name.trim().normalize('NFC');
export const TAG_NAME_LENGTH = 100;

const tagName = () =>
  text(LONGEST_TYPED)
    .overwrite(readTagName)
    .refine((name) => name.length > 0, 'must not be blank')
    .refine((name) => [...name].length <= TAG_NAME_LENGTH, `must be at most ${TAG_NAME_LENGTH} characters`);

const named = () => z.strictObject({ name: tagName() });
const one = () => z.object({ tag: tag() });
const include = () => z.strictObject({ include: flags().optional() });
const links = () => z.strictObject({ contactIds: ids(500), tagIds: ids(100) });

export const tags = defineOperations({
  list_tags: {
    method: 'GET',
    path: '/v2/tags',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(paging()),
    data: () => z.object({ tags: z.array(tag()), pagination: pagination() }),
  },
  create_tag: {
    method: 'POST',
    path: '/v2/tags',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    findsOrCreates: true,
    wrapper: 'tag',
    query: include,
    body: named,
    data: one,
  },
  create_tag_v1: {
    method: 'POST',
    path: '/v1/tags',
    effect: 'create',
    idempotency: 'optional',
    envelope: 'v1',
    findsOrCreates: true,
    wrapper: 'tag',
    query: include,
    body: named,
    data: one,
  },
  bulk_create_tags: {
    method: 'POST',
    path: '/v2/tags/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    findsOrCreates: true,
    body: () =>
      z.strictObject({
        // An over-long name is one row's failure, so only the size of the body bounds it.
        names: z
          .array(text(5 * 1024 * 1024))
          .min(1, 'must not be empty')
          .max(100, 'must have at most 100 entries'),
      }),
    data: () =>
      z.object({
        tags: z.array(tag()),
        pagination: pagination(),
        failed: z.array(z.object({ name: z.string(), error: itemError() })),
      }),
  },
  update_tag: {
    method: 'PUT',
    path: '/v1/tags/{tagId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'tag',
    body: () => named().partial(),
    data: one,
  },
  delete_tag: {
    method: 'DELETE',
    path: '/v2/tags/{tagId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  tag_contacts: {
    method: 'POST',
    path: '/v2/tags/contacts/add',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: links,
    data: bulkResult,
  },
  untag_contacts: {
    method: 'POST',
    path: '/v2/tags/contacts/remove',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    body: links,
    data: bulkResult,
  },
});
