import * as z from 'zod';
import { CARD_LISTS, CARD_TEXTS, type CardField } from '../shared/cards/fields.ts';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId, pagination, paging } from './schema/primitives.ts';

/** Whether the value that gave way can replace the stored one. Entries of lists and photos are edited in the contact. */
export const isTakeable = (field: CardField): boolean =>
  field !== 'photo' && !(CARD_LISTS as readonly string[]).includes(field);

const conflict = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: z.string().describe('The contact that was edited.'),
      contact_name: z.string().nullable().describe('The name of the contact; null without one.'),
      field: z.enum([...CARD_TEXTS, ...CARD_LISTS]).describe('The field that both sides changed.'),
      kept: z.string().nullable().describe('The stored value, in words; null for none.'),
      lost: z.string().nullable().describe('The value that gave way, in words; null for none.'),
      can_take: z.boolean().describe('Whether settle_conflict can put the value that gave way back.'),
      address_book: z
        .string()
        .nullable()
        .describe('The name of the synced address book that the edit came from; null for a device.'),
      created_at: answeredTime().describe('When the edit gave way, in UTC.'),
    })
    .meta({ id: 'Conflict', description: 'An edit that gave way to another edit of the same field.' }),
);

/** Edits of devices and synced address books that gave way to others. */
export const conflicts = defineOperations({
  list_conflicts: {
    summary: 'List sync conflicts',
    description:
      'Lists the edits from devices and synced address books that gave way to another edit of the same field, the oldest first.',
    method: 'GET',
    path: '/v2/conflicts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    query: () => z.strictObject(paging()),
    data: () =>
      z.object({
        conflicts: z.array(conflict()).describe('The edits that gave way, the oldest first.'),
        pagination: pagination(),
      }),
  },
  settle_conflict: {
    summary: 'Settle a sync conflict',
    description:
      'Removes a conflict from the list, and on request puts the value that gave way into the contact first.',
    method: 'POST',
    path: '/v2/conflicts/{conflictId}/settle',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    body: () =>
      z.strictObject({
        take: z
          .boolean()
          .describe('True puts the value that gave way into the contact, false keeps the contact as it is.'),
      }),
    data: () => z.object({ conflict: conflict().describe('The conflict that was settled.') }),
  },
});
