import type { ToolText } from './text.ts';

const toolsets = ['details'] as const;

export const contactDetailTools = {
  add_contact_email: {
    title: 'Add an e-mail',
    description: 'Adds one e-mail address to a contact. One the contact has already is refused with its id.',
    toolsets,
  },
  update_contact_email: {
    title: 'Change an e-mail',
    description: 'Changes the address, label or ranking of one e-mail of a contact. Ids are in get_contact.',
    toolsets,
  },
  delete_contact_email: {
    title: 'Remove an e-mail',
    description: 'Removes one e-mail from a contact, by its id.',
    toolsets,
  },
  reorder_contact_emails: {
    title: 'Reorder e-mails',
    description: "Sets the order of a contact's e-mails; the lowest ranking is the main one.",
    toolsets,
  },
  add_contact_phone: {
    title: 'Add a phone number',
    description:
      'Adds one phone number to a contact, kept as written. One the contact has already is refused with its id.',
    toolsets,
  },
  update_contact_phone: {
    title: 'Change a phone number',
    description: 'Changes the number, label or ranking of one phone number of a contact. Ids are in get_contact.',
    toolsets,
  },
  delete_contact_phone: {
    title: 'Remove a phone number',
    description: 'Removes one phone number from a contact, by its id.',
    toolsets,
  },
  reorder_contact_phones: {
    title: 'Reorder phone numbers',
    description: "Sets the order of a contact's phone numbers; the lowest ranking is the main one.",
    toolsets,
  },
  add_contact_address: {
    title: 'Add a postal address',
    description: 'Adds one postal address to a contact, in parts or as formatted text.',
    toolsets,
  },
  update_contact_address: {
    title: 'Change a postal address',
    description: 'Changes parts of one postal address of a contact; parts left out stay. Ids are in get_contact.',
    toolsets,
  },
  delete_contact_address: {
    title: 'Remove a postal address',
    description: 'Removes one postal address from a contact, by its id.',
    toolsets,
  },
} satisfies Record<string, ToolText>;
