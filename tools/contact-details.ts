import type { ToolDefinitions } from './definition.ts';

export const contactDetailTools = {
  add_contact_email: {
    title: 'Add e-mail',
    description: 'Adds one e-mail address to a contact.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  update_contact_email: {
    title: 'Change e-mail',
    description: 'Corrects one e-mail address of a contact (typo, label, ranking). Ids: get_contact.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  delete_contact_email: {
    title: 'Remove e-mail',
    description: 'Removes one e-mail address from a contact.',
    toolsets: ['details'],
    deletes: 'The contact stays',
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  reorder_contact_emails: {
    title: 'Reorder e-mails',
    description: 'Sets which e-mail of a contact is first, the main one: lowest ranking.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact', 'timeline'], contacts: 'named', list: 'stays' },
  },
  add_contact_phone: {
    title: 'Add phone number',
    description: 'Adds one phone or mobile number to a contact, kept as written.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  update_contact_phone: {
    title: 'Change phone number',
    description: 'Corrects one phone number of a contact, its label or ranking. Ids: get_contact.',
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
    description: 'Sets which phone number of a contact is first, the main one: lowest ranking.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  add_contact_address: {
    title: 'Add postal address',
    description: 'Adds a postal address, where a contact lives or works, in parts or formatted.',
    toolsets: ['details'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  update_contact_address: {
    title: 'Change postal address',
    description: 'Corrects one postal address (moved, postal code). Ids: get_contact.',
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
