/** All contacts, newest first. */
export const contactsResource = {
  uri: 'kith://contacts',
  name: 'contacts',
  title: 'Contacts',
  description: 'The people in the address book, newest first. Add ?format=md for Markdown.',
  mimeType: 'application/json',
};

export const resourceTemplates = [
  {
    uriTemplate: 'kith://contacts/{contact}',
    name: 'contact',
    title: 'Contact',
    description:
      'One person with everything known, by id or by the readable form that completion offers. Add ?format=md for Markdown.',
    mimeType: 'application/json',
  },
];
