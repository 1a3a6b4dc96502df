import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contact, includeQuery } from './contact.ts';
import { mergeInParts } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import { idOf, idsOf, itemError, pagination, paging, uuid, warned } from './schema/primitives.ts';

const group = () => z.array(idOf('contact')).min(2, 'must name at least two contacts').max(100);

const mergeGroup = () =>
  z.union([
    group(),
    z.strictObject({
      contactIds: group().describe('The contacts that are one person, 2 to 100.'),
      primaryContactId: idOf('contact').optional().describe('The one of them to keep; the oldest if left out.'),
    }),
  ]);

/** The surest first. To ask for one is to ask for that one or better. */
export const CONFIDENCES = ['certain', 'likely', 'possible'] as const;

const duplicate = once(() =>
  z
    .object({
      contactIds: z.array(uuid()).describe('The contacts; a merge would keep the first.'),
      confidence: z.enum(CONFIDENCES).describe('How sure it is.'),
      score: z.number().describe('The same as a number; higher is surer.'),
      reasons: z.array(z.string()).describe('What speaks for it, in words.'),
      index: z
        .int()
        .optional()
        .describe('The row of a bulk creation that was left out because it is certainly this contact.'),
      contacts: z.array(contact()).optional().describe('The contacts themselves, when `include` asked for them.'),
    })
    .meta({ id: 'Duplicate', description: 'Contacts that may be one person.' }),
);

/** The part of an answer to a creation that names contacts which are almost certainly there already. */
export const foundDuplicates = () => ({
  duplicates: z
    .array(duplicate())
    .optional()
    .describe('New contacts that are almost certainly there already; absent when there are none.'),
});

export const contactMerge = defineOperations({
  find_duplicate_contacts: {
    summary: 'Find duplicate contacts',
    description:
      'Lists contacts that may be one person, the surest first, with the reasons. It only suggests, and leaves out archived contacts and those with `ignore_merge`.',
    method: 'GET',
    path: '/v2/contacts/duplicates',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only duplicates of this contact.'),
        confidence: z.enum(CONFIDENCES).default('possible').meta({
          description: 'How sure a duplicate must be at least; `possible` if left out.',
          toolDescription: 'this sure at least; possible if left out',
        }),
        ...includeQuery('contacts'),
        ...paging(),
      }),
    data: () =>
      z.object({
        duplicates: z.array(duplicate()).describe('Possible duplicates, the surest first.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  merge_contacts: {
    summary: 'Merge contacts',
    description:
      'Makes one contact of each group of duplicates, keeping the oldest unless `survivorIds` or the group names another. Nothing is lost: its fields are filled up from the others, and their details, tags, notes and reminders move to it. Groups are merged one by one, and one that fails is listed in `failed`.',
    method: 'POST',
    path: '/v2/contacts/merge',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    divides: mergeInParts,
    body: () =>
      z.strictObject({
        contactIds: z
          .array(mergeGroup())
          .min(1, 'must not be empty')
          .max(50, 'must have at most 50 groups')
          .meta({
            description: 'The groups to merge, 1 to 50: a list of ids each, or an object that names the one to keep.',
            tool: {
              type: 'array',
              items: { type: 'array', items: { type: 'string' } },
              description: 'a list for each person: [[id, id], …], the oldest stays; or {contactIds, primaryContactId}',
            },
          }),
        survivorIds: idsOf('contact', 50).optional().meta({
          description:
            'The contacts to keep, at most one for each group; the oldest of a group that has none here. One that is in no group fails them all.',
          toolDescription: 'whom to keep of each group; else the oldest',
        }),
      }),
    data: () =>
      z.object({
        merged: z.array(contact()).describe('The contacts that were kept, one for each group.'),
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
      'Takes back the latest merge into this contact, up to 30 days old: every record is as it was, and what was added since stays with this contact. A second call takes back the merge before; with none left it is a 409.',
    method: 'POST',
    path: '/v2/contacts/{contactId}/undo-merge',
    // It brings contacts back, and a second call takes back the merge before as well.
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    data: () => z.object({ contacts: z.array(contact()).describe('The contacts that are apart again.'), ...warned() }),
  },
});
