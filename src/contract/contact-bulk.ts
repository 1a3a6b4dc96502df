import * as z from 'zod';
import { contact } from './contact.ts';
import { contactCreate, contactUpdate } from './contact-input.ts';
import { foundDuplicates } from './contact-merge.ts';
import { creationInParts } from './division.ts';
import { defineOperations } from './operation.ts';
import { bulkResult, idOf, idsOf, itemError, pagination } from './schema/primitives.ts';

const chunk = () =>
  z.object({
    index: z.int().describe('Its number, from 0.'),
    offset: z.int().describe('The index of its first row in the request.'),
    count: z.int().describe('How many rows it has.'),
    status: z.enum(['committed', 'failed']).describe('Whether any of its rows was stored.'),
    error: itemError().optional(),
  });

const failedRow = () =>
  z.object({
    index: z.int().describe('The index of the row in the request.'),
    id: z.string().optional().describe('The id that the row brought, if any.'),
    error: itemError(),
  });

const batch = () =>
  z.object({
    requested: z.int().describe('How many rows the request had.'),
    committed: z.int().describe('How many rows were stored.'),
    committedThrough: z.int().describe('The index of the last row before the first that was not stored; -1 for none.'),
    chunkSize: z.int().describe('How many rows are stored in one transaction.'),
    chunks: z.array(chunk()).describe('The chunks that were tried.'),
    failedRows: z.array(failedRow()).describe('The rows that failed.'),
  });

const change = () =>
  z.strictObject({
    contactId: idOf('contact').describe('The contact to change.'),
    data: contactUpdate().describe(
      'The fields to change, as in update_contact without `add_…`, `remove_…`, `last_seen_now` and `snooze_days`.',
    ),
  });

export const contactBulk = defineOperations({
  bulk_create_contacts: {
    summary: 'Create many contacts',
    description:
      'Creates up to 500 contacts in chunks of 100, one transaction each. With `continueOnError` bad rows are listed and the others stored; without it an invalid row refuses the request, and a chunk that fails ends it. A retry with the same Idempotency-Key goes on where the first try stopped.',
    method: 'POST',
    path: '/v2/contacts/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    partialSuccess: { list: 'contacts', flag: 'continueOnError' },
    divides: creationInParts,
    body: () =>
      z.strictObject({
        contacts: z
          .array(contactCreate())
          .min(1, 'must not be empty')
          .max(500, 'must have at most 500 entries')
          .meta({
            description: 'The contacts, 1 to 500.',
            tool: {
              type: 'array',
              items: { type: 'object', properties: { full_name: { type: 'string' } } },
              description: 'as in create_contact, such as company, contact_emails [{email}], tags_contacts [{tag_id}]',
            },
          }),
        continueOnError: z.boolean().default(false).describe('Whether to store the good rows in spite of bad ones.'),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts that were created.'),
        pagination: pagination(),
        batch: batch().describe('What became of the rows.'),
        ...foundDuplicates(),
      }),
  },
  bulk_update_contacts: {
    summary: 'Change many contacts',
    description: 'Changes up to 500 contacts, each with data of its own: all of them, or none when one row fails.',
    method: 'PUT',
    path: '/v1/contacts',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    listArgument: 'updates',
    body: () =>
      z
        .array(change())
        .min(1, 'must not be empty')
        .max(500, 'must have at most 500 entries')
        .meta({
          description: 'The changes, 1 to 500.',
          tool: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                contactId: { type: 'string' },
                data: { type: 'object', properties: {}, description: 'as in update_contact' },
              },
            },
          },
        }),
    data: () => z.object({ count: z.int().describe('How many contacts were changed.') }),
  },
  bulk_delete_contacts: {
    summary: 'Delete many contacts',
    description:
      'Deletes up to 500 contacts, each as delete_contact does. Ids that are not yours are listed in `failed`.',
    method: 'POST',
    path: '/v2/contacts/batch-delete',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: () => z.strictObject({ contactIds: idsOf('contact', 500).describe('The contacts to delete, 1 to 500.') }),
    data: bulkResult,
  },
});
