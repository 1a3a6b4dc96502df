export const NEW = {
  title: 'New',
  person: 'New person',
  name: 'Name',
  add: 'Add person',
};
