/** Words for fields that were changed elsewhere while a form was open. */
export const CONFLICTS = {
  title: 'Changed elsewhere',
  lead: 'While this form was open, these fields were changed elsewhere, such as in another window. Nothing is saved yet. Choose a value for each field and save again. Other changes are already in the form.',
  mine: 'Your input:',
  theirs: 'Current value:',
  nothing: 'empty',
  again: (values: string[]) =>
    `Changed in another window to ${values.map((value) => (value === '' ? 'nothing' : `“${value}”`)).join(', ')}. Save again to keep your version.`,
};
