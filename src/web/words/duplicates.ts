// What the page and the view of duplicates say alike.

export const DUPLICATES = {
  title: 'Duplicates',
  lead: 'Contacts that may be one person. Nothing is merged unless you say so, and a merge can be taken back for 30 days.',
  nobody: 'Nobody is here twice',
  compare: 'Compare',
  merged: 'Merged into',
  undo: 'Undo',
  apart: 'Taken back: they are apart again, as they were before.',
};

export const PAIR = {
  title: 'Are they one person?',
  stays: { title: 'Which one stays', lead: 'Notes, reminders and relations of the others go to it.' },
  different: {
    title: 'What differs',
    lead: 'Choose which value the merged contact keeps. Lists, such as e-mails, are joined.',
  },
  all: 'all are kept',
  nothing: 'nothing',
  noDifference: 'They say nothing different.',
  same: (count: number) => `Same, or known from only one of them (${count})`,
  merge: 'Merge',
  unchosen: 'They are merged, but your choices could not be kept. Undo it and choose again.',
};
