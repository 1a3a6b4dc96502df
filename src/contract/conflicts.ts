import * as z from 'zod';
import { CARD_LISTS, CARD_TEXTS, type CardField } from '../shared/cards/fields.ts';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId, pagination, paging } from './schema/primitives.ts';

/** Whether the overwritten value can be restored. List entries and photos must be edited in the contact. */
export const isRestorable = (field: CardField): boolean =>
  field !== 'photo' && !(CARD_LISTS as readonly string[]).includes(field);

const conflict = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: z.string().describe('The edited contact.'),
      contact_name: z.string().nullable().describe('Name of the contact; null if it has none.'),
      field: z.enum([...CARD_TEXTS, ...CARD_LISTS]).describe('Field that both sides changed.'),
      kept: z.string().nullable().describe('The stored value as text; null for none.'),
      lost: z.string().nullable().describe('The overwritten value as text; null for none.'),
      can_take: z.boolean().describe('Whether `settle_conflict` can restore the overwritten value.'),
      address_book: z
        .string()
        .nullable()
        .describe('Name of the synced address book that the edit came from; null for a device.'),
      created_at: answeredTime().describe('When the edit was overwritten, in UTC.'),
    })
    .meta({ id: 'Conflict', description: 'An edit that was overwritten by another edit of the same field.' }),
);

/** Edits from devices and synced address books that were overwritten by other edits. */
export const conflicts = defineOperations({
  list_conflicts: {
    summary: 'List sync conflicts',
    description:
      'Lists edits from devices and synced address books that were overwritten by another edit of the same field, oldest first.',
    method: 'GET',
    path: '/v2/conflicts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    query: () => z.strictObject(paging()),
    data: () =>
      z.object({
        conflicts: z.array(conflict()).describe('The overwritten edits, oldest first.'),
        pagination: pagination(),
      }),
  },
  settle_conflict: {
    summary: 'Settle a sync conflict',
    description: 'Removes a conflict from the list. With `take`, first restores the overwritten value in the contact.',
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
          .describe('True restores the overwritten value in the contact; false leaves the contact unchanged.'),
      }),
    data: () => z.object({ conflict: conflict().describe('The settled conflict.') }),
  },
});
