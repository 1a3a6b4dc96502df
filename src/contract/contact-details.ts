import * as z from 'zod';
import { contactAddress, contactEmail, contactPhoneNumber } from './contact.ts';
import { addressInput, emailInput, phoneInput } from './contact-input.ts';
import { defineOperations } from './operation.ts';
import { affectedOnly, bulkResult, email, ranking, uuid } from './schema/primitives.ts';

const reorder = () =>
  z.strictObject({
    order: z
      .array(z.strictObject({ id: uuid(), ranking: ranking() }))
      .min(1, 'must not be empty')
      .max(500, 'must have at most 500 entries'),
  });

const write = { envelope: 'v2', idempotency: 'required' } as const;
const remove = { method: 'DELETE', effect: 'delete', envelope: 'v2', idempotency: 'optional' } as const;

export const contactDetails = defineOperations({
  add_contact_email: {
    ...write,
    method: 'POST',
    path: '/v2/contact-emails/{contactId}',
    effect: 'create',
    status: 201,
    body: emailInput,
    data: () => z.object({ email: contactEmail() }),
  },
  update_contact_email: {
    ...write,
    method: 'PATCH',
    path: '/v2/contact-emails/{contactId}/{emailId}',
    effect: 'update',
    body: () => emailInput().extend({ email: email().optional() }),
    data: bulkResult,
  },
  delete_contact_email: { ...remove, path: '/v2/contact-emails/{contactId}/{emailId}', data: affectedOnly },
  reorder_contact_emails: {
    ...write,
    method: 'PUT',
    path: '/v2/contact-emails/{contactId}/reorder',
    effect: 'update',
    body: reorder,
    data: bulkResult,
  },
  add_contact_phone: {
    ...write,
    method: 'POST',
    path: '/v2/contact-phone-numbers/{contactId}',
    effect: 'create',
    status: 201,
    body: phoneInput,
    data: () => z.object({ phoneNumber: contactPhoneNumber() }),
  },
  update_contact_phone: {
    ...write,
    method: 'PATCH',
    path: '/v2/contact-phone-numbers/{contactId}/{phoneId}',
    effect: 'update',
    body: () => phoneInput().partial(),
    data: bulkResult,
  },
  delete_contact_phone: { ...remove, path: '/v2/contact-phone-numbers/{contactId}/{phoneId}', data: affectedOnly },
  reorder_contact_phones: {
    ...write,
    method: 'PUT',
    path: '/v2/contact-phone-numbers/{contactId}/reorder',
    effect: 'update',
    body: reorder,
    data: affectedOnly,
  },
  add_contact_address: {
    ...write,
    method: 'POST',
    path: '/v2/contact-legacy-addresses/{contactId}',
    effect: 'create',
    status: 201,
    body: addressInput,
    data: () => z.object({ address: contactAddress() }),
  },
  update_contact_address: {
    ...write,
    method: 'PATCH',
    path: '/v2/contact-legacy-addresses/{contactId}/{addressId}',
    effect: 'update',
    body: addressInput,
    data: bulkResult,
  },
  delete_contact_address: {
    ...remove,
    path: '/v2/contact-legacy-addresses/{contactId}/{addressId}',
    data: affectedOnly,
  },
});
