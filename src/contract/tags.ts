import * as z from 'zod';
import { once } from '../shared/once.ts';
import { flags } from './schema/flags.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  bulkResult,
  idsOf,
  itemError,
  owner,
  ownId,
  pagination,
  paging,
  text,
} from './schema/primitives.ts';

const tag = once(() =>
  z
    .object({
      id: ownId(),
      ...owner(),
      name: z.string().describe('Name of the tag, unique among the user’s tags.'),
      _count: z
        .object({ tags_contacts: z.int().describe('Number of contacts with the tag, without archived ones.') })
        .describe('Counts for the tag.'),
    })
    .meta({ id: 'Tag', description: 'A label for contacts.' }),
);

/** Longer text cannot be a tag name, and normalizing very long text is slow. */
const MAX_TYPED = 1_000;

/** Normalizes a tag name: trimmed, NFC, 1 to 100 characters (docs/api/organizing.md#tags). */
export const readTagName = (name: string): string => (name.length > MAX_TYPED ? name : name.trim().normalize('NFC'));
export const TAG_NAME_LENGTH = 100;

export const tagName = () =>
  text(MAX_TYPED)
    .overwrite(readTagName)
    .refine((name) => name.length > 0, 'must not be blank')
    .refine((name) => [...name].length <= TAG_NAME_LENGTH, `must be at most ${TAG_NAME_LENGTH} characters`);

const name = () => tagName().describe('Name of the tag: 1 to 100 characters, trimmed, case kept.');
const named = () => z.strictObject({ name: name() }).describe('The tag to find or create.');
const one = () => z.object({ tag: tag() });
const include = () =>
  z.strictObject({
    include: flags()
      .optional()
      .meta({ tool: 'omit', description: 'Accepted for compatibility. Tags are always returned in full.' }),
  });
const associations = () =>
  z.strictObject({
    contactIds: idsOf('contact', 500).describe('The contacts, 1 to 500.'),
    tagIds: idsOf('tag', 100).describe('The tags, 1 to 100.'),
  });

export const tags = defineOperations({
  list_tags: {
    summary: 'List tags',
    description: 'Lists tags by name, each with the number of contacts that have it, without archived ones.',
    method: 'GET',
    path: '/v2/tags',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(paging()),
    data: () => z.object({ tags: z.array(tag()).describe('The tags, by name.'), pagination: pagination() }),
  },
  create_tag: {
    summary: 'Create a tag',
    description:
      'Creates a tag, or returns the existing tag with that name. Names are compared exactly, including case.',
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
    summary: 'Create a tag (v1)',
    description: 'Creates a tag, or returns the existing tag with that name, in the v1 envelope.',
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
    summary: 'Create many tags',
    description:
      'Finds or creates up to 100 tags by name. Blank and overlong names are listed in `failed`; the others are processed.',
    method: 'POST',
    path: '/v2/tags/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    findsOrCreates: true,
    body: () =>
      z.strictObject({
        // An overlong name fails only its own row, so the limit here is the size of the body.
        names: z
          .array(text(5 * 1024 * 1024))
          .min(1, 'must not be empty')
          .max(100, 'must have at most 100 entries')
          .describe('The names, 1 to 100. Duplicates are dropped.'),
      }),
    data: () =>
      z.object({
        tags: z.array(tag()).describe('The found or created tags.'),
        pagination: pagination(),
        failed: z
          .array(z.object({ name: z.string().describe('The name as sent.'), error: itemError() }))
          .describe('Names that are blank or too long.'),
      }),
  },
  update_tag: {
    summary: 'Rename a tag',
    description: 'Renames a tag on all contacts. Returns 409 if another tag has the name.',
    method: 'PUT',
    path: '/v1/tags/{tagId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'tag',
    body: () => z.strictObject({ name: name().optional() }).describe('The changes.'),
    data: one,
  },
  delete_tag: {
    summary: 'Delete a tag',
    description: 'Deletes a tag and removes it from all contacts. The contacts are kept.',
    method: 'DELETE',
    path: '/v2/tags/{tagId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  tag_contacts: {
    summary: 'Tag contacts',
    description:
      'Adds every given tag to every given contact, up to 500 contacts and 100 tags. Contacts that already have a tag keep it.',
    method: 'POST',
    path: '/v2/tags/contacts/add',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: associations,
    data: bulkResult,
  },
  untag_contacts: {
    summary: 'Untag contacts',
    description: 'Removes the given tags from the given contacts. The tags themselves are kept.',
    method: 'POST',
    path: '/v2/tags/contacts/remove',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    body: associations,
    data: bulkResult,
  },
});
