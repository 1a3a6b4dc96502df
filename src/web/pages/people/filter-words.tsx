import type { Child } from 'hono/jsx';
import {
  FILTER_FLAGS,
  PRESENCE_FIELDS,
  parseAgo,
  RANGE_FIELDS,
  SEARCHED_FIELDS,
  type Where,
} from '../../../contract/contact-filter.ts';
import { isOneOf } from '../../people/pairs.ts';
import { spanText } from '../../words/frequencies.ts';
import {
  FLAG_WORDS,
  OPERATOR_WORDS,
  PRESENCE_WORDS,
  TEXT_WORDS,
  TIME_WORDS,
  WHOLE_WORDS,
  CONDITIONS as WORDS,
} from '../../words/people-filter.ts';

type TimeField = (typeof RANGE_FIELDS)[number];

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const MONTH_DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

function dayWords(time: string): string {
  const ago = parseAgo(time);
  if (ago) return WORDS.ago(ago.count, ago.unit);
  return time.length === 10 ? DAY.format(new Date(time)) : `${MINUTE.format(new Date(time))} UTC`;
}

/** Describes each condition of a filter. `names` has the names of tags, groups, and fields by id. */
export function sentencesOf({ or, ...conditions }: Where, names: ReadonlyMap<string, string>): Child[] {
  const said = Object.entries(conditions).flatMap(([key, value]) => sentences(key, value, names));
  if (!or) return said;
  const [first = {}] = or;
  if (or.length === 1) return [...said, ...sentencesOf(first, names)];
  return [...said, notSince(or) ?? either(or, names)];
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
      const shown = ids.map((id) => quoted(names.get(id) ?? WORDS.deleted));
      const label = WORDS[key][mode === 'all' && ids.length === 1 ? 'any' : (mode as 'any' | 'all' | 'none')];
      return joined([label, joined(shown, mode === 'all' ? WORDS.and : WORDS.or)], ' ');
    });
  if (key === 'custom_fields')
    return (value as NonNullable<Where['custom_fields']>).map(({ id, operator, value: compared = [] }) => {
      const values = [compared].flat().map(quoted);
      return joined(
        [WORDS.field, quoted(names.get(id) ?? WORDS.deleted), OPERATOR_WORDS[operator], joined(values, WORDS.or)],
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
  const ends = [gte && `${WORDS.since} ${dayWords(gte)}`, lte && `${WORDS.before} ${dayWords(lte)}`].filter(Boolean);
  return `${TIME_WORDS[field]} ${ends.join(', ') || WORDS.anyTime}`;
}

function birthdaySentence({ month, day }: NonNullable<Where['birthday']>): string {
  const date = new Date(Date.UTC(2024, month - 1, day ?? 1));
  return `${WORDS.born}: ${(day === undefined ? MONTH : MONTH_DAY).format(date)}`;
}

/** "Not seen since a day" stands for two alternatives: until that day, or never. */
function notSince([first = {}, second = {}, ...more]: readonly Where[]): string | undefined {
  const field = RANGE_FIELDS.find((name) => first[name] && second[name] === null);
  const isPlain = more.length === 0 && Object.keys(first).length === 1 && Object.keys(second).length === 1;
  if (!field || !isPlain) return undefined;
  const { gte, lte } = first[field] ?? {};
  if (field === 'last_seen_at' && lte && !gte) return `${WORDS.notSeenSince} ${dayWords(lte)}`;
  return `${timeSentence(field, first[field])} ${WORDS.orNever}`;
}

function either(alternatives: readonly Where[], names: ReadonlyMap<string, string>): Child {
  const parts = alternatives.map((one) => {
    const said = sentencesOf(one, names);
    return said.length === 0 ? WORDS.everyone : joined(said, WORDS.and);
  });
  return joined([WORDS.either, joined(parts, WORDS.otherwise)], '');
}
