import type { Child } from 'hono/jsx';
import {
  FILTER_FLAGS,
  PRESENCE_FIELDS,
  RANGE_FIELDS,
  SEARCHED_FIELDS,
  type Where,
} from '../../../contract/contact-filter.ts';
import { isOneOf } from '../../people/pairs.ts';
import { spanText } from '../../words/frequencies.ts';

type Presence = (typeof PRESENCE_FIELDS)[number];
type TimeField = (typeof RANGE_FIELDS)[number];
type Operator = NonNullable<Where['custom_fields']>[number]['operator'];

export const PRESENCE_WORDS: Record<Presence, string> = {
  has_email: 'an e-mail address',
  has_phone: 'a phone number',
  has_birthday: 'a birthday',
  has_notes: 'notes',
  has_frequency: 'a rhythm',
  has_company: 'a company',
  has_job_title: 'a job title',
  has_location: 'a place',
  has_name: 'a name',
  has_education: 'an education',
  has_description: 'a description',
  has_linkedin: 'a LinkedIn profile',
  has_twitter: 'a Twitter profile',
  has_instagram: 'an Instagram profile',
};

export const TEXT_WORDS = {
  name: 'Name',
  company: 'Company',
  job_title: 'Job title',
  location: 'Place',
  education: 'Education',
  description: 'Description',
} satisfies Record<(typeof SEARCHED_FIELDS)[number], string>;

export const WHOLE_WORDS = { email: 'E-mail', phone: 'Phone', frequency: 'Rhythm' };

export const TIME_WORDS: Record<TimeField, string> = {
  last_seen_at: 'Last seen',
  next_reminder_at: 'Next to be in touch',
  created_at: 'Added',
  updated_at: 'Changed',
  first_met_at: 'First met',
};

export const FLAG_WORDS: Record<(typeof FILTER_FLAGS)[number], [yes: string, no: string]> = {
  starred: ['Starred', 'Not starred'],
  is_archived: ['Archived', 'Not archived'],
  ignore_merge: ['Never proposed as a duplicate', 'May be proposed as a duplicate'],
  never_keep_in_touch: ['Without keep-in-touch reminders', 'With keep-in-touch reminders'],
};

export const OPERATOR_WORDS: Record<Operator, string> = {
  contains: 'contains',
  eq: 'is',
  in: 'is one of',
  not_in: 'is none of',
  present: 'is filled in',
  absent: 'is empty',
  gte: 'is at least',
  lte: 'is at most',
};

const WORDS = {
  tags: { any: 'Tag', all: 'Tags', none: 'Without tag' },
  groups: { any: 'Group', all: 'Groups', none: 'Not in group' },
  or: ' or ',
  and: ' and ',
  has: 'Has',
  lacks: 'Without',
  contains: 'contains',
  is: 'is',
  from: 'since',
  until: 'until',
  never: 'never',
  untilOrNever: 'or never',
  anyTime: 'at any time',
  born: 'Birthday',
  source: 'Brought by',
  priority: 'Priority',
  field: 'Field',
  somePeople: (count: number) => `${count} chosen ${count === 1 ? 'person' : 'people'}`,
  notPeople: (count: number) => `Without ${count} chosen ${count === 1 ? 'person' : 'people'}`,
  either: 'Either ',
  otherwise: '; or ',
  unnamed: 'one that is gone',
  everybody: 'everybody',
};

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const MONTH_DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

const dayWords = (time: string): string =>
  time.length === 10 ? DAY.format(new Date(time)) : `${MINUTE.format(new Date(time))} UTC`;

/** Each condition of a filter as a sentence. `names` are those of tags, groups and fields, by id. */
export function sentencesOf({ or, ...conditions }: Where, names: ReadonlyMap<string, string>): Child[] {
  const said = Object.entries(conditions).flatMap(([key, value]) => sentences(key, value, names));
  if (!or) return said;
  const [first = {}] = or;
  if (or.length === 1) return [...said, ...sentencesOf(first, names)];
  return [...said, untilOrNever(or) ?? either(or, names)];
}

const quoted = (text: unknown): Child => (
  <>
    “<bdi>{String(text)}</bdi>”
  </>
);

