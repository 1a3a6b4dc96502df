import { countOf, people } from './people-changes.ts';

/** Words for the list of people. */
export const PEOPLE = {
  title: 'People',
  search: 'Search names, notes, and tags',
  searchButton: 'Search',
  filter: 'Filter',
  new: 'New',
  newPerson: 'New person',
  sort: 'Sort by',
  lists: 'Lists',
  letters: 'Go to letter',
  editViews: 'Edit views',
  suggested: 'Suggested contacts',
  network: 'Network',
  allPeople: 'All people',
  starred: 'Starred',
  overdue: 'Overdue',
  notSeen: 'Not seen in a year',
  archived: 'Archived',
  results: (query: string) => `Results for “${query}”`,
  noResults: (query: string) => `No results for “${query}”.`,
  noNames: (query: string) => `No names match “${query}”.`,
  addNamed: (name: string) => `Add “${name}” as a new person`,
  noMatch: 'No one matches these filters. Remove a filter, or show all people.',
  empty: 'No people yet. Import your contacts to get started.',
  import: 'Import contacts',
  unreadable: 'A filter in this address can’t be read, so all people are shown.',
  inNotes: 'In notes',
  inNotesAll: (query: string) => `Search everything for “${query}”`,
  name: 'Name',
  add: 'Add person',
  countUnit: (count: number) => (count === 1 ? 'person' : 'people'),
  atLeast: (count: number) => `${countOf(count)}+`,
};

/** Words for a row, and of the heads above the rows. */
export const ROWS = {
  select: (name: string) => `Select ${name}`,
  selectShown: 'Select all shown',
  star: '★',
  starred: 'Starred:',
  never: 'never',
  more: 'More',
  name: 'Name',
  work: 'Work',
  location: 'Location',
  tags: 'Tags',
  seen: 'Last seen',
  next: 'Next reminder',
};

/** Words for the bar for selected people, and for the same changes without a script. */
export const BULK = {
  selected: 'selected',
  bar: 'Selected people',
  clear: 'Clear',
  selectAll: (count: number | undefined) =>
    count === undefined ? 'Select all results' : `Select all ${countOf(count)} results`,
  tag: 'Tag',
  group: 'Group',
  frequency: 'Keep in touch',
  more: 'More',
  noFrequency: 'no reminder',
  preview: 'Preview',
  title: (count: number) => `Edit ${people(count)}`,
  everyone: 'Edit all results',
  conditions: 'Filters:',
  quoted: (query: string) => `“${query}”`,
  lead: 'Choose one change. You see a preview first.',
  tagHint: 'An existing tag, or a new name.',
  one: 'Change',
  other: 'Star, archive, or delete',
  back: 'Back to people',
  dry: 'Preview',
  nobody: 'No one would change.',
  limit: (limit: number) =>
    `More people match than can be changed at once. This changes the first ${countOf(limit)}. Repeat it for the others.`,
  gone: (count: number) => `Skipped because they were merged or deleted: ${people(count)}.`,
  spread: 'First reminders are spread from',
  spreadTo: 'to',
  who: 'People',
  others: (count: number) => `and ${people(count)} more`,
  again: 'Choose another change',
  none: 'No one is selected. Select people in the list first.',
  blank: 'Enter a name.',
  noTag: 'No tag has this name.',
  noGroup: 'No group has this name.',
  working: 'Editing people',
  done: 'Done',
  undone: 'Undone',
  progress: (done: number, total: number) => `${countOf(done)} of ${countOf(total)} done`,
  stays: 'If you leave this page, completed changes are kept and the rest is not changed.',
  goOn: 'Continue',
  missed: (count: number) => `Skipped because they were merged or deleted: ${people(count)}.`,
  undo: 'Undo',
};

/** Words for conditions that are shown above the list. */
export const CHIPS = {
  all: 'All of:',
  any: 'Any of:',
  archived: 'Archived',
  remove: 'Remove filter',
  clear: 'Clear filters',
  save: 'Save as view',
  saveLead: 'A view keeps these filters under a name, for this list and for assistants.',
  name: 'Name',
  saveButton: 'Save view',
  changed: 'The filters of this view changed.',
  update: 'Update view',
  notSeenIn: (months: number) => (months === 12 ? 'Not seen in a year' : `Not seen in ${months} months`),
};

/** Words for saved views. */
export const VIEWS = {
  title: 'Views',
  back: 'Back to people',
  lead: 'A view is a saved filter. Open one and change its filters to update it.',
  none: 'No views yet. Filter people, then save the filter as a view.',
  filter: 'Filter people',
  allPeople: 'All people',
  unreadable: 'A filter can’t be read, so the view was not saved. Choose the filters again.',
};

/** Words for the tag and group pages. */
export const LABELS = {
  tags: {
    title: 'Tags',
    lead: 'Deleting a tag keeps its people.',
    none: 'No tags yet. Create one here, or select people in the list and tag them.',
    new: 'New tag',
  },
  groups: {
    title: 'Groups',
    lead: 'A group can be inside another group. Deleting a group keeps its people.',
    none: 'No groups yet. Create one here, or select people in the list and add them to a group.',
    new: 'New group',
  },
  name: 'Name',
  create: 'Create',
  back: 'Back to people',
  nameOf: (name: string) => `Name of ${name}`,
  rename: 'Rename',
  delete: 'Delete',
};
