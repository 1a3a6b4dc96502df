import { REMINDERS } from './today.ts';

/** Words for the reminders on a person's page. */
export const REMINDERS_PART = {
  ...REMINDERS,
  repeats: (how: string) => `repeats ${how}`,
  edit: 'Edit',
  add: 'Add reminder',
  text: 'Reminder',
  day: 'Date',
  repeat: 'Repeat',
};

/** Words for the page that edits a reminder. */
export const EDIT_REMINDER = {
  title: 'Edit reminder',
  about: 'About',
  text: 'Reminder',
  day: 'Date',
  time: 'Time',
  timeHint: 'Leave empty for an all-day reminder.',
  recurrence: 'Repeat',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete reminder',
  notTime: 'Enter a time, such as 09:30.',
};