/** Texts with a word between each two. */
const joined = (parts: readonly Child[], word: string): Child => (
  <>
    {parts.map((part, index) => (
      <>
        {index > 0 && word}
        {part}
      </>
    ))}
  </>
);

function sentences(key: string, value: unknown, names: ReadonlyMap<string, string>): Child[] {
  if (key === 'tags' || key === 'groups')
    return Object.entries(value as Record<'any' | 'all' | 'none', string[]>).map(([mode, ids]) => {
      const shown = ids.map((id) => quoted(names.get(id) ?? WORDS.unnamed));
      const label = WORDS[key][mode === 'all' && ids.length === 1 ? 'any' : (mode as 'any' | 'all' | 'none')];
      return joined([label, joined(shown, mode === 'all' ? WORDS.and : WORDS.or)], ' ');
    });
  if (key === 'custom_fields')
    return (value as NonNullable<Where['custom_fields']>).map(({ id, operator, value: compared = [] }) => {
      const values = [compared].flat().map(quoted);
      return joined(
        [WORDS.field, quoted(names.get(id) ?? WORDS.unnamed), OPERATOR_WORDS[operator], joined(values, WORDS.or)],
        ' ',
      );
    });
  return [sentence(key, value)];
}

function sentence(key: string, value: unknown): Child {
  if (isOneOf(FILTER_FLAGS, key)) return FLAG_WORDS[key][value ? 0 : 1];
  if (isOneOf(PRESENCE_FIELDS, key)) return `${value ? WORDS.has : WORDS.lacks} ${PRESENCE_WORDS[key]}`;
  if (isOneOf(SEARCHED_FIELDS, key)) return joined([TEXT_WORDS[key], WORDS.contains, quoted(value)], ' ');
  if (key === 'frequency') return `${WHOLE_WORDS.frequency} ${spanText(String(value))}`;
  if (key === 'email' || key === 'phone') return joined([WHOLE_WORDS[key], WORDS.is, quoted(value)], ' ');
  if (isOneOf(RANGE_FIELDS, key)) return timeSentence(key, value as Where[TimeField]);
  if (key === 'birthday') return birthdaySentence(value as NonNullable<Where['birthday']>);
  if (key === 'source') return joined([WORDS.source, quoted(value)], ' ');
  if (key === 'priority_tier') return `${WORDS.priority} ${value}`;
  const count = Array.isArray(value) ? value.length : 0;
  return key === 'in' ? WORDS.somePeople(count) : WORDS.notPeople(count);
}

function timeSentence(field: TimeField, range: Where[TimeField]): string {
  if (!range) return `${TIME_WORDS[field]}: ${WORDS.never}`;
  const { gte, lte } = range;
  const ends = [gte && `${WORDS.from} ${dayWords(gte)}`, lte && `${WORDS.until} ${dayWords(lte)}`].filter(Boolean);
  return `${TIME_WORDS[field]} ${ends.join(', ') || WORDS.anyTime}`;
}

function birthdaySentence({ month, day }: NonNullable<Where['birthday']>): string {
  const date = new Date(Date.UTC(2024, month - 1, day ?? 1));
  return `${WORDS.born}: ${(day === undefined ? MONTH : MONTH_DAY).format(date)}`;
}

/** Who was not seen since a day, or never, is one thought. */
function untilOrNever([first = {}, second = {}, ...more]: readonly Where[]): string | undefined {
  const field = RANGE_FIELDS.find((name) => first[name] && second[name] === null);
  const isPlain = more.length === 0 && Object.keys(first).length === 1 && Object.keys(second).length === 1;
  return field && isPlain ? `${timeSentence(field, first[field])}, ${WORDS.untilOrNever}` : undefined;
}

function either(alternatives: readonly Where[], names: ReadonlyMap<string, string>): Child {
  const parts = alternatives.map((one) => {
    const said = sentencesOf(one, names);
    return said.length === 0 ? WORDS.everybody : joined(said, WORDS.and);
  });
  return joined([WORDS.either, joined(parts, WORDS.otherwise)], '');
}
