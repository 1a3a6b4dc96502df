// Words for a person's page. The views in MCP clients share FACTS and HAPPENED.

export const NAMELESS = 'Unnamed person';

export const FACTS = {
  title: 'Contact',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  birthday: 'Birthday',
  website: 'Website',
};

export const HAPPENED = {
  title: 'Activity',
  earlier: 'Earlier',
  email: 'Email',
  event: 'Event',
};

export const PERSON = {
  archived: 'archived',
  call: 'Call',
  email: 'Email',
  edit: 'Edit',
  more: 'More',
  archive: 'Archive',
  unarchive: 'Unarchive',
  remove: 'Delete',
  star: 'Star',
  setPhoto: 'Set photo',
  photoOf: (name: string) => `Photo of ${name}`,
  details: 'Details',
  refused: 'Not saved. Correct the marked field.',
};

export const ABOUT = {
  ...FACTS,
  location: 'Location',
  education: 'Education',
  firstMet: 'First met',
  about: 'Description',
  edit: 'Edit',
  editOf: (field: string) => `Edit ${field.toLocaleLowerCase()}`,
  save: 'Save',
  add: (field: string) => `Add ${field.toLocaleLowerCase()}`,
  label: 'Label',
};

export const IN_TOUCH = {
  title: 'Keep in touch',
  last: 'Last',
  notYet: 'no contact yet',
  none: 'No keep-in-touch reminder',
  never: 'Never remind me',
  next: 'Next',
  due: 'due',
  seen: 'Mark contacted today',
  later: 'Snooze:',
  week: 'in a week',
  month: 'in a month',
  change: 'Change',
  frequency: 'Frequency',
  nextDay: 'Next reminder',
  nextHint: 'Default: the last contact plus the frequency.',
  noFrequency: 'Choose a frequency, so that kith can remind you.',
  save: 'Save',
};

export const LABELS = {
  tags: { title: 'Tags', add: 'Add tag', remove: 'Remove tag' },
  groups: { title: 'Groups', add: 'Add to group', remove: 'Remove from group' },
  button: 'Add',
};

export const PHOTO = {
  title: 'Photo',
  choose: 'Picture, up to 3 MB: JPEG, PNG, GIF, WebP, AVIF, or HEIC',
  drop: 'You can also drop a picture on this page or paste one.',
  several: 'Drop one picture at a time.',
  sending: 'Sending picture…',
  save: 'Set photo',
  remove: 'Remove photo',
  elsewhere: 'The photo is on another server, so kith does not show it:',
  large: 'Choose a picture of at most 3 MB.',
  missing: 'Choose a picture.',
};

export const RELATIONS = {
  title: 'Relationships',
  change: 'Change',
  changeOf: (name: string) => `relationship with ${name}`,
  save: 'Save',
  remove: 'Remove relationship',
  add: 'Add relationship',
  name: 'Person',
  nameHint: 'Name, email, or phone number',
  button: 'Add relationship',
  theirs: (name: string) => `Their relationship to ${name}`,
  theirsOf: (other: string, name: string) => `${other} is ${name}’s`,
  mine: (name: string) => `${name} is their`,
  roleHint: 'such as mother, friend, colleague',
  drawing: 'Show network',
  graph: (name: string) => `Network of ${name}`,
  more: (drawn: number) => `The network shows the first ${drawn} people.`,
  nobody: 'No person found. Add them first.',
  twice: 'These two already have two relationships. Change one of them.',
  longRole: (max: number) => `Enter at most ${max} characters.`,
};

/** Words for the page that chooses one of several people with a name. */
export const CHOOSE_RELATED = {
  title: (name: string) => `Add relationship with ${name}`,
  search: 'Name',
  button: 'Search',
  who: 'Choose person',
  none: RELATIONS.nobody,
  save: 'Add relationship',
  cancel: 'Cancel',
};

/** Suggested roles, such as "mother". */
export const RELATIONSHIP_ROLES = [
  ...['mother', 'father', 'daughter', 'son', 'sister', 'brother', 'wife', 'husband', 'partner', 'friend'],
  ...[
    'grandmother',
    'grandfather',
    'grandchild',
    'aunt',
    'uncle',
    'niece',
    'nephew',
    'cousin',
    'godparent',
    'godchild',
  ],
  ...['colleague', 'manager', 'employee', 'mentor', 'neighbor', 'introduced by', 'introduced to'],
];

export const TIMELINE = {
  ...HAPPENED,
  with: (name: string) => `Activity with ${name}`,
  none: 'No activity yet. Write your first note above.',
  noneEarlier: 'No earlier activity.',
  later: (count: number) => `and ${count} more ahead`,
  back: 'Back to latest',
  all: 'Show all activity',
  edit: 'Edit',
  noteOf: 'note of',
};

export const CONTACT_CHART = {
  title: 'Contact per year',
  year: (year: string, count: number) => `${year}: ${count}`,
  most: (time: string, count: number) => `most in ${time}: ${count}`,
  all: () => 'Counts all activity below.',
  notes: () => 'Counts all notes, without emails and events.',
  'latest notes': (count: number) => `Counts the last ${count} notes, without emails and events.`,
};
