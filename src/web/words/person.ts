// What the pages and the view of a person say alike.

export const NAMELESS = 'Somebody without a name';

export const FACTS = {
  title: 'About',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
  birthday: 'Birthday',
  website: 'Website',
};

export const HAPPENED = {
  title: 'What happened',
  earlier: 'Earlier',
  email: 'E-mail',
  event: 'Event',
};
