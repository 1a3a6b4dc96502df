import type {
  FILTER_FLAGS,
  PRESENCE_FIELDS,
  RANGE_FIELDS,
  SEARCHED_FIELDS,
  Where,
} from '../../contract/contact-filter.ts';
import { FORM_ERRORS } from './errors.ts';

type Operator = NonNullable<Where['custom_fields']>[number]['operator'];
type Mode = 'any' | 'all' | 'none';
type TimeHow = 'gte' | 'lte' | 'lte-or-never' | 'never';
type TimeField = (typeof RANGE_FIELDS)[number];

export const PRESENCE_WORDS: Record<(typeof PRESENCE_FIELDS)[number], string> = {
  has_email: 'email',
  has_phone: 'phone number',
  has_birthday: 'birthday',
  has_notes: 'notes',
  has_relations: 'relationships',
  has_frequency: 'keep-in-touch frequency',
  has_company: 'company',
  has_job_title: 'job title',
  has_location: 'location',
  has_name: 'name',
  has_education: 'education',
  has_description: 'description',
  has_linkedin: 'LinkedIn profile',
  has_twitter: 'Twitter profile',
  has_instagram: 'Instagram profile',
};

export const TEXT_WORDS = {
  name: 'Name',
  company: 'Company',
  job_title: 'Job title',
  location: 'Location',
  education: 'Education',
  description: 'Description',
} satisfies Record<(typeof SEARCHED_FIELDS)[number], string>;

export const WHOLE_WORDS = { email: 'Email', phone: 'Phone', frequency: 'Keep in touch' };

export const TIME_WORDS: Record<TimeField, string> = {
  last_seen_at: 'Last seen',
  next_reminder_at: 'Next reminder',
  created_at: 'Added',
  updated_at: 'Changed',
  first_met_at: 'First met',
};

export const FLAG_WORDS: Record<(typeof FILTER_FLAGS)[number], [yes: string, no: string]> = {
  starred: ['Starred', 'Not starred'],
  is_archived: ['Archived', 'Not archived'],
  ignore_merge: ['Never suggested as a duplicate', 'May be suggested as a duplicate'],
  never_keep_in_touch: ['Without keep-in-touch reminders', 'With keep-in-touch reminders'],
};

export const OPERATOR_WORDS: Record<Operator, string> = {
  contains: 'contains',
  eq: 'is',
  in: 'is one of',
  not_in: 'is none of',
  present: 'has a value',
  absent: 'is empty',
  gte: 'is at least',
  lte: 'is at most',
};

/** Words for a condition in a sentence. */
export const CONDITIONS = {
  tags: { any: 'Tag', all: 'Tags', none: 'Without tag' } satisfies Record<Mode, string>,
  groups: { any: 'Group', all: 'Groups', none: 'Not in group' } satisfies Record<Mode, string>,
  or: ' or ',
  and: ' and ',
  has: 'Has',
  lacks: 'No',
  contains: 'contains',
  is: 'is',
  since: 'since',
  before: 'until',
  never: 'never',
  orNever: '(or never)',
  notSeenSince: 'Not seen since',
  ago: (count: number, unit: 'day' | 'week' | 'mon' | 'year') =>
    `${count} ${unit === 'mon' ? 'month' : unit}${count === 1 ? '' : 's'} ago`,
  anyTime: 'any time',
  born: 'Birthday',
  source: 'Imported from',
  priority: 'Priority',
  field: 'Field',
  somePeople: (count: number) => `${count} selected ${count === 1 ? 'person' : 'people'}`,
  notPeople: (count: number) => `Without ${count} selected ${count === 1 ? 'person' : 'people'}`,
  either: 'Either ',
  otherwise: '; or ',
  deleted: 'deleted',
  everyone: 'all people',
};

/** Words for the form that adds conditions. */
export const FILTER = {
  title: 'Filter',
  close: 'Close filter',
  tag: 'Tag',
  group: 'Group',
  location: 'Location',
  seen: 'Last seen',
  seenIn: (months: number) => (months === 12 ? 'over a year ago, or never' : `over ${months} months ago, or never`),
  seenNever: 'never',
  presence: 'Has or lacks',
  has: (what: string) => `Has ${what}`,
  lacks: (what: string) => `No ${what}`,
  more: 'More filters',
  match: 'Match',
  all: 'all filters',
  any: 'any filter',
  people: 'Show',
  present: 'Active people',
  archived: 'Archived people',
  tagHow: 'Match tags',
  groupHow: 'Match groups',
  links: { any: 'any of', all: 'all of', none: 'none of' } satisfies Record<Mode, string>,
  flag: 'Status',
  textIn: 'Field',
  text: 'Contains',
  time: 'Date',
  timeHow: 'When',
  day: 'Day',
  timeHows: {
    gte: 'on or after',
    lte: 'on or before',
    'lte-or-never': 'before (or never)',
    never: 'never',
  } satisfies Record<TimeHow, string>,
  frequency: 'Keep in touch',
  birthday: 'Birthday in',
  field: 'Custom field',
  fieldHow: 'Condition',
  fieldText: 'Value',
  apply: 'Apply filters',
  allTags: 'Edit tags',
  allGroups: 'Edit groups',
};

/** Errors of the form that adds conditions. */
export const FILTER_ERRORS = {
  whichTime: 'Choose a date field.',
  noDay: FORM_ERRORS.noDay,
  noText: 'Enter a value.',
  whichField: 'Choose a field.',
};

/** Orders as a URL has them: see sortValue. */
export const SORT_WORDS: Record<string, string> = {
  created_at: 'Newest first',
  'created_at.asc': 'Oldest first',
  full_name: 'Name A–Z',
  'full_name.desc': 'Name Z–A',
  last_seen_at: 'Last seen, newest first',
  'last_seen_at.asc': 'Last seen, oldest first',
  next_reminder_at: 'Next reminder, soonest first',
  'next_reminder_at.desc': 'Next reminder, latest first',
  updated_at: 'Recently changed',
};
