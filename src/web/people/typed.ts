import { FILTER_ERRORS as WORDS } from '../words/people-filter.ts';
import { isOneOf, LINK_MODES, type Pair, TIME_HOWS } from './pairs.ts';

// The form that adds conditions. Each line has a few fields and becomes a URL parameter.

export interface Typed {
  pairs: Pair[];
  /** Error messages by field name. */
  errors: Record<string, string>;
}

const PREFIX = 'new-';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a URL comes from the form and has more than conditions. */
export const isTyped = (params: URLSearchParams): boolean =>
  [...params].some(([name, value]) => name.startsWith(PREFIX) || value === '');

/** The conditions entered in the form. */
export function readTyped(params: URLSearchParams): Typed {
  const field = (name: string) => (params.get(PREFIX + name) ?? '').trim();
  const pairs: Pair[] = [];
  const errors: Record<string, string> = {};
  const refuse = (name: string, why: string) => {
    errors[PREFIX + name] = why;
  };
  for (const kind of ['tag', 'group']) {
    const how = field(`${kind}-how`);
    if (field(kind)) pairs.push([`${kind}.${isOneOf(LINK_MODES, how) ? how : 'any'}`, field(kind)]);
  }
  if (field('flag')) pairs.push(splitPair(field('flag')));
  if (field('part')) pairs.push([field('part-how') === 'lacks' ? 'lacks' : 'has', field('part')]);
  if (field('text')) pairs.push([field('text-in') || 'name', field('text')]);
  for (const name of ['frequency', 'birthday']) if (field(name)) pairs.push([name, field(name)]);

  if (field('place')) pairs.push(['location', field('place')]);
  const [hasOrLacks, ...part] = field('has').split('.');
  if (isOneOf(['has', 'lacks'], hasOrLacks) && part.length > 0) pairs.push([hasOrLacks, part.join('.')]);
  if (field('seen') === 'never') pairs.push(['last_seen_at.never', 'yes']);
  else if (field('seen')) pairs.push(['last_seen_at.older', field('seen')]);

  const [time, how, day] = [field('time'), field('time-how') || TIME_HOWS[0], field('day')];
  if (time) {
    if (how === 'never') pairs.push([`${time}.never`, 'yes']);
    else if (DAY.test(day) && !Number.isNaN(Date.parse(day))) pairs.push([`${time}.${how}`, day]);
    else refuse('day', WORDS.noDay);
  } else if (day) refuse('time', WORDS.whichTime);

  const [id, operator, value] = [field('field'), field('field-how') || 'contains', field('field-text')];
  if (id && (operator === 'present' || operator === 'absent')) pairs.push(['field', `${id}.${operator}`]);
  else if (id && value) pairs.push(['field', `${id}.${operator}.${value}`]);
  else if (id) refuse('field-text', WORDS.noText);
  else if (value) refuse('field', WORDS.whichField);
  return { pairs, errors };
}

/** Adds conditions to a search. A new condition on the last contact replaces the previous one. */
export const withPairs = (pairs: readonly Pair[], added: readonly Pair[]): Pair[] =>
  added.some(isLastSeen) ? [...pairs.filter((pair) => !isLastSeen(pair)), ...added] : [...pairs, ...added];

const isLastSeen = ([name]: Pair): boolean => name === 'last_seen_at.older' || name === 'last_seen_at.never';

/** `starred.yes`, the value of a field. */
function splitPair(value: string): Pair {
  const [name = '', said = ''] = value.split('.');
  return [name, said];
}
