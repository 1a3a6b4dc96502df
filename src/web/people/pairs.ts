import {
  FILTER_FLAGS,
  PRESENCE_FIELDS,
  parseAgo,
  RANGE_FIELDS,
  SEARCHED_FIELDS,
  type Where,
  where,
} from '../../contract/contact-filter.ts';
import { append } from '../../shared/lists.ts';

// Conditions as URL parameters: `tag.any=ID`, `has=email`, `last_seen_at.lte=2026-06-30`. The tables in this file map
// them to filters and back.

export type Pair = [name: string, value: string];

const LINKS = { tag: 'tags', group: 'groups' } as const;
export const LINK_MODES = ['any', 'all', 'none'] as const;
/** Months of a relative condition: longer ago than that, or never. It stays relative in a URL. */
export const OLDER_MONTHS = [3, 6, 12] as const;
/** Comparisons of a date field. Only `lte-or-never` needs an `or`. */
export const TIME_HOWS = ['gte', 'lte', 'lte-or-never', 'never'] as const;

const WHOLE = [...SEARCHED_FIELDS, 'email', 'phone', 'frequency', 'source'] as const;
/** Archived contacts have their own list, so this is not a condition. */
const FLAGS = FILTER_FLAGS.filter((flag) => flag !== 'is_archived');

/** The filter of each parameter. Undefined if a parameter is no condition or has an invalid value. */
export function filtersOf(pairs: readonly Pair[]): Where[] | undefined {
  const filters: Where[] = [];
  const linked = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const link = readLink(name);
    if (link) linked.set(name, [...(linked.get(name) ?? []), value]);
    const filter = link ? {} : filterOf(name, value);
    if (!filter) return undefined;
    if (!link) filters.push(filter);
  }
  const links = [...linked].map(([name, ids]) => {
    const { key, mode } = readLink(name)!;
    return { [key]: { [mode]: ids } };
  });
  const checked = [...links, ...filters].map((filter) => where().safeParse(filter).data);
  return checked.every((filter) => filter !== undefined) ? checked : undefined;
}

/** The filter of one parameter, before validation by the contract. */
function filterOf(name: string, value: string): object | undefined {
  if (isOneOf(WHOLE, name)) return { [name]: value };
  if (name === 'priority_tier') return { priority_tier: Number(value) };
  if (isOneOf(FLAGS, name)) return { [name]: value === 'yes' };
  if (name === 'has' || name === 'lacks') return { [`has_${value}`]: name === 'has' };
  if (name === 'birthday') {
    const [month, day] = value.split('-').map(Number);
    return { birthday: { month, ...(day !== undefined && { day }) } };
  }
  if (name === 'field') {
    const [, id, operator, text] = /^([^.]+)\.([^.]+)(?:\.(.*))?$/s.exec(value) ?? [];
    return { custom_fields: [{ id, operator, ...(text !== undefined && { value: text }) }] };
  }
  const [field = '', how = ''] = name.split('.');
  if (!isOneOf(RANGE_FIELDS, field)) return undefined;
  if (how === 'older') {
    const months = olderMonths(value);
    return { or: [{ [field]: { lte: months === undefined ? value : `-${months} mons` } }, { [field]: null }] };
  }
  if (!isOneOf(TIME_HOWS, how)) return undefined;
  if (how === 'never') return { [field]: null };
  if (how === 'lte-or-never') return { or: [{ [field]: { lte: value } }, { [field]: null }] };
  return { [field]: { [how]: value } };
}

/** The months in a value such as `6m`. */
export function olderMonths(value: string): number | undefined {
  const months = Number(/^([1-9]\d{0,2})m$/.exec(value)?.[1]);
  return Number.isNaN(months) ? undefined : months;
}

/** The parameters that express a filter, and the rest that none can express. */
export function pairsOf({ or, ...conditions }: Where): { pairs: Pair[]; rest: Where } {
  const pairs: Pair[] = [];
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(conditions)) {
    const said = pairsOfOne(key, value);
    if (said) append(pairs, said);
    else rest.push([key, value]);
  }
  const seen = or && timeOrNever(or);
  if (seen) pairs.push(seen);
  const parsed = where().parse({ ...Object.fromEntries(rest), ...(or && !seen && { or }) });
  return { pairs, rest: parsed };
}

