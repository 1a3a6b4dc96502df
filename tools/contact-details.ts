import type { ToolDefinitions } from './definition.ts';
import { undoDetail, undoOrder } from './undo/details.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

export const contactDetailTools = {
  add_contact_email: {
    title: 'Add email',
    description: 'Adds one email address to a contact. To correct one: update_contact_email.',
    toolsets: ['details'],
    undo: undoneBy(({ email }, { contactId }) => [toolCall('delete_contact_email', { contactId, emailId: email.id })]),
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  update_contact_email: {
    title: 'Change email',
    description: 'Corrects one email address of a contact (typo, label, ranking). One more: add_contact_email.',
    toolsets: ['details'],
    undo: undoDetail(
      'contact_emails',
      ({ emailId }) => emailId,
      ({ contactId, emailId }, former) => toolCall('update_contact_email', { contactId, emailId, ...former }),
    ),
    shows: ['contact_emails'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  delete_contact_email: {
    title: 'Remove email',
    description: 'Removes one email address from a contact. Undo: restore_from_trash.',
    toolsets: ['details'],
    undo: fromTrash('The contact stays', (_told, { emailId }) => [emailId]),
    shows: ['contact_emails'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  reorder_contact_emails: {
    title: 'Reorder emails',
    description: 'Sets which email of a contact is first (lowest ranking). One: update_contact_email.',
    toolsets: ['details'],
    undo: undoOrder('contact_emails', 'reorder_contact_emails'),
    shows: ['contact_emails'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  add_contact_phone: {
    title: 'Add phone number',
    description:
      'Adds one phone or mobile number to a contact, stored as written. To correct one: update_contact_phone.',
    toolsets: ['details'],
    undo: undoneBy(({ phoneNumber }, { contactId }) => [
      toolCall('delete_contact_phone', { contactId, phoneId: phoneNumber.id }),
    ]),
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  update_contact_phone: {
    title: 'Change phone number',
    description: 'Corrects one phone number of a contact (typo, label, ranking). One more: add_contact_phone.',
    toolsets: ['details'],
    undo: undoDetail(
      'contact_phone_numbers',
      ({ phoneId }) => phoneId,
      ({ contactId, phoneId }, former) => toolCall('update_contact_phone', { contactId, phoneId, ...former }),
    ),
    shows: ['contact_phone_numbers'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  delete_contact_phone: {
    title: 'Remove phone number',
    description: 'Removes one phone number from a contact. Undo: restore_from_trash.',
    toolsets: ['details'],
    undo: fromTrash('The contact stays', (_told, { phoneId }) => [phoneId]),
    shows: ['contact_phone_numbers'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  reorder_contact_phones: {
    title: 'Reorder phone numbers',
    description: 'Sets which phone number of a contact is first (lowest ranking). One: update_contact_phone.',
    toolsets: ['details'],
    undo: undoOrder('contact_phone_numbers', 'reorder_contact_phones'),
    shows: ['contact_phone_numbers'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  add_contact_address: {
    title: 'Add postal address',
    description:
      'Adds a postal address where a contact lives or works, in parts or formatted. Moved: update_contact_address.',
    toolsets: ['details'],
    undo: undoneBy(({ address }, { contactId }) => [
      toolCall('delete_contact_address', { contactId, addressId: address.id }),
    ]),
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  update_contact_address: {
    title: 'Change postal address',
    description: 'Changes one postal address (moved, postal code). null clears a part. One more: add_contact_address.',
    toolsets: ['details'],
    undo: undoDetail(
      'legacy_contact_addresses',
      ({ addressId }) => addressId,
      ({ contactId, addressId }, former) => toolCall('update_contact_address', { contactId, addressId, ...former }),
    ),
    shows: ['legacy_contact_addresses'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  delete_contact_address: {
    title: 'Remove postal address',
    description: 'Removes one postal address from a contact. Undo: restore_from_trash.',
    toolsets: ['details'],
    undo: fromTrash('The contact stays', (_told, { addressId }) => [addressId]),
    shows: ['legacy_contact_addresses'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
} satisfies ToolDefinitions;
