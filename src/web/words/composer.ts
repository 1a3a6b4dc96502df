export const COMPOSER = {
  save: 'Save note',
  keys: 'Ctrl+Enter to save',
};
