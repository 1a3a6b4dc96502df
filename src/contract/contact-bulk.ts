import * as z from 'zod';
import { batch, continueOnError } from './batch.ts';
import { contact } from './contact.ts';
import { inTools } from './contact-in-tools.ts';
import { contactCreate, contactUpdate } from './contact-input.ts';
import { foundDuplicates } from './contact-merge.ts';
import { splitCreation } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import { bulkResult, idOf, idsOf, pagination, warned } from './schema/primitives.ts';

const ON_DUPLICATE = ['create', 'skip', 'report'] as const;

const string = { type: 'string' };
const boolean = { type: 'boolean' };

/** Tool schemas of the fields that people often change in many contacts. */
const BULK_DATA = {
  first_name: string,
  last_name: string,
  company: string,
  job_title: string,
  description: string,
  legacy_location: string,
  frequency: string,
  last_seen_at: string,
  starred: boolean,
  is_archived: boolean,
  tags_contacts: inTools.tagChanges.tool,
};

const change = () =>
  z.strictObject({
    contactId: idOf('contact').describe('The contact to change.'),
    data: contactUpdate().describe(
      'The fields to change, as in `update_contact` but without `add_…`, `remove_…`, `last_seen_now` and `snooze_days`.',
    ),
  });

export const contactBulk = defineOperations({
  bulk_create_contacts: {
    summary: 'Create many contacts',
    description:
      'Creates up to 500 contacts in chunks of 100, one transaction per chunk. With `continueOnError`, invalid rows are reported and the others stored. Without it, an invalid row rejects the request, and a failed chunk ends it. A retry with the same Idempotency-Key resumes where the first attempt stopped.',
    method: 'POST',
    path: '/v2/contacts/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    partialSuccess: { list: 'contacts', flag: 'continueOnError' },
    splits: splitCreation('contacts'),
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
        continueOnError: continueOnError(),
        onDuplicate: z.enum(ON_DUPLICATE).default('create').meta({
          description:
            'Handling of a row that almost certainly duplicates an existing contact or an earlier row. `create`: store it and report the duplicate. `skip`: do not store it. `report`: do not store it, and list it in `failedRows`.',
          toolDescription: 'almost certain duplicate: create anyway, skip, or report as failed',
        }),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The created contacts.'),
        pagination: pagination(),
        batch: batch().describe('Outcome of each row.'),
        ...warned(),
        ...foundDuplicates(),
      }),
  },
  bulk_update_contacts: {
    summary: 'Change many contacts',
    description: 'Changes up to 500 contacts, each with its own data. If one row fails, nothing changes.',
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
                data: {
                  type: 'object',
                  properties: BULK_DATA,
                  description:
                    'also other fields of update_contact; lists replace; no add_…, remove_…, last_seen_now, snooze_days',
                },
              },
            },
          },
        }),
    data: () => z.object({ count: z.int().describe('Number of changed contacts.') }),
  },
  bulk_delete_contacts: {
    summary: 'Delete many contacts',
    description: 'Deletes up to 500 contacts, each like `delete_contact`. Unknown ids are listed in `failed`.',
    method: 'POST',
    path: '/v2/contacts/batch-delete',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: () => z.strictObject({ contactIds: idsOf('contact', 500).describe('The contacts to delete, 1 to 500.') }),
    data: bulkResult,
  },
});
