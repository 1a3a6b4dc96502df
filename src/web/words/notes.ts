/** Words for the page that edits a note. */
export const EDIT_NOTE = {
  title: 'Edit note',
  note: 'What happened?',
  meeting_type: 'Type',
  types: {
    '': 'Note',
    call: 'Call',
    coffee: 'Coffee',
    email: 'Email',
    meal: 'Meal',
    meeting: 'Meeting',
    networking: 'Networking',
    other: 'Other',
    party: 'Party',
    text: 'Text',
  } as Record<string, string>,
  day: 'Date',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete note',
};
