/** Words for the page that adds notes and people. */
export const NEW = {
  title: 'New',
  note: 'New note',
  noteWith: (name: string) => `New note for ${name}`,
  person: 'New person',
  name: 'Name',
  nameHint: 'You can paste a name with an email address and phone number.',
  email: 'Email',
  phone: 'Phone',
  add: 'Add person',
  missing: 'Enter a name, email address, or phone number.',
};
