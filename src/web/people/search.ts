import { type Where, where } from '../../contract/contact-filter.ts';
import type { Operations } from '../../contract/operations.ts';
import { BOUNDS } from '../../contract/schema/limits.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { both } from './both.ts';
import { filtersOf, isCondition, type Pair, pairsOf } from './pairs.ts';

// The search of the People page, as its URL expresses it.

export type Sort = NonNullable<ArgumentsOf<Operations['filter_contacts']>['sort']>;

/** Sort fields, each with its usual direction. */
export const SORTS = {
  created_at: 'desc',
  full_name: 'asc',
  last_seen_at: 'desc',
  next_reminder_at: 'asc',
  updated_at: 'desc',
} as const satisfies Record<Sort, 'asc' | 'desc'>;

export interface Search {
  /** Search words. */
  q: string;
  pairs: Pair[];
  /** Whether all conditions must hold, or any one. */
  match: 'all' | 'any';
  archived: boolean;
  sort: Sort;
  /** Whether the order is reversed. Saved views do not keep it. */
  isReversed: boolean;
  /** The part of a saved view's filter that no parameter can express. */
  also: Where;
  /** The saved view that the search started from. */
  from: string | undefined;
}

/** Maximum conditions in a URL. For each, the page has a link to the search without it. */
const MAX_CONDITIONS = 100;
/** Maximum "or never" conditions. Each doubles the filter, and the contract limits its nesting. */
const MAX_ALTERNATIVES = 3;

export const EVERYBODY: Search = {
  q: '',
  pairs: [],
  match: 'all',
  archived: false,
  sort: 'created_at',
  isReversed: false,
  also: {},
  from: undefined,
};

/** Undefined if the URL has an invalid condition or too many. */
export function readSearch(params: URLSearchParams): Search | undefined {
  const named = pairsIn(params);
  const isTooMuch = named.length > MAX_CONDITIONS || named.filter(isAlternative).length > MAX_ALTERNATIVES;
  const pairs = isTooMuch ? [] : named;
  const also = readAlso(params.get('also'));
  const search: Search = {
    q: (params.get('q') ?? '').slice(0, BOUNDS.name),
    pairs,
    // In a form, the fields that change a search come after its hidden fields.
    match: params.getAll('match').at(-1) === 'any' ? 'any' : 'all',
    archived: params.getAll('archived').at(-1) === 'yes',
    ...readOrder(params.getAll('sort').at(-1)),
    also: also ?? {},
    from: params.get('from') ?? undefined,
  };
  return also && !isTooMuch && filtersOf(search.pairs) ? search : undefined;
}

/** A URL's conditions without duplicates. */
function pairsIn(params: URLSearchParams): Pair[] {
  const pairs = [...params].filter(([name, value]) => value !== '' && isCondition(name));
  return [...new Map(pairs.map((pair) => [pair.join('='), pair])).values()];
}

const isAlternative = ([name]: Pair): boolean => name.endsWith('.lte-or-never') || name.endsWith('.older');

const readSort = (value: string | null): Sort => SORT_NAMES.find((name) => name === value) ?? EVERYBODY.sort;

/** Parses a sort order such as `full_name`, or `full_name.desc` for the reverse of the usual one. */
function readOrder(value = ''): Pick<Search, 'sort' | 'isReversed'> {
  const [name = '', order] = value.split('.');
  const sort = readSort(name);
  return { sort, isReversed: sort === name && order === opposite(SORTS[sort]) };
}

const opposite = (order: 'asc' | 'desc'): 'asc' | 'desc' => (order === 'asc' ? 'desc' : 'asc');

export const orderOf = ({ sort, isReversed }: Pick<Search, 'sort' | 'isReversed'>): 'asc' | 'desc' =>
  isReversed ? opposite(SORTS[sort]) : SORTS[sort];

/** Formats the sort order for a URL. */
export const sortValue = (order: Pick<Search, 'sort' | 'isReversed'>): string =>
  order.isReversed ? `${order.sort}.${orderOf(order)}` : order.sort;
const SORT_NAMES = Object.keys(SORTS) as Sort[];

function readAlso(text: string | null): Where | undefined {
  try {
    return where().safeParse(JSON.parse(text || '{}')).data;
  } catch {
    return undefined;
  }
}

