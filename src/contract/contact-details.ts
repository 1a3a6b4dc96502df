import * as z from 'zod';
import { contactAddress, contactEmail, contactPhoneNumber } from './contact.ts';
import { addressInput, emailInput, phoneInput } from './contact-input.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedOnly, bulkResult, type IdKind, idOf, ranking } from './schema/primitives.ts';

const reorder = (kind: IdKind) => () =>
  z.strictObject({
    order: z
      .array(
        z.strictObject({
          id: idOf(kind).describe('The row to move.'),
          ranking: ranking().describe('Sort position, lowest first.'),
        }),
      )
      .min(1, 'must not be empty')
      .max(500, 'must have at most 500 entries')
      .describe('The rows to move, 1 to 500.'),
  });

const write = { envelope: 'v2', idempotency: 'required' } as const;
const remove = { method: 'DELETE', effect: 'delete', envelope: 'v2', idempotency: 'optional' } as const;

export const contactDetails = defineOperations({
  add_contact_email: {
    summary: 'Add an email address',
    description:
      'Adds an email address to a contact. Returns 409 with the id if the contact already has it, regardless of case.',
    ...write,
    method: 'POST',
    path: '/v2/contact-emails/{contactId}',
    effect: 'create',
    status: 201,
    body: emailInput,
    data: () => z.object({ email: contactEmail() }),
  },
  update_contact_email: {
    summary: 'Change an email address',
    description: 'Changes the given fields of one email address of a contact.',
    ...write,
    method: 'PATCH',
    path: '/v2/contact-emails/{contactId}/{emailId}',
    effect: 'update',
    body: () => emailInput().partial(),
    data: bulkResult,
  },
  delete_contact_email: {
    summary: 'Remove an email address',
    description: 'Removes one email address from a contact.',
    ...remove,
    path: '/v2/contact-emails/{contactId}/{emailId}',
    data: affectedOnly,
  },
  reorder_contact_emails: {
    summary: 'Reorder email addresses',
    description:
      "Reorders a contact's email addresses; the lowest ranking is the main address. Ids that the contact no longer has are listed in `failed`.",
    ...write,
    method: 'PUT',
    path: '/v2/contact-emails/{contactId}/reorder',
    effect: 'update',
    body: reorder('email address'),
    data: bulkResult,
  },
  add_contact_phone: {
    summary: 'Add a phone number',
    description:
      'Adds a phone number to a contact, stored as written. Returns 409 with the id if the contact already has it.',
    ...write,
    method: 'POST',
    path: '/v2/contact-phone-numbers/{contactId}',
    effect: 'create',
    status: 201,
    body: phoneInput,
    data: () => z.object({ phoneNumber: contactPhoneNumber() }),
  },
  update_contact_phone: {
    summary: 'Change a phone number',
    description: 'Changes the given fields of one phone number of a contact.',
    ...write,
    method: 'PATCH',
    path: '/v2/contact-phone-numbers/{contactId}/{phoneId}',
    effect: 'update',
    body: () => phoneInput().partial(),
    data: bulkResult,
  },
  delete_contact_phone: {
    summary: 'Remove a phone number',
    description: 'Removes one phone number from a contact.',
    ...remove,
    path: '/v2/contact-phone-numbers/{contactId}/{phoneId}',
    data: affectedOnly,
  },
  reorder_contact_phones: {
    summary: 'Reorder phone numbers',
    description:
      "Reorders a contact's phone numbers; the lowest ranking is the main number. Ids that the contact no longer has are skipped.",
    ...write,
    method: 'PUT',
    path: '/v2/contact-phone-numbers/{contactId}/reorder',
    effect: 'update',
    body: reorder('phone number'),
    data: affectedOnly,
  },
  add_contact_address: {
    summary: 'Add a postal address',
    description: 'Adds a postal address to a contact, in parts or as one formatted string.',
    ...write,
    method: 'POST',
    path: '/v2/contact-legacy-addresses/{contactId}',
    effect: 'create',
    status: 201,
    body: addressInput,
    data: () => z.object({ address: contactAddress() }),
  },
  update_contact_address: {
    summary: 'Change a postal address',
    description: 'Changes the given parts of one postal address of a contact; null clears a part.',
    ...write,
    method: 'PATCH',
    path: '/v2/contact-legacy-addresses/{contactId}/{addressId}',
    effect: 'update',
    body: addressInput,
    data: bulkResult,
  },
  delete_contact_address: {
    summary: 'Remove a postal address',
    description: 'Removes one postal address from a contact.',
    ...remove,
    path: '/v2/contact-legacy-addresses/{contactId}/{addressId}',
    data: affectedOnly,
  },
});
