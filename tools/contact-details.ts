import type { ToolDefinitions } from './definition.ts';

export const contactDetailTools = {
  add_contact_email: {
    title: 'Add email',
    description: 'Adds one email address to a contact.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  update_contact_email: {
    title: 'Change email',
    description: 'Corrects one email address of a contact (typo, label, ranking). Ids: get_contact.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  delete_contact_email: {
    title: 'Remove email',
    description: 'Removes one email address from a contact.',
    toolsets: ['details'],
    deletes: 'The contact stays',
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  reorder_contact_emails: {
    title: 'Reorder emails',
    description: 'Sets which email of a contact is first. The lowest ranking is the main one.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  add_contact_phone: {
    title: 'Add phone number',
    description: 'Adds one phone or mobile number to a contact, stored as written.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  update_contact_phone: {
    title: 'Change phone number',
    description: 'Corrects one phone number of a contact (typo, label, ranking). Ids: get_contact.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  delete_contact_phone: {
    title: 'Remove phone number',
    description: 'Removes one phone number from a contact.',
    toolsets: ['details'],
    deletes: 'The contact stays',
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  reorder_contact_phones: {
    title: 'Reorder phone numbers',
    description: 'Sets which phone number of a contact is first. The lowest ranking is the main one.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  add_contact_address: {
    title: 'Add postal address',
    description: 'Adds a postal address where a contact lives or works, in parts or formatted.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  update_contact_address: {
    title: 'Change postal address',
    description: 'Changes one postal address (moved, postal code). Ids: get_contact.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  delete_contact_address: {
    title: 'Remove postal address',
    description: 'Removes one postal address from a contact.',
    toolsets: ['details'],
    deletes: 'The contact stays',
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
} satisfies ToolDefinitions;