/** The search as URL parameters, without defaults. */
export function paramsOf({ q, pairs, match, archived, sort, isReversed, also, from }: Search): URLSearchParams {
  const isShown = (value: string | false | undefined): value is string => value !== false && !!value;
  const others: [string, string | false | undefined][] = [
    ['q', q],
    ['match', pairs.length > 1 && match === 'any' && match],
    ['archived', archived && 'yes'],
    ['sort', (sort !== EVERYBODY.sort || isReversed) && sortValue({ sort, isReversed })],
    ['also', Object.keys(also).length > 0 && JSON.stringify(also)],
    ['from', from],
  ];
  return new URLSearchParams([...pairs, ...others.filter((entry): entry is Pair => isShown(entry[1]))]);
}

export const pathOf = (search: Partial<Search>, path = '/people'): string => {
  const params = paramsOf({ ...EVERYBODY, ...search }).toString();
  return params ? `${path}?${params}` : path;
};

/** The filter of the conditions, without the words. */
export function chosen({ pairs, match, archived, also }: Search): Where {
  const filters = filtersOf(pairs) ?? [];
  const conditions = match === 'any' && filters.length > 1 ? { or: filters } : filters.reduce(both, {});
  return both(archived ? both(conditions, { is_archived: true }) : conditions, also);
}

/** The search of a saved view. Undefined if its filter is no longer valid. */
export function searchOfView({ filters, sort, id }: { filters: unknown; sort: string | null; id: string }) {
  const filter = where().safeParse(filters).data;
  return filter && searchOf(filter, sort, id);
}

/** A saved filter as a search. `also` keeps the part that no parameter can express. */
export function searchOf(filter: Where, sort: string | null, from: string): Search {
  const { is_archived, ...others } = filter;
  const inPairs = readAny(others) ?? { ...readAll(others), match: 'all' as const };
  const said = inPairs.pairs.length > MAX_CONDITIONS ? { pairs: [], also: others, match: 'all' as const } : inPairs;
  return {
    ...EVERYBODY,
    ...said,
    also: { ...said.also, ...(is_archived === false && { is_archived }) },
    archived: is_archived === true,
    sort: readSort(sort),
    from,
  };
}

function readAll(filter: Where): Pick<Search, 'pairs' | 'also'> {
  const { pairs, rest } = pairsOf(filter);
  return { pairs, also: rest };
}

/** The branches of an `or`, with one condition each. */
function readAny({ or = [], ...others }: Where): Pick<Search, 'pairs' | 'also' | 'match'> | undefined {
  if (or.length < 2 || Object.keys(others).length > 0 || pairsOf({ or }).pairs.length > 0) return undefined;
  const all = or.map((filter) => pairsOf(filter));
  const pairs = all.flatMap((one) => one.pairs);
  // Accepted only if it converts back unchanged: two branches of one kind would become one.
  const texts = (filters: Where[] = []) => filters.map((filter) => JSON.stringify(filter)).sort();
  const isSame = texts(filtersOf(pairs)).join() === texts(or).join();
  return isSame && all.every(({ rest }) => Object.keys(rest).length === 0)
    ? { pairs, also: {}, match: 'any' }
    : undefined;
}

/** Parameters of the operations for a search. Words without filters use the search index. */
export function queryOf(search: Search): { words: string; filter?: undefined } | { filter: Where } {
  const filter = chosen(search);
  const { is_archived, ...others } = filter;
  if (Object.keys(others).length === 0 && is_archived !== false) return { words: search.q.trim() };
  return { filter: withWords(search) };
}

/** The whole search as one filter. */
export const withWords = (search: Search): Where =>
  search.q.trim() === '' ? chosen(search) : both(chosen(search), { or: wordsIn(search.q.trim()) });

const NUMBER = /^[+(\d][\d\s()/.-]{4,}$/;

/** Fields searched for the words if there are other conditions: `where` matches parts of strings, not words. */
function wordsIn(text: string): Where[] {
  return [
    { name: text },
    { company: text },
    { job_title: text },
    ...(text.includes('@') ? [{ email: text }] : []),
    ...(NUMBER.test(text) ? [{ phone: text }] : []),
  ];
}
