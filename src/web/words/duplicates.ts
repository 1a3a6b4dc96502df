import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

const countOf = (count: number): string => count.toLocaleString('en-US');
const duplicates = (count: number): string => `${countOf(count)} ${count === 1 ? 'duplicate' : 'duplicates'}`;

// The web app and the view of duplicates share these two.

export const DUPLICATES = {
  title: 'Duplicates',
  lead: 'Contacts that may be the same person. You can undo a merge for 30 days.',
  nobody: 'No duplicates',
  compare: 'Compare',
  merged: 'Merged into',
  undo: 'Undo',
  apart: 'Undone: the contacts are separate again.',
};

export const PAIR = {
  title: 'Are these the same person?',
  stays: { title: 'Contact to keep', lead: 'It gets the notes, reminders, and relationships of the others.' },
  different: {
    title: 'Differences',
    lead: 'Choose which value the merged contact keeps. Lists, such as email addresses, are combined.',
  },
  all: 'all are kept',
  nothing: 'nothing',
  noDifference: 'No differences.',
  same: (count: number) => `Same, or known from only one of them (${count})`,
  merge: 'Merge',
  unchosen: 'The contacts were merged, but your choices could not be saved. Undo the merge and choose again.',
};

/** Words for the list of suggestions. */
export const LIST = {
  contacts: (count: number) => `${count} contacts`,
  start: 'Back to the most certain',
  empty:
    'kith compares names, including nicknames and typos, with email addresses, phone numbers, birthdays, postal addresses, and profiles. Check again after an import or when you add people.',
  people: 'Go to People',
  title: (band: string, count: string) => `${band}: ${count}`,
  comparing: (people: number) => `Comparing ${countOf(people)} ${people === 1 ? 'person' : 'people'}…`,
  wait: 'This can take a few seconds.',
  first: 'Found so far',
  select: (names: string) => `Select ${names}`,
  selectShown: 'Select all shown',
  merge: 'Merge',
  mergeNames: (names: string) => `Merge ${names}`,
  compareNames: (names: string) => `Compare ${names}`,
  apart: 'Not the same',
  apartNames: (names: string) => `Not the same: ${names}`,
  bar: 'Selected duplicates',
  mergeSelected: ['Merge', 'selected'],
  clear: 'Clear',
  certain: (count: number) =>
    count === 1 ? 'Merge 1 certain duplicate' : `Merge all ${countOf(count)} certain duplicates`,
  certainLead: 'Each merge keeps the fuller name, uploaded photos, and all other details.',
};

/** Words for the comparison of contacts. */
export const COMPARE = {
  number: (place: number) => `Contact ${place}`,
  added: 'added',
  notes: (count: number) => (count === 1 ? '1 note' : `${countOf(count)} notes`),
  first: 'the value of the contact to keep stays',
  together: 'Combined',
  preview: 'Preview',
  back: 'All duplicates',
  next: 'Skip to the next',
  comparing: 'Comparing with other people…',
  apart: {
    summary: 'Not the same person',
    text: 'Go back to leave both contacts as they are. To stop suggestions for one of them, choose it here. kith then no longer compares it with anyone.',
    button: 'Never suggest',
  },
};

/** Words for the preview of a merge. */
export const PREVIEW = {
  title: 'Preview',
  lead: 'Nothing is merged yet.',
  contact: (count: number) => `1 contact from ${countOf(count)}`,
  notes: 'Notes',
  reminders: 'Reminders',
  relations: 'Relations',
  lost: {
    title: 'Values that are dropped',
    lead: 'Undo restores them, for 30 days.',
    nothing: 'None. All values are kept.',
    of: (place: number) => `from contact ${place}`,
  },
  back: 'Choose again',
};

/** Words for the result of merges. */
export const MERGED = {
  title: 'Merge duplicates',
  one: (name: Child) => rich`Merged into ${name}`,
  many: (count: number) => `Merged ${duplicates(count)}`,
  none: 'Nothing was merged',
  failed: (names: Child, more: number) => rich`Could not merge ${names}${more > 0 ? ` and ${countOf(more)} more` : ''}`,
  gone: 'a deleted contact',
  unchosen: 'The fuller names could not be saved.',
  undone: (count: number) => `Undid ${countOf(count)} ${count === 1 ? 'merge' : 'merges'}`,
  kept: (count: number) => `${countOf(count)} ${count === 1 ? 'merge was' : 'merges were'} already undone`,
  progress: (done: number, total: number) => `${countOf(done)} of ${countOf(total)} merged`,
  undoing: (done: number, total: number) => `${countOf(done)} of ${countOf(total)} undone`,
  stays: 'If you leave this page, the remaining duplicates are not merged.',
  goOn: 'Continue',
  back: 'Back to duplicates',
  noneSelected: 'Nothing is selected. Select duplicates in the list first.',
  leftOut: (name: Child) => rich`${name} is no longer suggested`,
  suggested: 'It can be suggested again',
};

/** Words for refused merges. */
export const REFUSED = {
  chooseAgain: 'Choose again',
  toContact: 'Open contact',
  toList: 'Back to duplicates',
  gone: {
    title: 'One of these contacts no longer exists',
    text: 'It was merged or deleted, perhaps in another window. Nothing was changed.',
  },
  already: {
    title: 'Already merged',
    text: 'These contacts were already merged, perhaps in another window. Nothing was changed.',
  },
  nothingToUndo: {
    title: 'Nothing to undo',
    text: 'This merge was already undone, or is older than 30 days.',
  },
};
