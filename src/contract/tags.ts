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
      name: z.string().describe('What the tag is called, unique among your tags.'),
      _count: z
        .object({ tags_contacts: z.int().describe('How many contacts carry the tag, without archived ones.') })
        .describe('Numbers about the tag.'),
    })
    .meta({ id: 'Tag', description: 'A label that contacts can carry.' }),
);

/** Text beyond this is no name of a tag, and normalizing far longer text could take long. */
const LONGEST_TYPED = 1_000;

/** Trimmed, NFC, 1 to 100 characters (docs/api/organizing.md#tags). */
export const readTagName = (name: string): string =>
  name.length > LONGEST_TYPED ? name : name.trim().normalize('NFC');
export const TAG_NAME_LENGTH = 100;

export const tagName = () =>
  text(LONGEST_TYPED)
    .overwrite(readTagName)
    .refine((name) => name.length > 0, 'must not be blank')
    .refine((name) => [...name].length <= TAG_NAME_LENGTH, `must be at most ${TAG_NAME_LENGTH} characters`);

const name = () => tagName().describe('What the tag is called: 1 to 100 characters, trimmed, case kept.');
const named = () => z.strictObject({ name: name() }).describe('The tag to find or create.');
const one = () => z.object({ tag: tag() });
const include = () =>
  z.strictObject({
    include: flags().optional().meta({ tool: 'omit', description: 'Taken for compatibility; a tag is always whole.' }),
  });
const associations = () =>
  z.strictObject({
    contactIds: idsOf('contact', 500).describe('The contacts, 1 to 500.'),
    tagIds: idsOf('tag', 100).describe('The tags, 1 to 100.'),
  });

export const tags = defineOperations({
  list_tags: {
    summary: 'List tags',
    description: 'Lists your tags by name, each with the number of contacts that carry it, without archived ones.',
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
      'Creates a tag, or answers the one that has the name already. Names are compared exactly, case included.',
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
    description: 'Creates a tag, or answers the one that has the name already, in the v1 envelope.',
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
      'Finds or creates up to 100 tags by name. Blank and over-long names are reported in `failed`; the others are done.',
    method: 'POST',
    path: '/v2/tags/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    findsOrCreates: true,
    body: () =>
      z.strictObject({
        // A name that is too long fails its own row, so only the size of the body bounds it here.
        names: z
          .array(text(5 * 1024 * 1024))
          .min(1, 'must not be empty')
          .max(100, 'must have at most 100 entries')
          .describe('The names, 1 to 100; doubles are dropped.'),
      }),
    data: () =>
      z.object({
        tags: z.array(tag()).describe('The tags that were found or created.'),
        pagination: pagination(),
        failed: z
          .array(z.object({ name: z.string().describe('The name as it was sent.'), error: itemError() }))
          .describe('Names that are blank or too long.'),
      }),
  },
  update_tag: {
    summary: 'Rename a tag',
    description: 'Renames a tag on everybody who carries it. A name that another tag has is a 409.',
    method: 'PUT',
    path: '/v1/tags/{tagId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'tag',
    body: () => z.strictObject({ name: name().optional() }).describe('What to change.'),
    data: one,
  },
  delete_tag: {
    summary: 'Delete a tag',
    description: 'Deletes a tag and takes it off all contacts; the contacts stay.',
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
      'Puts every given tag on every given contact: up to 500 contacts and 100 tags. A contact that carries a tag already keeps it.',
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
    description: 'Takes the given tags off the given contacts; the tags themselves stay.',
    method: 'POST',
    path: '/v2/tags/contacts/remove',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    body: associations,
    data: bulkResult,
  },
});
