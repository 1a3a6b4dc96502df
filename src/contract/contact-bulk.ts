import * as z from 'zod';
import { batch, continueOnError } from './batch.ts';
import { contact } from './contact.ts';
import { inTools } from './contact-in-tools.ts';
import { contactCreate, contactUpdate } from './contact-input.ts';
import { foundDuplicates } from './contact-merge.ts';
import { creationInParts } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import { bulkResult, idOf, idsOf, pagination, warned } from './schema/primitives.ts';

const ON_DUPLICATE = ['create', 'skip', 'report'] as const;

const string = { type: 'string' };
const boolean = { type: 'boolean' };

/** Fields that people change in many contacts at once, as tools show them. */
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
    divides: creationInParts('contacts'),
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
            'What becomes of a row that is almost certainly a contact you have, or an earlier row: `create` stores it and says so, `skip` leaves it out, `report` leaves it out and lists it in `failedRows`.',
          toolDescription: 'somebody certainly there already: create anyway, skip, or report as failed',
        }),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts that were created.'),
        pagination: pagination(),
        batch: batch().describe('What became of the rows.'),
        ...warned(),
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
                data: {
                  type: 'object',
                  properties: BULK_DATA,
                  description:
                    'other values of update_contact too, and lists that replace; no add_…, remove_…, last_seen_now, snooze_days',
                },
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
