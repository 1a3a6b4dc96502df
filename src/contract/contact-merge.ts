import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contact, includeQuery } from './contact.ts';
import { splitMerge } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import { idOf, idsOf, itemError, pagination, paging, uuid, warned } from './schema/primitives.ts';

const group = () => z.array(idOf('contact')).min(2, 'must name at least two contacts').max(100);

const mergeGroup = () =>
  z.union([
    group(),
    z.strictObject({
      contactIds: group().describe('The contacts of one person, 2 to 100.'),
      primaryContactId: idOf('contact').optional().describe('The contact to keep. Default: the oldest.'),
    }),
  ]);

/** From highest to lowest. A filter by confidence also includes higher ones. */
export const CONFIDENCES = ['certain', 'likely', 'possible'] as const;

const duplicate = once(() =>
  z
    .object({
      contactIds: z.array(uuid()).describe('The contacts. A merge would keep the first one.'),
      confidence: z.enum(CONFIDENCES).describe('Confidence level.'),
      score: z.number().describe('Confidence as a number; higher is more certain.'),
      reasons: z.array(z.string()).describe('Reasons, as text.'),
      index: z
        .int()
        .optional()
        .describe('Index of a row in a bulk creation that was skipped because it is almost certainly this contact.'),
      contacts: z
        .array(contact())
        .optional()
        .describe('The contacts as records. Present only if `include` names `contacts`.'),
    })
    .meta({ id: 'Duplicate', description: 'Contacts that may be one person.' }),
);

/** Field of a create response that lists almost certain duplicates. */
export const foundDuplicates = () => ({
  duplicates: z
    .array(duplicate())
    .optional()
    .describe('New contacts that almost certainly existed already. Absent if there are none.'),
});

export const contactMerge = defineOperations({
  find_duplicate_contacts: {
    summary: 'Find duplicate contacts',
    description:
      'Lists contacts that may be the same person, most certain first, with reasons. Nothing is merged. Archived contacts and those with `ignore_merge` are left out.',
    method: 'GET',
    path: '/v2/contacts/duplicates',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only duplicates of this contact.'),
        confidence: z.enum(CONFIDENCES).default('possible').meta({
          description: 'Minimum confidence. Default: `possible`.',
          toolDescription: 'minimum; default: possible',
        }),
        ...includeQuery('contacts'),
        ...paging(),
      }),
    data: () =>
      z.object({
        duplicates: z.array(duplicate()).describe('Possible duplicates, most certain first.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  merge_contacts: {
    summary: 'Merge contacts',
    description:
      'Merges each group of duplicates into one contact, the oldest unless `survivorIds` or the group names another. No data is lost: empty fields are filled from the other contacts, and their details, tags, notes, and reminders move to the survivor. Groups are merged one by one; failures are listed in `failed`.',
    method: 'POST',
    path: '/v2/contacts/merge',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    splits: splitMerge,
    body: () =>
      z.strictObject({
        contactIds: z
          .array(mergeGroup())
          .min(1, 'must not be empty')
          .max(50, 'must have at most 50 groups')
          .meta({
            description:
              'The groups to merge, 1 to 50: each a list of ids, or an object that names the contact to keep.',
            tool: {
              type: 'array',
              items: { type: 'array', items: { type: 'string' } },
              description: 'one list per person: [[id, id], …], the oldest is kept; or {contactIds, primaryContactId}',
            },
          }),
        survivorIds: idsOf('contact', 50).optional().meta({
          description:
            'The contacts to keep, at most one per group. Default: the oldest of each group. An id that is in no group fails the request.',
          toolDescription: 'whom to keep in each group; default: the oldest',
        }),
      }),
    data: () =>
      z.object({
        merged: z.array(contact()).describe('The surviving contacts, one per group.'),
        failed: z
          .array(
            z.object({
              contactIds: z.array(z.string()).describe('The group as it was sent.'),
              error: itemError(),
            }),
          )
          .describe('Groups that were not merged.'),
        ...warned(),
      }),
  },
  undo_contact_merge: {
    summary: 'Undo a merge',
    description:
      'Undoes the latest merge into this contact, up to 30 days old. The merged contacts are restored, and later additions stay with this contact. A second call undoes the previous merge. Returns 409 if there is none left.',
    method: 'POST',
    path: '/v2/contacts/{contactId}/undo-merge',
    // Not idempotent: it restores contacts, and a second call undoes another merge.
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    data: () => z.object({ contacts: z.array(contact()).describe('The separated contacts.'), ...warned() }),
  },
});