function pairsOfOne(key: string, value: unknown): Pair[] | undefined {
  if (isOneOf(WHOLE, key) && typeof value === 'string' && value !== '') return [[key, value]];
  if (key === 'priority_tier') return [[key, String(value)]];
  if (isOneOf(FLAGS, key)) return [[key, value ? 'yes' : 'no']];
  if (isOneOf(PRESENCE_FIELDS, key)) return [[value ? 'has' : 'lacks', key.slice('has_'.length)]];
  if (isOneOf(RANGE_FIELDS, key)) return value === null ? [[`${key}.never`, 'yes']] : dayPairs(key, value);
  if (key === 'birthday') {
    const { month, day } = value as NonNullable<Where['birthday']>;
    return [[key, [month, day ?? []].flat().join('-')]];
  }
  if (key === 'tags' || key === 'groups') return linkPairs(key === 'tags' ? 'tag' : 'group', value);
  if (key === 'custom_fields') return fieldPairs(value as NonNullable<Where['custom_fields']>);
  return undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A date field cannot hold a time of day, or a relative day. */
function dayPairs(field: string, range: unknown): Pair[] | undefined {
  const ends = Object.entries(range as Record<string, string | undefined>);
  if (ends.length === 0 || ends.some(([, day]) => !DAY.test(day ?? ''))) return undefined;
  return ends.map(([end, day]) => [`${field}.${end}`, day!]);
}

function linkPairs(name: string, modes: unknown): Pair[] | undefined {
  const lists = Object.entries(modes as Record<string, string[]>);
  // An empty list is also a condition: no contact has any of no tags.
  if (lists.length === 0 || lists.some(([, ids]) => ids.length === 0)) return undefined;
  return lists.flatMap(([mode, ids]) => ids.map((id): Pair => [`${name}.${mode}`, id]));
}

function fieldPairs(conditions: NonNullable<Where['custom_fields']>): Pair[] | undefined {
  const isSaid = conditions.every(({ value }) => value === undefined || typeof value === 'string');
  if (!isSaid || conditions.length === 0) return undefined;
  return conditions.map(({ id, operator, value }) => ['field', [id, operator, value ?? []].flat().join('.')]);
}

/** Both branches of "until a day, or never". */
function timeOrNever(alternatives: readonly Where[]): Pair | undefined {
  const [first = {}, second = {}, ...more] = alternatives;
  const [key, ...others] = Object.keys(first);
  if (more.length > 0 || others.length > 0 || !isOneOf(RANGE_FIELDS, key)) return undefined;
  const { lte, gte } = first[key] ?? {};
  const isNever = Object.keys(second).join() === key && second[key] === null;
  if (!isNever || lte === undefined || gte !== undefined) return undefined;
  const { count, unit } = parseAgo(lte) ?? {};
  if (count !== undefined) return unit === 'mon' && count < 1_000 ? [`${key}.older`, `${count}m`] : undefined;
  return DAY.test(lte) ? [`${key}.lte-or-never`, lte] : undefined;
}

function readLink(name: string): { key: 'tags' | 'groups'; mode: (typeof LINK_MODES)[number] } | undefined {
  const [kind = '', mode = ''] = name.split('.');
  if ((kind !== 'tag' && kind !== 'group') || !isOneOf(LINK_MODES, mode)) return undefined;
  return { key: LINKS[kind], mode };
}

/** Whether a URL parameter is a condition. */
export const isCondition = (name: string): boolean => readLink(name) !== undefined || filterOf(name, '') !== undefined;

export const isOneOf = <const T extends string>(list: readonly T[], value: string | undefined): value is T =>
  list.some((one) => one === value);

/** Tags, groups, and custom fields in a filter. */
export function idsIn(filter: Where): string[] {
  const { tags, groups, custom_fields = [], or = [] } = filter;
  const lists = [tags, groups].flatMap((links) => [links?.any ?? [], links?.all ?? [], links?.none ?? []]);
  return [...lists.flat(), ...custom_fields.map(({ id }) => id), ...or.flatMap(idsIn)];
}
