// Words that the page and the view of duplicates share.

export const DUPLICATES = {
  title: 'Duplicates',
  lead: 'Contacts that may be the same person. kith merges only what you choose, and you can undo a merge for 30 days.',
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
